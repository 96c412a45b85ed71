import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useAccountKey } from '../../shared/trading/account.ts';

export type CoinBalance = ResultOf<(typeof user)['listBalances']>[number];

/** Values follow the prices; the server adds them up. */
const valuesAgeMs = 5_000;

/** Every asset that the account has something of, USDT first. */
export function useBalances(): UseQueryResult<CoinBalance[]> {
  return useQuery({
    queryKey: [...useAccountKey(), 'balances'],
    queryFn: ({ signal }) => call(calls.user.listBalances, {}, { signal }),
    refetchInterval: valuesAgeMs,
  });
}
