import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { formatAmount, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../client/api.ts';
import { useSession } from '../../client/session.ts';
import { useAccountKey } from '../account.ts';

export type ResultFilter = Pick<InputOf<(typeof order)['results']>, 'product' | 'code' | 'status' | 'from' | 'to'>;
export type ResultTotals = ResultOf<(typeof order)['results']>;

/** Financing costs, which rows of orders contain; dividends are in no order's row and are shown beside them. */
export function nightsOf({ financing, dividends }: Pick<ResultTotals, 'financing' | 'dividends'>): string {
  const units = (text: string) => parseAmount(text, usdt) ?? nothing;
  return formatAmount(sum(units(financing), units(dividends)), usdt);
}

const ageMs = 30_000;

/** Totals of all that a filter shows, from the server: not of the rows that a page has fetched. */
export function useResults(filter: ResultFilter): UseQueryResult<ResultTotals> {
  return useQuery({
    queryKey: [...useAccountKey(), 'results', 'totals', filter],
    queryFn: ({ signal }) => call(calls.order.results, filter, { signal }),
    enabled: useSession((session) => session.isLogin),
    staleTime: ageMs,
  });
}
