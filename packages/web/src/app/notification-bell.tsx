import { useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFeedEvent } from '../shared/feed/feed.ts';
import { refreshNotifications, useNotificationsKey, useUnread } from '../shared/trading/notifications.ts';

const shownMax = 99;

/** Leads to the notifications and says how many wait to be read. */
export function NotificationBell() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [, owner] = useNotificationsKey();
  const unread = useUnread();
  const refresh = useCallback(() => refreshNotifications(client, ['account', owner, 'notifications']), [client, owner]);
  useFeedEvent('notification', refresh);
  useFeedEvent('authenticated', refresh);
  const count = unread > shownMax ? `${shownMax}+` : String(unread);
  const label = unread === 0 ? t('nav.notifications') : `${t('nav.notifications')} (${count})`;
  return (
    <Link
      to="/profile/notification"
      title={label}
      className="relative inline-flex size-control shrink-0 items-center justify-center rounded-middle text-muted transition-quick hover:bg-surface-2 hover:text-text active:bg-surface-2"
    >
      <Bell aria-hidden className="size-icon" />
      <span className="sr-only">{label}</span>
      {unread === 0 ? null : (
        <span
          aria-hidden
          className="numbers absolute start-1/2 top-[8%] min-w-[1.35em] rounded-large bg-accent-fill px-[0.3em] text-center text-caption leading-[1.35] font-semibold text-on-accent"
        >
          {count}
        </span>
      )}
    </Link>
  );
}
