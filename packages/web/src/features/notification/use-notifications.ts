import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import { type UseInfiniteQueryResult, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { refreshNotifications, useNotificationsKey } from '../../shared/trading/notifications.ts';

type List = ResultOf<(typeof user)['listNotification']>;
export type Shown = InputOf<(typeof user)['listNotification']>['show'];

/** The person's notifications, newest first, a page at a time. */
export function useNotifications(show: Shown): UseInfiniteQueryResult<{ pages: List[] }> {
  return useInfiniteQuery({
    queryKey: [...useNotificationsKey(), 'list', show],
    queryFn: ({ signal, pageParam }) =>
      call(calls.user.listNotification, { show, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Marks notifications read: one, or one and all older ones. Where that fails they simply stay unread. */
export function useMarkRead(): (which: { id: string } | { upTo: string }) => void {
  const client = useQueryClient();
  const [, owner] = useNotificationsKey();
  return useCallback(
    (which) => {
      const refresh = () => refreshNotifications(client, ['account', owner, 'notifications']);
      call(calls.user.readNotification, which).then(refresh, refresh);
    },
    [client, owner],
  );
}
