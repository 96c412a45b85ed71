import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../client/api.ts';
import { useSession } from '../../client/session.ts';
import { useAccountKey } from '../account.ts';

export type ResultFilter = Pick<InputOf<(typeof order)['results']>, 'product' | 'code' | 'status' | 'from' | 'to'>;
export type ResultTotals = ResultOf<(typeof order)['results']>;

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

/** From the first instant of one UTC day to the last of another; each may be left open. */
export interface Dates {
  /** yyyy-mm-dd */
  readonly from: string;
  readonly to: string;
}

export const allDates: Dates = { from: '', to: '' };

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** As the calls name it: from an instant on, and before another. */
export function spanOf({ from, to }: Dates): Pick<ResultFilter, 'from' | 'to'> {
  const dayMs = 86_400_000;
  return {
    ...(isDay(from) && { from: `${from}T00:00:00.000Z` }),
    ...(isDay(to) && { to: new Date(Date.parse(to) + dayMs).toISOString() }),
  };
}
