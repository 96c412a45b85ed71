import type { Notification } from '@assay/contract/endpoints/notification.ts';
import type { NotificationKind } from '@assay/contract/vocabulary/notifications.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';

/** Kinds that interrupt. What happens to an order of the account in use is said by the order's own toast. */
const urgent = new Set<NotificationKind>([
  'marginWarning',
  'priceAlert',
  'calendarEvent',
  'planMatured',
  'planExpired',
  'outbid',
  'nftWon',
]);

/** Whether a notification is worth a toast: with restraint, or people learn to look away. */
export function interrupts({ kind, book, read }: Pick<Notification, 'kind' | 'book' | 'read'>, current: Book): boolean {
  if (read) return false;
  return urgent.has(kind) || (kind === 'positionLiquidated' && book !== current);
}
