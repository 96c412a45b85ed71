import type { Nft } from '@assay/contract/endpoints/nfts.ts';
import { useTranslation } from 'react-i18next';
import { Countdown } from '../../shared/feed/countdown.tsx';
import { useFormat } from '../../shared/words/format.ts';

type Timed = Pick<Nft, 'status' | 'startsAt' | 'endsAt'>;

/** What the clock beside a piece counts to. */
export function useRemainingLabel(): (piece: Timed) => string {
  const { t } = useTranslation('nfts');
  return ({ status }) => t(status === 'upcoming' ? 'startsIn' : status === 'onSale' ? 'endsIn' : 'ended');
}

/** The time that is left by the server's clock; of what is over, when that was. */
export function Remaining({ piece: { status, startsAt, endsAt } }: { piece: Timed }) {
  const { t } = useTranslation('nfts');
  const format = useFormat();
  if (status === 'upcoming') return <Countdown until={startsAt} over={t('opening')} />;
  if (status === 'onSale') return <Countdown until={endsAt} over={t('settling')} />;
  return (
    <bdi className="numbers" title={format.dateTime(endsAt)}>
      {format.date(endsAt)}
    </bdi>
  );
}
