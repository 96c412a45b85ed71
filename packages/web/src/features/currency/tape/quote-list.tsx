import type { MarketInfo, RecentQuote } from '@assay/contract/endpoints/index.ts';
import { recentQuotes } from '@assay/contract/vocabulary/limits.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { cx } from '../../../ui/cx.ts';
import { SkeletonRows } from '../../../ui/states.tsx';
import { useRecentQuotes } from './recent-quotes.ts';

/** The last quotes, the newest on top; the arrow says which way the middle of each went. */
export function QuoteList({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('terminal');
  const words = useTranslation('currency').t;
  const quotes = useRecentQuotes(info.code);
  // In its own row, whether or not the words of the ladder above it have come.
  return (
    <div className="row-start-2 flex min-h-0 flex-col border-t border-line">
      <h2 className="flex h-[28px] shrink-0 items-center px-[12px] font-medium text-muted">{t('quotes.title')}</h2>
      {quotes === undefined ? (
        <SkeletonRows rows={3} className="px-[12px]" />
      ) : (
        <div role="region" aria-label={t('quotes.title')} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
          <table className="numbers w-full border-collapse">
            <thead className="sr-only">
              <tr>
                <th>{t('quotes.time')}</th>
                <th>{words('header.bid')}</th>
                <th>{words('header.ask')}</th>
              </tr>
            </thead>
            <tbody>
              {quotes.slice(0, recentQuotes.fallback).map((quote, at) => (
                <Row
                  key={quote.time}
                  {...quote}
                  way={Math.sign(middleOf(quote) - middleOf(quotes[at + 1] ?? quote))}
                  scale={info.priceScale}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

const middleOf = ({ bid, ask }: RecentQuote) => Number(bid) + Number(ask);

/** A row never changes: a quote draws its own row alone. */
const Row = memo(function Row({ time, bid, ask, way, scale }: RecentQuote & { way: number; scale: number }) {
  const format = useFormat();
  return (
    <tr className="h-[20px] first:row-in">
      <td className="ps-[12px] text-muted">
        <bdi dir="ltr">{format.second(time)}</bdi>
      </td>
      <td className="text-end">
        <bdi dir="ltr">{format.price(bid, scale)}</bdi>
      </td>
      <td className={cx('pe-[12px] text-end', way > 0 && 'text-gain', way < 0 && 'text-loss')}>
        <bdi dir="ltr">
          {format.price(ask, scale)}
          <span aria-hidden className="ms-[3px] inline-block w-[8px] text-[8px]">
            {way > 0 ? '▲' : way < 0 ? '▼' : ''}
          </span>
        </bdi>
      </td>
    </tr>
  );
});
