import type { CatalogueItem, MarketFigures, MarketInfo, MarketItem } from '@assay/contract/endpoints/index.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { calls } from 'virtual:calls';
import { call } from '../../client/api.ts';
import { onQuoteOf, quoteOf, useQuote } from '../../feed/feed.ts';
import { type ListedItem, type LiveFigures, figuresOf } from './figures.ts';
import { Lines } from './lines.ts';

const marketAgeMs = 60_000;
const infoAgeMs = 20_000;
/** Names change when another version of the product is there. */
const catalogueAgeMs = 3_600_000;

/** Names of all instruments, without figures; yield plans (type 1) have screens of their own. */
export function useCatalogue(): UseQueryResult<CatalogueItem[]> {
  return useQuery({
    queryKey: ['catalogue'],
    queryFn: ({ signal }) => call(calls.index.catalogue, {}, { signal }),
    staleTime: catalogueAgeMs,
  });
}

interface Listing {
  readonly data: readonly ListedItem[] | undefined;
  /** Why there is none. */
  readonly error: Error | null;
  refetch(): void;
}

/** Every instrument with its figures: for who shows or sorts the whole market. */
export function useMarket(): Listing {
  const names = useCatalogue();
  const figures = useQuery({
    queryKey: ['market'],
    queryFn: ({ signal }) => call(calls.index.quotes, {}, { signal }),
    staleTime: marketAgeMs,
    refetchInterval: marketAgeMs,
  });
  const data = useMemo(() => names.data && figures.data && listed(names.data, figures.data), [names.data, figures.data]);
  const refetch = () => {
    for (const query of [names, figures]) if (query.isError) void query.refetch();
  };
  return { data, error: names.error ?? figures.error, refetch };
}

/** In the order of the catalogue; what has no figures is left out. */
function listed(names: readonly CatalogueItem[], figures: readonly MarketFigures[]): readonly ListedItem[] {
  const byCode = new Map(figures.map((one) => [one.code, one]));
  return names.flatMap((name) => {
    const own = byCode.get(name.code);
    return own === undefined ? [] : [{ ...name, price: own.price, nowPrice: own.nowPrice, zdf: own.zdf, open: own.open }];
  });
}

/** A few of the market: what home shows first, in one small answer with lines. */
export function useHomeMarket(): UseQueryResult<MarketItem[]> {
  return useQuery({
    queryKey: ['marketHome'],
    queryFn: async ({ signal }) => withLines(await call(calls.index.listMarketHome, {}, { signal })),
    staleTime: marketAgeMs,
    refetchInterval: marketAgeMs,
  });
}

/** Those of these codes that are instruments, with their figures, in this order; undefined until they are known. */
export function useListed(codes: readonly string[]): readonly ListedItem[] | undefined {
  const names = useCatalogue().data;
  const { data: figures } = useQuery({
    queryKey: ['market', 'of', ...codes],
    queryFn: async ({ signal }) => withLines(await call(calls.index.quotes, { codes: [...codes] }, { signal })),
    enabled: codes.length > 0,
    // What was there stays until those of another choice are.
    placeholderData: (before) => before,
    staleTime: marketAgeMs,
    refetchInterval: marketAgeMs,
  });
  if (codes.length === 0) return none;
  if (names === undefined || figures === undefined) return undefined;
  const items = listed(
    names.filter(({ code }) => codes.includes(code)),
    figures,
  );
  return codes.flatMap((code) => items.find((item) => item.code === code) ?? []);
}

const none: readonly ListedItem[] = [];

const lines = new Lines({
  fetch: (codes) => call(calls.index.quotes, { codes: [...codes] }),
  quoteOf,
  onQuote: onQuoteOf,
  now: Date.now,
  later: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
});

/** Lines included in an answer need not be requested. */
export function withLines<T extends Parameters<Lines['take']>[0]>(items: T): T {
  lines.take(items);
  return items;
}

/** The small line of an instrument, continued by the feed; undefined until it is known. */
export function useLivePoints(code: string): readonly number[] | undefined {
  const listen = useCallback((listener: () => void) => lines.listen(code, listener), [code]);
  return useSyncExternalStore(
    listen,
    () => lines.pointsOf(code),
    () => undefined,
  );
}

/** Terms, hours and day's figures of one instrument, asked again often enough that they stay true beside a live price. */
export function useMarketInfo(id: string): UseQueryResult<MarketInfo> {
  return useQuery({
    queryKey: ['marketInfo', id],
    queryFn: async ({ signal }) => {
      const info = await call(calls.index.getMarketInfo, { id }, { signal });
      withLines([info]);
      return info;
    },
    enabled: id !== '',
    staleTime: infoAgeMs,
    refetchInterval: infoAgeMs,
  });
}

/** Where a yield plan is bought. */
export function productPath({ id }: { id: string }): string {
  return `/trading?${new URLSearchParams({ product: id })}`;
}

export function useLiveFigures(item: ListedItem): LiveFigures {
  return figuresOf(item, useQuote(item.code));
}
