import type { PriceAlert } from '@assay/contract/endpoints/notification.ts';
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../client/api.ts';
import { useSession } from '../client/session.ts';
import { useNotificationsKey } from './notifications.ts';

/** Alerts fire and become notifications, so both are fetched anew together. */
function useAlertsKey(): readonly string[] {
  return [...useNotificationsKey(), 'alerts'];
}

/** Price alerts that wait, of one instrument or of all, newest first. */
export function usePriceAlerts(code?: string): UseQueryResult<PriceAlert[]> {
  const isLogin = useSession((session) => session.isLogin);
  return useQuery({
    queryKey: useAlertsKey(),
    queryFn: ({ signal }) => call(calls.user.priceAlerts, {}, { signal }),
    select: (list) => (code === undefined ? list : list.filter((alert) => alert.code === code)),
    enabled: isLogin,
  });
}

export function useDeleteAlert(): UseMutationResult<PriceAlert[], Error, string> {
  const client = useQueryClient();
  const key = useAlertsKey();
  return useMutation({
    mutationFn: (id: string) => call(calls.user.deletePriceAlert, { id }),
    onSuccess: (list) => client.setQueryData(key, list),
    // One that has fired meanwhile is gone already: the list says so.
    onError: () => void client.invalidateQueries({ queryKey: key }),
  });
}
