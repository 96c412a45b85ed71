import type { MarketDay } from '@assay/contract/endpoints/index.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { calls } from 'virtual:calls';
import { call } from '../../client/api.ts';

const dayAgeMs = 30_000;

export type MarketDays = ReadonlyMap<string, MarketDay>;

/** Ranges and turnovers of a day by code: what a picture of the market needs and a list of prices does not. */
export function useMarketDays(): UseQueryResult<MarketDays> {
  return useQuery({
    queryKey: ['marketDay'],
    queryFn: ({ signal }) => call(calls.index.listMarketDay, {}, { signal }),
    select: byCode,
    staleTime: dayAgeMs,
    refetchInterval: dayAgeMs,
  });
}

/** Turnover of the day by code; 0 where none is known. */
export function useTurnoverOf(days: MarketDays): (code: string) => number {
  return useCallback((code) => Number(days.get(code)?.turnover ?? ''), [days]);
}

function byCode(days: MarketDay[]): MarketDays {
  return new Map(days.map((day) => [day.code, day]));
}
