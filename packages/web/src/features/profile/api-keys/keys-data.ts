import type { ApiKey } from '@assay/contract/endpoints/api-keys.ts';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { useSecurityKey } from '../security-data.ts';

/** The keys of one's own programs. */
export function useApiKeys(): UseQueryResult<ApiKey[]> {
  return useQuery({
    queryKey: useSecurityKey('apiKeys'),
    queryFn: ({ signal }) => call(calls.user.apiKeys, {}, { signal }),
  });
}

/** Takes over what a change has answered. */
export function useTakeOverKeys(): (known: ApiKey[]) => void {
  const client = useQueryClient();
  const queryKey = useSecurityKey('apiKeys');
  return (known) => client.setQueryData(queryKey, known);
}
