import type { Notification } from '@assay/contract/endpoints/notification.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFeedEvent } from '../../shared/feed.ts';
import { isNotification } from '../../shared/notifications.ts';
import { useBook } from '../../shared/session.ts';
import { toast } from '../../ui/toast.tsx';
import { placeOf } from './kinds.ts';
import { useWords } from './use-words.ts';

/** Kinds that interrupt. What happens to an order of the account in use is said by the order's own toast. */
const urgent = new Set(['marginWarning', 'priceAlert', 'planMatured', 'planExpired']);

/** Whether a notification is worth a toast: with restraint, or people learn to look away. */
export function interrupts({ kind, book, read }: Pick<Notification, 'kind' | 'book' | 'read'>, current: Book): boolean {
  if (read) return false;
  return urgent.has(kind) || (kind === 'positionLiquidated' && book !== current);
}

/** Says aloud what cannot wait, on whatever page the person is. */
export function NotificationEvents() {
  const { t } = useTranslation('notifications');
  const navigate = useNavigate();
  const words = useWords();
  const book = useBook();
  const hear = useCallback(
    (data: unknown) => {
      if (!isNotification(data) || !interrupts(data, book)) return;
      const lost = data.kind === 'marginWarning' || data.kind === 'positionLiquidated';
      toast({
        id: `notification-${data.id}`,
        kind: lost ? 'error' : 'info',
        ...words(data),
        action: { label: t('view'), run: () => void navigate(placeOf(data)) },
      });
    },
    [t, words, book, navigate],
  );
  useFeedEvent('notification', hear);
  return null;
}
