import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedItem } from '../../shared/trading/market/figures.ts';
import type { MarketDays } from '../../shared/trading/market/market-day.ts';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { SortHeader } from '../../ui/lists/data-table.tsx';
import { Hurried, useHurry } from './hurry.ts';
import { MarketRow, columns, roomy } from './market-row.tsx';
import type { Order, SortKey } from './select-items.ts';

const rowPx = isMobile ? 60 : 48;
const rowsAround = 6;

interface MarketTableProps {
  items: readonly ListedItem[];
  days: MarketDays;
  order: Order | null;
  onOrder(order: Order): void;
}

/** The market as a table whose rows exist only where they can be seen; it scrolls with the page. */
export function MarketTable({ items, days, order, onOrder }: MarketTableProps) {
  const { t } = useTranslation('market');
  const body = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    if (body.current !== null) setMargin(body.current.getBoundingClientRect().top + window.scrollY);
  }, [items.length]);
  const [hurried, onScroll] = useHurry();
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowPx,
    overscan: rowsAround,
    scrollMargin: margin,
    getItemKey: (index) => items[index]?.code ?? index,
    onChange: onScroll,
  });

  /** Arrow keys walk through the rows, also to those that are not on the screen yet. */
  const walk = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const from = event.target instanceof Element ? event.target.closest('[data-index]')?.getAttribute('data-index') : null;
    if (step === 0 || from === null || from === undefined) return;
    const next = Number(from) + step;
    if (next < 0 || next >= items.length) return;
    event.preventDefault();
    virtual.scrollToIndex(next, { align: 'auto' });
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus());
  };

  return (
    <div role="table" aria-label={t('list')} aria-rowcount={items.length + 1}>
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className={cx(columns, 'min-h-control border-b border-line text-caption text-muted')}>
          <span role="columnheader">
            <span className="sr-only">{t('column.star')}</span>
          </span>
          <Heading keys={['name']} order={order} onOrder={onOrder} />
          {isMobile ? (
            <>
              <span role="columnheader">{t('column.line')}</span>
              <Heading keys={['price', 'change']} order={order} onOrder={onOrder} end />
            </>
          ) : (
            <>
              <Heading keys={['price']} order={order} onOrder={onOrder} end />
              <Heading keys={['change']} order={order} onOrder={onOrder} end />
              <span role="columnheader" className={roomy}>
                {t('column.line')}
              </span>
              <span role="columnheader" className={roomy}>
                {t('column.range')}
              </span>
              <Heading keys={['turnover']} order={order} onOrder={onOrder} end className={roomy} />
            </>
          )}
        </div>
      </div>
      <div ref={body} role="rowgroup" onKeyDown={walk} className="relative" style={{ height: virtual.getTotalSize() }}>
        <Hurried value={hurried}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const item = items[index];
            return item === undefined ? null : (
              <MarketRow key={key} item={item} day={days.get(item.code)} index={index} top={start - margin} height={rowPx} />
            );
          })}
        </Hurried>
      </div>
    </div>
  );
}

interface HeadingProps {
  keys: readonly SortKey[];
  order: Order | null;
  onOrder(order: Order): void;
  end?: boolean;
  className?: string;
}

/** A head that sorts; on a phone one column carries price and change. Names begin at A, figures with the largest. */
function Heading({ keys, order, onOrder, end = false, className }: HeadingProps): ReactNode {
  const { t } = useTranslation('market');
  const sorted = order !== null && keys.includes(order.key) ? order.direction : 'none';
  return (
    <span role="columnheader" aria-sort={sorted} className={cx('flex flex-wrap gap-x-s3', end && 'justify-end', className)}>
      {keys.map((key) => (
        <SortHeader
          key={key}
          // A phone's column has no room for both in words.
          column={{ key, header: t(isMobile && key === 'change' ? 'movers.day' : `column.${key}`) }}
          sort={order}
          onSort={({ direction }) =>
            onOrder({ key, direction: key === 'name' && order?.key !== 'name' ? 'ascending' : direction })
          }
        />
      ))}
    </span>
  );
}
