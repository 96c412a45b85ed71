import type { Notification } from '@assay/contract/endpoints/notification.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../client/api.ts';
import { useSession } from '../client/session.ts';

/** Notifications concern both accounts, so they are cached under their owner alone. */
export function useNotificationsKey(): readonly ['account', string, 'notifications'] {
  const owner = useSession((session) => session.userInfo?.id ?? '');
  return ['account', owner, 'notifications'];
}

/** How many wait to be read, up to 100; 0 until known. */
export function useUnread(): number {
  const isLogin = useSession((session) => session.isLogin);
  const { data } = useQuery({
    queryKey: [...useNotificationsKey(), 'unread'],
    queryFn: ({ signal }) => call(calls.user.listNotification, { limit: 1 }, { signal }),
    select: ({ unread }) => unread,
    enabled: isLogin,
  });
  return data ?? 0;
}

export function refreshNotifications(client: QueryClient, key: readonly string[]): void {
  void client.invalidateQueries({ queryKey: key });
}

/** A private event of our own server; what carries facts under a kind is a notification. */
export function isNotification(data: unknown): data is Notification {
  return typeof data === 'object' && data !== null && 'kind' in data && 'values' in data && 'createdAt' in data;
}
