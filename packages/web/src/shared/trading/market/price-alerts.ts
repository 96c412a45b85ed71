import { ApiRefusal } from '@assay/contract/client.ts';
import type { PriceAlert } from '@assay/contract/endpoints/notification.ts';
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { useErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { call } from '../../client/api.ts';
import { useSession } from '../../client/session.ts';
import { setAndSee } from '../../client/setting.ts';
import { useNotificationsKey } from '../notifications.ts';

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

/** Takes an alert away. One that has fired meanwhile is gone already, which the list says. */
export function useDeleteAlert(): UseMutationResult<PriceAlert[], Error, string> {
  const client = useQueryClient();
  const errorText = useErrorText();
  const key = useAlertsKey();
  return useMutation({
    mutationFn: (id: string) =>
      setAndSee({
        send: () => call(calls.user.deletePriceAlert, { id }),
        look: () => call(calls.user.priceAlerts, {}),
        stands: (list) => list.every((alert) => alert.id !== id),
        show: (list) => void client.setQueryData(key, list),
      }),
    onError: (error) => {
      if (!(error instanceof ApiRefusal)) toast({ id: 'alerts', kind: 'error', title: errorText(error) });
      void client.invalidateQueries({ queryKey: key });
    },
  });
}
