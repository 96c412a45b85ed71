import type { FirstRow } from '@assay/contract/first-page.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ListedItem, instrumentPath } from '../../shared/trading/market/figures.ts';
import { LiveChange, LiveLine, LivePrice } from '../../shared/trading/market/live.tsx';
import { cx } from '../../ui/cx.ts';
import { Logo } from '../../ui/logo.tsx';

const cell = 'px-s5 py-s3 mobile:px-s2 mobile:first:ps-side mobile:last:pe-side';

interface RowsProps {
  readonly items: readonly ListedItem[];
  /** Rows that came with the page, with their texts. */
  readonly told?: readonly FirstRow[];
}

/** Name and logo, change over 24 hours, a small live line, price. A row leads to its instrument. */
export function MarketRows({ items, told = [] }: RowsProps) {
  const { t } = useTranslation('home');
  return (
    // Four columns share a phone: text in them grows as far as they can hold it.
    <table className="w-full table-fixed border-collapse mobile:text-[length:clamp(14px,var(--size-body),0.36rem)]">
      <thead>
        <tr className="border-b border-line text-caption text-muted [&>th]:font-medium">
          <th scope="col" className={cx(cell, 'w-[34%] text-start mobile:w-[46%]')}>
            {t('table.name')}
          </th>
          <th scope="col" className={cx(cell, 'text-end mobile:hidden')}>
            {t('table.change')}
          </th>
          <th scope="col" className={cx(cell, 'text-start mobile:w-[22%] desktop:max-[480px]:hidden')}>
            <span className="mobile:sr-only">{t('table.chart')}</span>
          </th>
          <th scope="col" className={cx(cell, 'text-end')}>
            {t('table.price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <MarketRow key={item.code} item={item} told={told.find((row) => row.item === item)} />
        ))}
      </tbody>
    </table>
  );
}

/** Until the feed sends it, a row that came with the page shows what it showed there. */
export function MarketRow({ item, told }: { item: ListedItem; told?: FirstRow | undefined }) {
  return (
    <tr className="relative border-b border-line last:border-b-0 hover:bg-surface-2">
      <td className={cell}>
        <span className="flex items-center gap-s3">
          <Logo src={item.logo} code={item.code} />
          <span className="flex min-w-0 flex-col leading-tight">
            {/* The link covers its row: the whole of it can be pressed, and the keyboard stops once. */}
            <Link
              to={instrumentPath(item)}
              dir="ltr"
              className="truncate mobile:line-clamp-2 mobile:whitespace-normal font-medium rtl:text-end after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {item.appName}
            </Link>
            <bdi dir="ltr" className="truncate text-caption text-muted rtl:text-end">
              {item.code}
            </bdi>
          </span>
        </span>
      </td>
      <td className={cx(cell, 'text-end mobile:hidden')}>
        <LiveChange item={item} text={told?.change} />
      </td>
      <td className={cx(cell, 'desktop:max-[480px]:hidden')}>
        <LiveLine code={item.code} points={told?.item.hundred} className="h-[34px] w-full max-w-[180px]" />
      </td>
      <td className={cx(cell, 'text-end')}>
        <span className="inline-flex flex-col items-end leading-tight">
          <LivePrice listed item={item} text={told?.price} className="font-medium whitespace-nowrap" />
          <LiveChange item={item} text={told?.change} className="text-caption desktop:hidden" />
        </span>
      </td>
    </tr>
  );
}
