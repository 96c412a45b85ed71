import { ApiRefusal } from '@assay/contract/client.ts';
import type { Reminder } from '@assay/contract/endpoints/instruments/reminders.ts';
import type { ReminderMinutes } from '@assay/contract/vocabulary/calendar.ts';
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { useSession } from '../../../shared/client/session.ts';
import { setAndSee } from '../../../shared/client/setting.ts';
import { useNotificationsKey } from '../../../shared/trading/notifications.ts';
import { useErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';

/** A reminder that has fired becomes a notification, so both are refetched together. */
function useRemindersKey(): readonly string[] {
  return [...useNotificationsKey(), 'reminders'];
}

/** Pending reminders; none for a visitor. */
export function useReminders(): UseQueryResult<Reminder[]> {
  const isLogin = useSession((session) => session.isLogin);
  return useQuery({
    queryKey: useRemindersKey(),
    queryFn: ({ signal }) => call(calls.user.calendarReminders, {}, { signal }),
    enabled: isLogin,
  });
}

interface Wish {
  readonly event: string;
  readonly code: string;
  /** Null for none. */
  readonly minutes: ReminderMinutes | null;
}

export function useSetReminder(): UseMutationResult<Reminder[], Error, Wish> {
  const client = useQueryClient();
  const errorText = useErrorText();
  const key = useRemindersKey();
  return useMutation({
    mutationFn: ({ event, code, minutes }: Wish) =>
      setAndSee({
        send: () => call(calls.user.setCalendarReminder, { event, code, minutes }),
        look: () => call(calls.user.calendarReminders, {}),
        stands: (list) => (list.find((one) => one.event === event)?.minutes ?? null) === minutes,
        show: (list) => void client.setQueryData(key, list),
      }),
    onError: (error) => {
      toast({ id: 'reminders', kind: 'error', title: errorText(error) });
      if (error instanceof ApiRefusal) void client.invalidateQueries({ queryKey: ['calendar'] });
      void client.invalidateQueries({ queryKey: key });
    },
  });
}
