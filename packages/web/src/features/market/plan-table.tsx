import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { PlanProduct } from '@assay/domain/plans/product.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { productPath } from '../../shared/trading/market/market.ts';
import { useProducts } from '../../shared/trading/plan-products.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { PlanEmblem } from '../../ui/pictures/plan-emblem.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { finder } from './select-items.ts';

/** On a phone the outer cells begin and end where the page does. */
const cell = 'px-s4 py-s3 mobile:px-s3 mobile:first:ps-side mobile:nth-2:pe-side';

/** The yield plans, type 1 of the market: their terms in place of a price. A row leads to where the plan is bought. */
export function PlanTable({ query, onAll }: { query: string; onAll(): void }) {
  const { t } = useTranslation(['market', 'trading']);
  const { data: products, error, isError, refetch } = useProducts();
  if (products === undefined) {
    if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <SkeletonRows rows={5} className="p-s4" />;
  }
  const found = products.filter(finder(query));
  if (products.length === 0) return <EmptyState kind="nothing" title={t('market:emptyTitle')} text={t('market:emptyText')} />;
  if (found.length === 0) {
    return (
      <EmptyState
        kind="noMatch"
        title={t('market:noneTitle')}
        text={t('market:noneText', { query: query.trim() })}
        action={<Button onClick={onAll}>{t('market:clearSearch')}</Button>}
      />
    );
  }
  return (
    <table aria-label={t('market:tab.plan')} className="w-full table-fixed border-collapse">
      <thead>
        <tr className="h-control border-b border-line text-caption text-muted [&>th]:font-medium">
          <th scope="col" className={cx(cell, 'w-[40%] text-start mobile:w-[48%]')}>
            {t('market:column.name')}
          </th>
          <th scope="col" className={cx(cell, 'text-end')}>
            {t('trading:dailyYield')}
          </th>
          <th scope="col" className={cx(cell, 'text-end mobile:hidden')}>
            {t('trading:period')}
          </th>
          <th scope="col" className={cx(cell, 'text-end mobile:hidden')}>
            {t('trading:amountRange')}
          </th>
        </tr>
      </thead>
      <tbody>
        {found.map((product) => (
          <Row key={product.id} product={product} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ product }: { product: PlanProduct }) {
  const format = useFormat();
  const yields = product.periods.map(({ dailyYield }) => format.rate(formatFixed(dailyYield)));
  const days = product.periods.map((period) => period.days);
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const periods = first === last ? format.span(last, 'day') : `${format.integer(first)} – ${format.span(last, 'day')}`;
  const amounts = [product.amountMin, product.amountMax].map((amount) => format.amount(formatAmount(amount, usdt)));
  return (
    <tr className="relative border-b border-line last:border-b-0 hover:bg-surface-2">
      <td className={cell}>
        <span className="flex items-center gap-s3">
          <PlanEmblem amountMax={Number(formatAmount(product.amountMax, usdt))} />
          <span className="flex min-w-0 flex-col">
            {/* The link covers its row, so that the whole of it can be pressed and the keyboard stops once. */}
            <Link
              to={productPath(product)}
              dir="ltr"
              className="truncate font-medium rtl:text-end after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {product.name}
            </Link>
            <bdi dir="ltr" className="truncate text-caption text-muted rtl:text-end">
              {product.code}
            </bdi>
          </span>
        </span>
      </td>
      <td className={cx(cell, 'text-end')}>
        <bdi dir="ltr" className="numbers font-medium text-accent">
          {[...new Set([yields[0], yields.at(-1)])].join(' – ')}
        </bdi>
        <span className="block text-caption text-muted desktop:hidden">{periods}</span>
      </td>
      <td className={cx(cell, 'numbers text-end mobile:hidden')}>{periods}</td>
      <td className={cx(cell, 'text-end mobile:hidden')}>
        <bdi dir="ltr" className="numbers">
          {amounts.join(' – ')} USDT
        </bdi>
      </td>
    </tr>
  );
}
