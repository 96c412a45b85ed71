// Where a notification leads, for the site and for what a device shows while the site is closed.
import type { Notification } from './endpoints/notification.ts';
import { servicePath } from './paths.ts';
import type { Language } from './vocabulary/languages.ts';

/** The effect of a split or a dividend on orders is not shown on the screen of a share. */
const splitsGuide = '/detail?id=guide-splits-dividends';

type Placed = Pick<Notification, 'kind' | 'values'> | { readonly values: { readonly code: string } };

/** Path on the site: its instrument's screen, a guide, the balance, the loans, the identity, the keys, the chat, the invitations, or the plans. */
export function notificationPlace(item: Placed, language: Language): string {
  if ('kind' in item && (item.kind === 'shareSplit' || item.kind === 'dividend')) return splitsGuide;
  const { values } = item;
  if ('event' in values) return `/cruuency?${new URLSearchParams({ code: values.code })}#news`;
  if ('code' in values) return `/cruuency?${new URLSearchParams({ code: values.code })}`;
  if ('contentId' in values) return `/detail?${new URLSearchParams({ id: values.contentId, title: values.title })}`;
  if ('depositId' in values || 'withdrawalId' in values) return '/profile/balance';
  if ('loanNo' in values) return '/loan';
  if ('caseNo' in values) return '/profile?section=identity';
  if ('keyName' in values) return '/profile?section=security';
  if ('lost' in values) return '/profile?section=settings';
  if ('operator' in values) return `${servicePath}?${new URLSearchParams({ language })}`;
  return 'day' in values ? '/profile/invite' : '/trading';
}
