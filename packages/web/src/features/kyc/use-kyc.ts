import type { Kyc } from '@assay/contract/endpoints/identity.ts';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';

/** Under the keys of an account, so that it goes with the session; both accounts are of one person. */
const key = ['account', 'kyc'] as const;

/** The state of the person's identification; polled while an answer is awaited. */
export function useKyc(): UseQueryResult<Kyc> {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(calls.user.kyc, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pendingReview' ? 60_000 : false),
    refetchOnWindowFocus: true,
  });
}

/** Everything of the account is fetched again: what the person may do depends on their identity. */
export function useRefreshKyc(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['account'] });
}
