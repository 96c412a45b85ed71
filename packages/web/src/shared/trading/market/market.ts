import type { MarketInfo, MarketItem } from '@assay/contract/endpoints/index.ts';
import type { FeedQuote } from '@assay/contract/feed.ts';
import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls } from 'virtual:calls';
import { call } from '../../client/api.ts';
import { useQuote } from '../../feed/feed.ts';
import { decimalsOf } from '../../words/format.ts';
import { continueLine } from './line.ts';

const marketAgeMs = 60_000;
const infoAgeMs = 20_000;

/** Every tradable instrument; yield plans (type 1) have screens of their own. */
export function useMarket(): UseQueryResult<MarketItem[]> {
  return useQuery({
    queryKey: ['market'],
    queryFn: ({ signal }) => call(calls.index.listMarketAll, {}, { signal }),
    select: tradable,
    staleTime: marketAgeMs,
    refetchInterval: marketAgeMs,
  });
}

function tradable(items: MarketItem[]): MarketItem[] {
  return items.filter((item) => item.type !== marketTypes.plan);
}

/** Terms, hours and day's figures of one instrument, asked again often enough that they stay true beside a live price. */
export function useMarketInfo(id: string): UseQueryResult<MarketInfo> {
  return useQuery({
    queryKey: ['marketInfo', id],
    queryFn: ({ signal }) => call(calls.index.getMarketInfo, { id }, { signal }),
    enabled: id !== '',
    staleTime: infoAgeMs,
    refetchInterval: infoAgeMs,
  });
}

/** Where an instrument's screen is; the path is spelled as specified. */
export function instrumentPath({ code, type, id }: Pick<MarketItem, 'code' | 'type' | 'id'>): string {
  return `/cruuency?${new URLSearchParams({ code, type: String(type), id })}`;
}

/** Where a yield plan is bought. */
export function productPath({ id }: { id: string }): string {
  return `/trading?${new URLSearchParams({ product: id })}`;
}

export interface LiveFigures {
  /** Last price as a plain decimal; empty while there is none. */
  readonly price: string;
  /** Decimals that the price is shown with, so that a figure does not change its width with a trailing zero. */
  readonly scale: number;
  readonly change: string;
  /** Tradable at this moment. */
  readonly open: boolean;
}

/** An item's figures, from the feed as soon as it has them. */
export function figuresOf(item: MarketItem, quote: FeedQuote | undefined): LiveFigures {
  const price = quote?.price ?? item.nowPrice;
  return {
    price,
    scale: Math.max(decimalsOf(price), decimalsOf(item.nowPrice), decimalsOf(item.price)),
    change: quote?.zdf ?? item.zdf,
    open: quote === undefined ? item.open : quote.halted !== true,
  };
}

export function useLiveFigures(item: MarketItem): LiveFigures {
  return figuresOf(item, useQuote(item.code));
}

interface Line {
  readonly base: readonly number[];
  readonly points: readonly number[];
  readonly time: number;
}

/** The list's recent prices, continued by the feed. */
export function useLivePoints({ code, hundred }: Pick<MarketItem, 'code' | 'hundred'>): readonly number[] {
  const quote = useQuote(code);
  const time = quote === undefined ? 0 : Date.parse(quote.time);
  const [line, setLine] = useState<Line>({ base: hundred, points: hundred, time });
  const known = line.base === hundred ? line : { base: hundred, points: hundred, time };
  const points =
    quote === undefined
      ? known.points
      : continueLine(known.points, known.time === 0 ? time : known.time, Number(quote.price), time);
  if (line.base !== hundred || line.points !== points) setLine({ base: hundred, points, time });
  return points;
}
