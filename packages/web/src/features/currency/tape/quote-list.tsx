import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { cx } from '../../../ui/cx.ts';
import { SkeletonRows } from '../../../ui/states.tsx';
import { useRecentQuotes } from './recent-quotes.ts';

/** The last quotes, the newest on top; the arrow says which way the middle of each went. */
export function QuoteList({ info }: { info: MarketInfo }) {
  const { t } = useTranslation('terminal');
  const words = useTranslation('currency').t;
  const format = useFormat();
  const quotes = useRecentQuotes(info.code);
  const price = (text: string) => format.price(text, info.priceScale);
  const middle = (at: number) => {
    const quote = quotes?.[at];
    return quote === undefined ? null : Number(quote.bid) + Number(quote.ask);
  };
  return (
    <div className="flex min-h-0 flex-1 basis-0 flex-col border-t border-line">
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
              {quotes.map(({ time, bid, ask }, at) => {
                const [now, before] = [middle(at) ?? 0, middle(at + 1)];
                const way = before === null || now === before ? 0 : now - before;
                return (
                  <tr key={time} className={cx('h-[20px]', at === 0 && 'row-in')}>
                    <td className="ps-[12px] text-muted">
                      <bdi dir="ltr">{format.second(time)}</bdi>
                    </td>
                    <td className="text-end">
                      <bdi dir="ltr">{price(bid)}</bdi>
                    </td>
                    <td className={cx('pe-[12px] text-end', way > 0 && 'text-gain', way < 0 && 'text-loss')}>
                      <bdi dir="ltr">
                        {price(ask)}
                        <span aria-hidden className="ms-[3px] inline-block w-[8px] text-[8px]">
                          {way > 0 ? '▲' : way < 0 ? '▼' : ''}
                        </span>
                      </bdi>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
