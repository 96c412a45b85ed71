import type { NftDetail } from '@assay/contract/endpoints/nfts.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Money } from '../../../shared/words/money.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { Panel } from '../../../ui/panel.tsx';

/** The bids, newest first, with names that distinguish bidders without identifying them. */
export function BidHistory({ piece: { history, bids, status } }: { piece: NftDetail }) {
  const { t } = useTranslation('nfts');
  const format = useFormat();
  if (status === 'upcoming') return null;
  return (
    <Panel title={t('history.title')} action={<span className="numbers text-caption text-muted">{bids}</span>}>
      {history.length === 0 ? (
        <p className="p-s5 text-muted">{t(status === 'onSale' ? 'history.first' : 'history.none')}</p>
      ) : (
        <div
          role="region"
          aria-label={t('history.title')}
          tabIndex={0}
          className="max-h-[max(3.6rem,300px)] overflow-auto px-s5 pt-s3 pb-s6 [mask-image:linear-gradient(to_bottom,black_calc(100%-var(--step-6)),transparent)]"
        >
          <ol className="flex flex-col divide-y divide-line">
            {history.map(({ bidder, kind, amount, time }, place) => (
              <li key={amount} className={cx('flex items-baseline gap-s3 py-s3', place > 0 && 'text-muted')}>
                <bdi dir="ltr" className="min-w-0 flex-1 truncate rtl:text-end">
                  {bidder}
                </bdi>
                {kind === 'buyNow' ? <Badge tone="accent">{t('buy.title')}</Badge> : null}
                <Money value={amount} className={place === 0 ? 'font-semibold text-text' : ''} />
                <bdi className="numbers text-caption text-muted" title={format.dateTime(time)}>
                  {format.dateTime(time)}
                </bdi>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Panel>
  );
}
