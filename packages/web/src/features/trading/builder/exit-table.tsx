import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { BuyDecision } from '@assay/domain/plans/decide-buy.ts';
import type { PlanProduct } from '@assay/domain/plans/product.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { exitRows, tellingRows } from '../preview.ts';

/** What leaving the plan would return, day by day, as the rules that will decide it say; dates on hover and for readers. */
export function ExitTable({ product, decision }: { product: PlanProduct; decision: BuyDecision }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const [whole, setWhole] = useState(false);
  const rows = exitRows(decision);
  const telling = tellingRows(rows);
  const shown = whole ? rows : telling;
  const money = (value: (typeof rows)[number]['income']) => format.amount(formatAmount(value, usdt));
  const head = 'px-s2 py-s2 text-end font-medium first:text-start';
  return (
    <section className="flex flex-col gap-s3 border-t border-line pt-s5">
      <div>
        <h3 className="font-semibold">{t('exit.title')}</h3>
        <p className="text-caption text-muted">{t('exit.text', { rate: format.rate(formatFixed(product.penaltyRate)) })}</p>
      </div>
      <div
        role="region"
        aria-label={t('exit.title')}
        tabIndex={0}
        className="max-h-[max(3.6rem,300px)] overflow-auto rounded-middle border border-line"
      >
        <table className="w-full border-collapse text-caption">
          <thead className="sticky top-0 bg-surface-2 text-muted">
            <tr>
              <th scope="col" className={head}>
                {t('exit.day')}
              </th>
              <th scope="col" className={head}>
                {t('exit.income')}
              </th>
              <th scope="col" className={head}>
                {t('exit.returned')}
              </th>
              <th scope="col" className={head}>
                {t('exit.inAll')}
              </th>
            </tr>
          </thead>
          <tbody className="numbers">
            {shown.map(({ day, at, cumulative, returned, inAll, last }) => (
              <tr key={day} title={format.dateTime(at)} className={cx('border-t border-line', last && 'font-semibold')}>
                <th scope="row" className="px-s2 py-s2 text-start font-normal">
                  {day}
                  {last ? <span className="ms-s2 text-muted">{t('exit.matured')}</span> : null}
                </th>
                {[cumulative, returned, inAll].map((value, column) => (
                  <td key={column} className={cx('px-s2 py-s2 text-end', last && column === 2 && 'text-accent')}>
                    <bdi dir="ltr">{money(value)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {telling.length === rows.length ? null : (
        <Button size="small" look="ghost" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? t('exit.fewer') : t('exit.all', { days: format.span(rows.length, 'day') })}
        </Button>
      )}
    </section>
  );
}
