import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type {
  Arriving,
  Deposit,
  DepositCoin,
  Withdrawal,
  WithdrawalMethod,
  WithdrawalTerms,
} from '@assay/contract/endpoints/funds.ts';
import type { fundsCalls } from '@assay/contract/endpoints/funds.ts';
import type { DepositStatus, WithdrawalStatus } from '@assay/contract/vocabulary/funds.ts';
import { type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useBook } from '../../shared/client/session.ts';
import { useFeedEvent } from '../../shared/feed/feed.ts';
import { useAccountKey, useRefreshAccount } from '../../shared/trading/account.ts';

const perPage = 10;

/** Money only moves in and out of real accounts; the server refuses even to list it on others. */
function useMayAsk(): boolean {
  return useBook() === 'real';
}

export function useDepositCoins(): UseQueryResult<DepositCoin[]> {
  return useQuery({
    queryKey: [...useAccountKey(), 'funds', 'coins'],
    queryFn: ({ signal }) => call(calls.user.depositCoins, {}, { signal }),
    enabled: useMayAsk(),
  });
}

/** New blocks send no event: while something is on its way it is polled. */
const blocksMs = 15_000;

export function useArriving(): UseQueryResult<Arriving[]> {
  return useQuery({
    queryKey: [...useAccountKey(), 'funds', 'arriving'],
    queryFn: ({ signal }) => call(calls.user.arriving, {}, { signal }),
    refetchInterval: ({ state }) => ((state.data ?? []).length > 0 ? blocksMs : false),
    enabled: useMayAsk(),
  });
}

export function useWithdrawalTerms(): UseQueryResult<WithdrawalTerms> {
  return useQuery({
    queryKey: [...useAccountKey(), 'funds', 'terms'],
    queryFn: ({ signal }) => call(calls.user.withdrawalTerms, {}, { signal }),
    enabled: useMayAsk(),
  });
}

export function useMethods(): UseQueryResult<WithdrawalMethod[]> {
  return useQuery({
    queryKey: [...useAccountKey(), 'funds', 'methods'],
    queryFn: ({ signal }) => call(calls.user.withdrawalAddresses, {}, { signal }),
    enabled: useMayAsk(),
  });
}

export function useDeposits(
  status: DepositStatus | null,
): UseInfiniteQueryResult<{ pages: { items: Deposit[]; nextCursor: string | null }[] }> {
  return useInfiniteQuery({
    queryKey: [...useAccountKey(), 'funds', 'deposits', status],
    queryFn: ({ signal, pageParam }): Promise<ResultOf<typeof fundsCalls.listRecharge>> => {
      const input: InputOf<typeof fundsCalls.listRecharge> = { limit: perPage };
      if (status !== null) input.status = status;
      if (pageParam !== null) input.cursor = pageParam;
      return call(calls.user.listRecharge, input, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: useMayAsk(),
  });
}

export function useWithdrawals(
  status: WithdrawalStatus | null,
): UseInfiniteQueryResult<{ pages: { items: Withdrawal[]; nextCursor: string | null }[] }> {
  return useInfiniteQuery({
    queryKey: [...useAccountKey(), 'funds', 'withdrawals', status],
    queryFn: ({ signal, pageParam }): Promise<ResultOf<typeof fundsCalls.listWithdrwal>> => {
      const input: InputOf<typeof fundsCalls.listWithdrwal> = { limit: perPage };
      if (status !== null) input.status = status;
      if (pageParam !== null) input.cursor = pageParam;
      return call(calls.user.listWithdrwal, input, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: useMayAsk(),
  });
}

/** What the account has of each coin that it has any of. */
export function useHeld(): UseQueryResult<ReadonlyMap<string, string>> {
  return useQuery({
    queryKey: [...useAccountKey(), 'balances'],
    queryFn: ({ signal }) => call(calls.user.listBalances, {}, { signal }),
    select: (balances) =>
      new Map(balances.flatMap(({ asset, available }) => (/[1-9]/.test(available) ? [[asset, available]] : []))),
    enabled: useMayAsk(),
  });
}

/**
 * Keeps lists, limits and balances in step: operators decide while the person looks on, and a notification announces
 * it.
 */
export function useFundsEvents(): void {
  useFeedEvent('notification', useRefreshAccount());
}
