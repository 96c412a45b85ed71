import type { Nft } from '@assay/contract/endpoints/nfts.ts';
import { formatAmount, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { HeartHandshake } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Skeleton } from '../../../ui/states.tsx';
import { usePieces } from '../use-nfts.ts';

/** What all pieces have brought so far, charity by charity added up. */
export function Donation() {
  const { t } = useTranslation('nfts');
  const format = useFormat();
  const { data: pieces } = usePieces();
  if (pieces === undefined) return <Skeleton className="h-[0.9rem] min-h-[64px] w-[max(4rem,260px)] rounded-large" />;
  const charities = given(pieces);
  if (charities.size === 0) return null;
  const total = formatAmount(sum(...charities.values()), usdt);
  return (
    <section
      aria-label={t('donation.title')}
      className="flex items-center gap-s4 rounded-large border border-line bg-surface-1 px-s5 py-s4"
    >
      <span className="inline-flex shrink-0 rounded-large bg-accent-soft p-s3 text-accent">
        <HeartHandshake aria-hidden strokeWidth={1.5} className="size-icon-large" />
      </span>
      <div className="min-w-0">
        <p className="text-caption text-muted">{t('donation.title')}</p>
        <bdi dir="ltr" className="numbers text-title font-semibold text-accent">
          {format.amount(total)} <span className="text-caption font-normal text-muted">USDT</span>
        </bdi>
        <p className="max-w-[max(4.2rem,280px)] text-caption text-muted">
          <bdi>{[...charities.keys()].join(' · ')}</bdi>
        </p>
      </div>
    </section>
  );
}

function given(pieces: readonly Nft[]) {
  return new Map(pieces.map(({ charity, cumulativeDonation }) => [charity, parseAmount(cumulativeDonation, usdt) ?? nothing]));
}
