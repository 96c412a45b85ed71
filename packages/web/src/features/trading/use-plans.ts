import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { PlanStatus } from '@assay/contract/vocabulary/statuses.ts';
import {
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useBook, useSession } from '../../shared/client/session.ts';
import { useAccountKey, useRefreshAccount } from '../../shared/trading/account.ts';

type List = ResultOf<(typeof order)['listSmartOrder']>;

const plansPerPage = 12;
const heldMax = 100;
/** While a plan has one of these, its product can't be bought again. */
const holding = ['waiting', 'inIncome', 'closed'] as const satisfies readonly PlanStatus[];

/** Plans exist on real accounts alone; the server refuses even to list them on others. */
function useMayAsk(): boolean {
  const signedIn = useSession((session) => session.isLogin);
  return useBook() === 'real' && signedIn;
}

/** The person's plans, newest first, a page at a time; of one status or of all. */
export function usePlans(status: PlanStatus | null): UseInfiniteQueryResult<{ pages: List[] }> {
  return useInfiniteQuery({
    queryKey: [...useAccountKey(), 'plans', 'list', status],
    queryFn: ({ signal, pageParam }) => {
      const input: InputOf<(typeof order)['listSmartOrder']> = { limit: plansPerPage };
      if (status !== null) input.status = status;
      if (pageParam !== null) input.cursor = pageParam;
      return call(calls.order.listSmartOrder, input, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: useMayAsk(),
  });
}

/** Ids of the products that the person holds a plan of. */
export function useHeldProducts(): UseQueryResult<ReadonlySet<string>> {
  return useQuery({
    queryKey: [...useAccountKey(), 'plans', 'held'],
    queryFn: async ({ signal }) => {
      const ask = (status: PlanStatus) => call(calls.order.listSmartOrder, { status, limit: heldMax }, { signal });
      const lists = await Promise.all(holding.map(ask));
      return new Set(lists.flatMap(({ items }) => items.map(({ productId }) => productId)));
    },
    enabled: useMayAsk(),
  });
}

/** Fetches plans, balances and coverage anew, after what changed them. */
export function useRefreshPlans(): () => void {
  const client = useQueryClient();
  const account = useRefreshAccount();
  return useCallback(() => {
    account();
    void client.invalidateQueries({ queryKey: ['plans', 'coverage'] });
  }, [account, client]);
}
