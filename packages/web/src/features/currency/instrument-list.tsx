import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Search } from 'lucide-react';
import { type KeyboardEvent, memo, useDeferredValue, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ListedItem, instrumentPath } from '../../shared/trading/market/figures.ts';
import { LiveChange, LivePrice } from '../../shared/trading/market/live.tsx';
import { useMarket } from '../../shared/trading/market/market.ts';
import { useWatchlist } from '../../shared/trading/market/watchlist.ts';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { Input } from '../../ui/field.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SkeletonRows } from '../../ui/states.tsx';

const rowPx = isMobile ? 60 : 48;
const rowsPerPage = 10;

/** The way to another instrument: starred ones first, found by name or code. */
export function InstrumentList({ current, onChosen }: { current: string; onChosen?: () => void }) {
  const { t } = useTranslation('currency');
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query).trim().toLowerCase();
  const { data: items } = useMarket();
  const watchlist = useWatchlist((state) => state.watchlist);
  const rows = useMemo(() => {
    const found = (items ?? []).filter(({ appName, code }) => `${appName} ${code}`.toLowerCase().includes(wanted));
    const starred = new Set(watchlist);
    return found.toSorted((a, b) => Number(starred.has(b.code)) - Number(starred.has(a.code)));
  }, [items, wanted, watchlist]);
  return (
    <nav aria-label={t('switcher.label')} className="flex h-full min-h-0 flex-col">
      <div className="border-b border-line p-s3">
        <Input
          label={t('switcher.search')}
          placeholder={t('switcher.search')}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          maxLength={40}
          className="[&_label]:sr-only"
          start={<Search aria-hidden className="size-icon shrink-0 text-muted" />}
        />
      </div>
      {items === undefined ? (
        <SkeletonRows rows={12} className="p-s3" />
      ) : rows.length === 0 ? (
        <p className="p-s5 text-center text-muted">{t('switcher.none')}</p>
      ) : (
        <Rows rows={rows} current={current} {...(onChosen === undefined ? {} : { onChosen })} />
      )}
    </nav>
  );
}

/** How far a key leads from a row; undefined where it leads nowhere. */
function stepOf(key: string, count: number): number | undefined {
  return { ArrowDown: 1, ArrowUp: -1, PageDown: rowsPerPage, PageUp: -rowsPerPage, Home: -count, End: count }[key];
}

/** One stop of the Tab key, however long: arrows lead from row to row, and the one that was left is come back to. */
function Rows({ rows, current, onChosen }: { rows: readonly ListedItem[]; current: string; onChosen?: () => void }) {
  const frame = useRef<HTMLDivElement>(null);
  /** Where arrow keys have led, until another instrument is chosen. */
  const [moved, setMoved] = useState({ to: current, current });
  const stop = moved.current === current ? moved.to : current;
  const at = (code: string) => rows.findIndex((item) => item.code === code);
  const active = Math.max(at(stop) === -1 ? at(current) : at(stop), 0);
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    getScrollElement: () => frame.current,
    getItemKey: (index) => rows[index]?.code ?? index,
    overscan: 5,
    // The stop is there to be reached, and keeps its focus, wherever the list was scrolled to.
    rangeExtractor: (range) => [...new Set([active, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b),
  });
  const move = (event: KeyboardEvent) => {
    const step = stepOf(event.key, rows.length);
    const next = rows[Math.min(Math.max(active + (step ?? 0), 0), rows.length - 1)];
    if (step === undefined || next === undefined) return;
    event.preventDefault();
    flushSync(() => setMoved({ to: next.code, current }));
    virtual.scrollToIndex(at(next.code));
    frame.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus({ preventScroll: true });
  };
  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-y-auto">
      <ul className="relative" onKeyDown={move} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const item = rows[index];
          return item === undefined ? null : (
            <li
              key={key}
              className="absolute inset-x-0"
              style={{ transform: `translateY(${start}px)`, height: rowPx }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <Row
                item={item}
                chosen={item.code === current}
                stop={index === active}
                {...(onChosen === undefined ? {} : { onChosen })}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface RowProps {
  item: ListedItem;
  chosen: boolean;
  /** The row that the Tab key reaches. */
  stop: boolean;
  onChosen?: () => void;
}

const Row = memo(function Row({ item, chosen, stop, onChosen }: RowProps) {
  return (
    <Link
      to={instrumentPath(item)}
      onClick={onChosen}
      tabIndex={stop ? 0 : -1}
      aria-current={chosen ? 'page' : undefined}
      className={cx(
        'flex h-full items-center gap-s3 px-s4 transition-quick hover:bg-surface-2 focus-visible:-outline-offset-2',
        chosen && 'bg-surface-2 shadow-[inset_2px_0_var(--accent)] rtl:shadow-[inset_-2px_0_var(--accent)]',
      )}
    >
      <Logo src={item.logo} code={item.code} className="size-[24px]" />
      <span className="flex min-w-0 flex-1 flex-col leading-tight">
        <bdi title={item.appName} className="truncate font-medium">
          {item.appName}
        </bdi>
        <bdi dir="ltr" className="truncate text-caption text-muted rtl:text-end">
          {item.code}
        </bdi>
      </span>
      <span className="flex shrink-0 flex-col items-end leading-tight">
        <LivePrice item={item} className="text-caption font-medium" />
        <LiveChange item={item} tone="plain" className="text-caption" />
      </span>
    </Link>
  );
});
