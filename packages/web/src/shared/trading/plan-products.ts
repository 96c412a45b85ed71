import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import { type Amount, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type PlanProduct, readOffer } from '@assay/domain/plans/product.ts';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { calls } from 'virtual:calls';
import { call } from '../client/api.ts';

const productsAgeMs = 60_000;
const productsKey = ['plans', 'products'] as const;
const coverageAgeMs = 20_000;

/** What the treasury has. */
export interface Coverage {
  readonly free: Amount;
  readonly committed: Amount;
}

/** Every product on sale with its terms, in the order of the list. */
export function useProducts(): UseQueryResult<PlanProduct[]> {
  return useQuery({
    queryKey: productsKey,
    queryFn: async ({ signal }) => {
      const items = await call(calls.index.listMarketAll, { type: marketTypes.plan }, { signal });
      const infos = await Promise.all(items.map(({ id }) => call(calls.index.getMarketInfo, { id }, { signal })));
      return infos.flatMap(productsIn);
    },
    staleTime: productsAgeMs,
    refetchInterval: productsAgeMs,
  });
}

/** Fetches the products anew, once their terms turn out to be other ones than were shown. */
export function useRefreshProducts(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ queryKey: productsKey }), [client]);
}

/** A product without terms can't be shown and is none. */
function productsIn({ id, code, appName, logo, plan }: MarketInfo): PlanProduct[] {
  return plan === null ? [] : [{ id, code, name: appName, logo, ...readOffer(plan) }];
}

/** What the treasury has free and has set aside; it changes with every purchase of a plan. */
export function useCoverage(): UseQueryResult<Coverage> {
  return useQuery({
    queryKey: ['plans', 'coverage'],
    queryFn: async ({ signal }) => {
      const { free, committed } = await call(calls.index.planCoverage, {}, { signal });
      return { free: read(free), committed: read(committed) };
    },
    staleTime: coverageAgeMs,
    refetchInterval: coverageAgeMs,
  });
}

function read(text: string): Amount {
  const value = parseAmount(text, usdt);
  if (value === undefined) throw new Error(`${text} is no amount of USDT`);
  return value;
}
