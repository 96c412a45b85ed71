import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import { Search, X } from 'lucide-react';
import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { quoteOf } from '../../shared/feed/feed.ts';
import { type LiveFigures, figuresOf, useMarket } from '../../shared/trading/market.ts';
import { useWatchlist } from '../../shared/trading/watchlist.ts';
import { useTitle } from '../../shared/words/title.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { lazyPage } from '../../ui/lazy-page.ts';
import { Page } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { MarketTable } from './market-table.tsx';
import { type InstrumentTab, type Order, type Tab, chooseItems, sortItems, tabs } from './select-items.ts';

/** Few look at the plans here: their terms and money are loaded when somebody does. */
const PlanTable = lazyPage(() => import('./plan-table.tsx').then((module) => module.PlanTable));

/** How often a list that is sorted by a live figure takes its new order. Oftener, rows would jump under the pointer. */
const reorderMs = 3_000;

export function MarketPage() {
  const { t } = useTranslation('market');
  useTitle(t('title'));
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'all';
  const [query, setQuery] = useState('');
  const market = useMarket();
  const chooseTab = (next: Tab) => setParams(next === 'all' ? {} : { tab: next }, { replace: true });
  return (
    <Page className="flex flex-col gap-s5 py-s6 mobile:px-0">
      <header className="flex flex-wrap items-end justify-between gap-s4 mobile:px-side">
        <div className="flex items-baseline gap-s3 mobile:sr-only">
          <h1 className="text-title font-semibold">{t('title')}</h1>
          {market.data === undefined ? null : <p className="text-muted">{t('count', { count: market.data.length })}</p>}
        </div>
        <SearchBox value={query} onChange={setQuery} />
      </header>
      <section className="rounded-large border border-line bg-surface-1 mobile:rounded-none mobile:border-x-0">
        <Tabs
          label={t('tabs')}
          value={tab}
          onChange={chooseTab}
          items={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          className="[&>[role=tablist]]:px-s4"
        >
          {tab === 'plan' ? (
            <Suspense fallback={<SkeletonRows rows={6} className="p-s4" />}>
              <PlanTable query={query} onAll={() => setQuery('')} />
            </Suspense>
          ) : market.data !== undefined ? (
            <Chosen items={market.data} tab={tab} query={query} onTab={chooseTab} onQuery={setQuery} />
          ) : market.isError ? (
            <ErrorState error={market.error} onRetry={() => void market.refetch()} />
          ) : (
            <SkeletonRows rows={12} className="p-s4" />
          )}
        </Tabs>
      </section>
    </Page>
  );
}

function SearchBox({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('market');
  return (
    <Input
      label={t('search')}
      type="search"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={40}
      className="w-[max(3.6rem,260px)] mobile:w-full [&_label]:sr-only [&_input::-webkit-search-cancel-button]:hidden"
      placeholder={t('search')}
      start={<Search aria-hidden className="size-icon shrink-0 text-muted" />}
      end={
        value === '' ? null : (
          <IconButton label={t('clearSearch')} onClick={() => onChange('')} className="-me-s2 size-control-small">
            <X aria-hidden />
          </IconButton>
        )
      }
    />
  );
}

interface ChosenProps {
  items: readonly MarketItem[];
  tab: InstrumentTab;
  query: string;
  onTab(tab: Tab): void;
  onQuery(query: string): void;
}

function Chosen({ items, tab, query, onTab, onQuery }: ChosenProps) {
  const { t } = useTranslation('market');
  const [order, setOrder] = useState<Order | null>(null);
  const watchlist = useWatchlist((state) => state.watchlist);
  const wanted = useDeferredValue(query);
  const figures = useSnapshot(order !== null && order.key !== 'name');
  const rows = useMemo(
    () => sortItems(chooseItems(items, tab, wanted, watchlist), order, figures),
    [items, tab, wanted, watchlist, order, figures],
  );

  if (rows.length > 0) return <MarketTable items={rows} order={order} onOrder={setOrder} />;
  if (tab === 'watchlist' && wanted.trim() === '') {
    return (
      <EmptyState
        kind="nothing"
        picture="watchlist"
        title={t('noStarsTitle')}
        text={t('noStarsText')}
        action={<Button onClick={() => onTab('all')}>{t('showAll')}</Button>}
      />
    );
  }
  if (wanted.trim() === '') return <EmptyState kind="nothing" title={t('emptyTitle')} text={t('emptyText')} />;
  const showAll = () => (tab === 'all' ? onQuery('') : onTab('all'));
  return (
    <EmptyState
      kind="noMatch"
      title={t('noneTitle')}
      text={t('noneText', { query: wanted.trim() })}
      action={<Button onClick={showAll}>{tab === 'all' ? t('clearSearch') : t('showAll')}</Button>}
    />
  );
}

/** Reads the live figures; a new function, and with it a new order, every few seconds while `running`. */
function useSnapshot(running: boolean): (item: MarketItem) => LiveFigures {
  const [read, setRead] = useState(() => freshReader());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setRead(() => freshReader()), reorderMs);
    return () => clearInterval(timer);
  }, [running]);
  return read;
}

function freshReader(): (item: MarketItem) => LiveFigures {
  return (item) => figuresOf(item, quoteOf(item.code));
}
