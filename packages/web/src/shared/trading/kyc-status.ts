import { type KycStatus, kycStatuses } from '@assay/contract/vocabulary/statuses.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../client/api.ts';
import { useSession } from '../client/session.ts';
import { useAccountKey } from './account.ts';

const kycAgeMs = 30_000;

/** The state of the person's identity check. */
export function useKycStatus(): UseQueryResult<KycStatus> {
  const signedIn = useSession((session) => session.isLogin);
  return useQuery({
    queryKey: [...useAccountKey(), 'identity'],
    queryFn: ({ signal }) => call(calls.user.getUserInfo, {}, { signal }),
    select: ({ kycStatus }) => kycStatuses.find((status) => status === kycStatus) ?? 'notVerified',
    enabled: signedIn,
    // Operators decide meanwhile.
    refetchInterval: kycAgeMs,
  });
}
