import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import { LayoutGrid, List, Search, X } from 'lucide-react';
import { Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type ListedItem } from '../../shared/trading/market/figures.ts';
import { type MarketDays, useMarketDays, useTurnoverOf } from '../../shared/trading/market/market-day.ts';
import { useMarket } from '../../shared/trading/market/market.ts';
import { useWatchlist } from '../../shared/trading/market/watchlist.ts';
import { LateConcerning } from '../../shared/trading/news/late-concerning.ts';
import { useTitle } from '../../shared/words/title.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Input } from '../../ui/field.tsx';
import { lazyPage } from '../../ui/lazy-page.ts';
import { Page } from '../../ui/panel.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { MarketTable } from './market-table.tsx';
import { MoversStrip } from './movers-strip.tsx';
import { isSmall } from './movers.ts';
import { type InstrumentTab, type Order, type Tab, chooseItems, sortItems, tabs } from './select-items.ts';
import { useSnapshot } from './snapshot.ts';

/** Few users open the plans here: their terms and money are loaded on demand. */
const PlanTable = lazyPage(() => import('./plan-table.tsx').then((module) => module.PlanTable));

/** How often a list that is sorted by a live figure takes its new order. Oftener, rows would jump under the pointer. */
const reorderMs = 3_000;

/** The heat map and its layout are loaded when it is opened. */
const HeatMap = lazyPage(() => import('./heat-map/heat-map.tsx').then((module) => module.HeatMap));

const views = ['list', 'map'] as const;
type View = (typeof views)[number];
const noDays: MarketDays = new Map();

export function MarketPage() {
  const { t } = useTranslation('market');
  useTitle(t('title'));
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'all';
  const view = views.find((one) => one === params.get('view')) ?? 'list';
  const [query, setQuery] = useState('');
  const [withSmall, setWithSmall] = useState(false);
  const market = useMarket();
  const { data: days = noDays } = useMarketDays();
  const turnoverOf = useTurnoverOf(days);
  const known = market.data;
  const larger = useMemo(() => known && largerOf(known, turnoverOf), [known, turnoverOf]);
  const show = (change: { tab?: Tab; view?: View }) => {
    const next = { tab, view, ...change };
    const kept = { ...(next.tab !== 'all' && { tab: next.tab }), ...(next.view !== 'list' && { view: next.view }) };
    setParams(kept, { replace: true });
  };
  const hidden = (known?.length ?? 0) - (larger?.length ?? 0);
  const mayHide = hidden > 0 && view === 'list' && (tab === 'all' || tab === 'crypto') && query.trim() === '';
  return (
    <Page className="flex flex-col gap-s5 py-s6 mobile:gap-s4 mobile:px-0 mobile:py-s4">
      <header className="flex flex-wrap items-center justify-between gap-s4 mobile:px-side">
        <div className="flex items-baseline gap-s3 mobile:sr-only">
          <h1 className="text-title font-semibold">{t('title')}</h1>
          {known === undefined ? null : <p className="text-muted">{t('count', { count: known.length })}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-s4 mobile:w-full mobile:justify-between">
          {mayHide ? (
            <Chip chosen={withSmall} onClick={() => setWithSmall(!withSmall)}>
              {t('small', { count: hidden })}
            </Chip>
          ) : null}
          {tab === 'plan' ? null : <ViewSwitch view={view} onView={(next) => show({ view: next })} />}
          <SearchBox value={query} onChange={setQuery} />
        </div>
      </header>
      <MoversStrip items={larger} days={days} />
      <Suspense fallback={null}>
        <LateConcerning />
      </Suspense>
      <section className="rounded-large border border-line bg-surface-1 mobile:rounded-none mobile:border-x-0">
        <Tabs
          label={t('tabs')}
          value={tab}
          onChange={(next) => show({ tab: next })}
          items={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          className="[&>[role=tablist]]:px-s4"
        >
          {tab === 'plan' ? (
            <Suspense fallback={<SkeletonRows rows={6} className="p-s4" />}>
              <PlanTable query={query} onAll={() => setQuery('')} />
            </Suspense>
          ) : known !== undefined ? (
            <Chosen
              items={mayHide && !withSmall && larger !== undefined ? larger : known}
              days={days}
              view={view}
              tab={tab}
              query={query}
              onTab={(next) => show({ tab: next })}
              onQuery={setQuery}
            />
          ) : market.error !== null ? (
            <ErrorState error={market.error} onRetry={market.refetch} />
          ) : (
            <SkeletonRows rows={12} className="p-s4" />
          )}
        </Tabs>
      </section>
    </Page>
  );
}

/** Everything but coins in which next to nothing is traded; they are shown on request, and are found by name. */
function largerOf(items: readonly ListedItem[], turnoverOf: (code: string) => number): readonly ListedItem[] {
  const coins = items.filter(({ type }) => type === marketTypes.crypto);
  const largest = Math.max(0, ...coins.map(({ code }) => turnoverOf(code)));
  return items.filter(({ type, code }) => type !== marketTypes.crypto || !isSmall(turnoverOf(code), largest));
}

function ViewSwitch({ view, onView }: { view: View; onView(view: View): void }) {
  const { t } = useTranslation('market');
  const icons = { list: List, map: LayoutGrid };
  return (
    <Segmented
      label={t('view.label')}
      value={view}
      onChange={onView}
      className="border border-line"
      options={views.map((value) => {
        const Icon = icons[value];
        const label = (
          <span className="flex items-center gap-s2 whitespace-nowrap">
            <Icon aria-hidden className="size-[1.1em]" />
            {t(`view.${value}`)}
          </span>
        );
        return { value, label };
      })}
    />
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
      className="-mt-s2 w-[max(3.6rem,260px)] mobile:order-first mobile:w-full [&_label]:sr-only [&_input::-webkit-search-cancel-button]:hidden"
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
  items: readonly ListedItem[];
  days: MarketDays;
  view: View;
  tab: InstrumentTab;
  query: string;
  onTab(tab: Tab): void;
  onQuery(query: string): void;
}

function Chosen({ items, days, view, tab, query, onTab, onQuery }: ChosenProps) {
  const { t } = useTranslation('market');
  const [order, setOrder] = useState<Order | null>(null);
  const watchlist = useWatchlist((state) => state.watchlist);
  const wanted = useDeferredValue(query);
  const turnoverOf = useTurnoverOf(days);
  const read = useSnapshot(order !== null && order.key !== 'name', reorderMs);
  const chosen = useMemo(() => chooseItems(items, tab, wanted, watchlist), [items, tab, wanted, watchlist]);
  const rows = useMemo(() => {
    return sortItems(chosen, order, (item) => ({ ...read(item), turnover: days.get(item.code)?.turnover ?? '' }));
  }, [chosen, order, read, days]);

  if (rows.length > 0 && view === 'map') {
    return (
      <Suspense fallback={<Skeleton className="m-s4 h-[480px]" />}>
        <HeatMap items={chosen} turnoverOf={turnoverOf} />
      </Suspense>
    );
  }
  if (rows.length > 0) return <MarketTable items={rows} days={days} order={order} onOrder={setOrder} />;
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
