import type { NftDetail } from '@assay/contract/endpoints/nfts.ts';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Money } from '../../../shared/words/money.tsx';
import { cx } from '../../../ui/cx.ts';
import { Panel } from '../../../ui/panel.tsx';
import { usePrice } from '../gallery/piece-card.tsx';
import { Remaining, useRemainingLabel } from '../remaining.tsx';
import { BidForm } from './bid-form.tsx';

/** The state of the auction, and the possible actions. */
export function Standing({ piece }: { piece: NftDetail }) {
  const price = usePrice()(piece);
  const label = useRemainingLabel()(piece);
  return (
    <Panel className="flex flex-col">
      <dl className="grid grid-cols-2 divide-x divide-line border-b border-line">
        <div className="p-s5">
          <dt className="text-caption text-muted">{price.name}</dt>
          <dd className="text-title font-semibold">
            <Money value={price.value} />
          </dd>
        </div>
        <div className="p-s5">
          <dt className="text-caption text-muted">{label}</dt>
          <dd className={cx('font-semibold', piece.status === 'onSale' || piece.status === 'upcoming' ? 'text-title' : '')}>
            <Remaining piece={piece} />
          </dd>
        </div>
      </dl>
      <div className="flex flex-col gap-s5 p-s5">
        <Reserve piece={piece} />
        <Outcome piece={piece} />
      </div>
    </Panel>
  );
}

/** Whether the highest bid would buy it; the amount of the reserve itself is not shown. */
function Reserve({ piece: { status, bids, reserveMet } }: { piece: NftDetail }) {
  const { t } = useTranslation('nfts');
  if (status !== 'onSale' || bids === 0) return null;
  const Icon = reserveMet ? CircleCheck : CircleDashed;
  return (
    <div className="flex items-start gap-s2">
      <Icon aria-hidden className={cx('mt-[0.15em] size-[1.2em] shrink-0', reserveMet ? 'text-accent' : 'text-muted')} />
      <div>
        <p className={reserveMet ? 'text-accent' : 'text-muted'}>{t(reserveMet ? 'reserve.met' : 'reserve.open')}</p>
        {reserveMet ? null : <p className="text-caption text-muted">{t('reserve.hint')}</p>}
      </div>
    </div>
  );
}

function Outcome({ piece }: { piece: NftDetail }) {
  const { t } = useTranslation('nfts');
  const format = useFormat();
  const said: Record<Exclude<NftDetail['status'], 'onSale'>, ReactNode> = {
    upcoming: t('outcome.upcoming', { time: format.dateTime(piece.startsAt) }),
    sold: t('outcome.sold', { charity: piece.charity }),
    unsold: t('outcome.unsold'),
  };
  return piece.status === 'onSale' ? <BidForm piece={piece} /> : <p>{said[piece.status]}</p>;
}
