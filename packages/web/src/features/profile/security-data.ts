import type { Security } from '@assay/contract/endpoints/security.ts';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useSession } from '../../shared/client/session.ts';

/** Account security concerns demo and real alike, so it is stored under its owner alone. */
export function useSecurityKey(part: 'state' | 'sessions' | 'signIns' | 'passkeys' | 'apiKeys' | 'closing'): readonly string[] {
  const owner = useSession((session) => session.userInfo?.id ?? '');
  return ['account', owner, 'security', part];
}

export function useSecurity(): UseQueryResult<Security> {
  return useQuery({
    queryKey: useSecurityKey('state'),
    queryFn: ({ signal }) => call(calls.user.security, {}, { signal }),
  });
}

/** Takes over what a change has answered, or asks anew where it answered something else. */
export function useSecurityChanged(): (known?: Security) => void {
  const client = useQueryClient();
  const queryKey = useSecurityKey('state');
  return (known) => {
    if (known === undefined) void client.invalidateQueries({ queryKey });
    else client.setQueryData(queryKey, known);
  };
}
