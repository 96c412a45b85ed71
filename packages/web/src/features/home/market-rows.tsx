import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LiveChange, LiveLine, LivePrice } from '../../shared/trading/market/live.tsx';
import { type ListedItem, instrumentPath } from '../../shared/trading/market/market.ts';
import { cx } from '../../ui/cx.ts';
import { Logo } from '../../ui/logo.tsx';

const cell = 'px-s5 py-s3 mobile:px-s2 mobile:first:ps-side mobile:last:pe-side';

/** Name and logo, change over 24 hours, a small live line, price. A row leads to its instrument. */
export function MarketRows({ items }: { items: readonly ListedItem[] }) {
  const { t } = useTranslation('home');
  return (
    // Four columns share a phone: text in them grows as far as they can hold it.
    <table className="w-full table-fixed border-collapse mobile:text-[length:min(var(--size-body),0.36rem)]">
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
          <Row key={item.code} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item }: { item: ListedItem }) {
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
              className="truncate font-medium rtl:text-end after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
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
        <LiveChange item={item} />
      </td>
      <td className={cx(cell, 'desktop:max-[480px]:hidden')}>
        <LiveLine code={item.code} className="h-[34px] w-full max-w-[180px]" />
      </td>
      <td className={cx(cell, 'text-end')}>
        <span className="inline-flex flex-col items-end leading-tight">
          <LivePrice listed item={item} className="font-medium whitespace-nowrap" />
          <LiveChange item={item} className="text-caption desktop:hidden" />
        </span>
      </td>
    </tr>
  );
}
