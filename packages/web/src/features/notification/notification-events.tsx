import type { Notification } from '@assay/contract/endpoints/notification.ts';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { bookOf, useBook, useSession } from '../../shared/client/session.ts';
import { useFeedEvent } from '../../shared/feed/feed.ts';
import { isNotification } from '../../shared/trading/notifications.ts';
import { type WayOut, useOrderView } from '../../shared/trading/order-view.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { interrupts } from './interrupts.ts';
import { orderOf, placeOf } from './kinds.ts';
import { registerAgain } from './push/device.ts';
import { useTaps } from './push/taps.ts';
import { useWords } from './use-words.ts';

/** Announces urgent events, on any page. */
export function NotificationEvents() {
  const { t } = useTranslation('notifications');
  const navigate = useNavigate();
  const words = useWords();
  const book = useBook();
  const hear = useCallback(
    (data: unknown) => {
      if (!isNotification(data)) return;
      spareDevices(data);
      if (!interrupts(data, book)) return;
      const lost = data.kind === 'marginWarning' || data.kind === 'positionLiquidated';
      const order = data.book === book ? orderOf(data) : null;
      const help = (way: WayOut) => ({
        label: t(`wayOut.${way}`),
        run: () => {
          // A user who has switched accounts meanwhile is led to the notice: help belongs to the account of its position.
          if (bookOf(useSession.getState().virtualStatus) !== book) void navigate(placeOf(data));
          else useOrderView.getState().help(order ?? '', way);
        },
      });
      toast({
        id: `notification-${data.id}`,
        kind: lost ? 'error' : 'info',
        ...words(data),
        ...(data.kind === 'marginWarning' && order !== null
          ? { action: help('margin'), other: help('half') }
          : { action: { label: t('view'), run: () => void navigate(placeOf(data)) } }),
      });
    },
    [t, words, book, navigate],
  );
  useFeedEvent('notification', hear);
  useTaps();
  const owner = useSession((session) => session.userInfo?.id);
  useEffect(() => {
    if (owner !== undefined) registerAgain(owner).catch(() => undefined);
  }, [owner]);
  return null;
}

/** What a user sees here is not pushed to their devices. If that message is lost they are notified twice. */
function spareDevices(data: Notification & { readonly push?: boolean }): void {
  if (data.push !== true || document.visibilityState !== 'visible') return;
  call(calls.user.seenNotification, { id: data.id }).catch(() => undefined);
}
