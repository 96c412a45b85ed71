import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isMobile } from '../../shared/device.ts';
import { cx } from '../../ui/cx.ts';
import { SortHeader } from '../../ui/data-table.tsx';
import { MarketRow, columns } from './market-row.tsx';
import { type Order, sortKeys } from './select-items.ts';

const rowPx = isMobile ? 68 : 60;
const rowsAround = 6;

interface MarketTableProps {
  items: readonly MarketItem[];
  order: Order | null;
  onOrder(order: Order): void;
}

export function MarketTable({ items, order, onOrder }: MarketTableProps) {
  const { t } = useTranslation('market');
  const body = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset(body.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowPx,
    overscan: rowsAround,
    scrollMargin: offset,
    getItemKey: (index) => items[index]?.code ?? index,
  });

  /** Arrow keys walk through the rows, also those that are not on the screen yet. */
  const walk = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const from = event.target instanceof Element ? event.target.closest('[data-index]')?.getAttribute('data-index') : null;
    if (step === 0 || from === null || from === undefined) return;
    const next = Number(from) + step;
    if (next < 0 || next >= items.length) return;
    event.preventDefault();
    virtual.scrollToIndex(next, { align: 'auto' });
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus({ preventScroll: true }));
  };

  const header = (key: Order['key']) => (
    <SortHeader
      column={{ key, header: t(`column.${key}`) }}
      sort={order}
      onSort={({ direction }) => onOrder({ key, direction: order === null && key === 'name' ? 'ascending' : direction })}
    />
  );
  return (
    <div role="table" aria-label={t('list')} aria-rowcount={items.length + 1}>
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className={cx(columns, 'border-b border-line py-s2 text-caption text-muted')}>
          <span role="columnheader" className="w-control-small">
            <span className="sr-only">{t('column.star')}</span>
          </span>
          {sortKeys.map((key) => (
            <Heading key={key} sorted={order?.key === key ? order.direction : 'none'} at={key}>
              {header(key)}
            </Heading>
          ))}
        </div>
      </div>
      <div ref={body} role="rowgroup" onKeyDown={walk} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const item = items[index];
          return item === undefined ? null : (
            <MarketRow key={key} item={item} index={index} top={start - offset} height={rowPx} />
          );
        })}
      </div>
    </div>
  );
}
