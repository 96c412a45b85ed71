import type { Notification } from '@assay/contract/endpoints/notification.ts';
import type { NotificationKind } from '@assay/contract/vocabulary/notifications.ts';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BellRing,
  CalendarClock,
  CircleCheck,
  CircleDollarSign,
  CircleX,
  Coins,
  Gift,
  Gavel,
  Gem,
  HandCoins,
  Headset,
  Hourglass,
  IdCard,
  KeyRound,
  type LucideIcon,
  Megaphone,
  RotateCcw,
  ScanLine,
  ShieldAlert,
  Split,
  Sprout,
  TimerOff,
  TriangleAlert,
} from 'lucide-react';
import { useSession } from '../../shared/client/session.ts';
import { servicePath } from '../../shared/links.ts';

interface Look {
  readonly icon: LucideIcon;
  readonly tone: string;
}

const calm = 'bg-surface-3 text-muted';
const good = 'bg-accent-soft text-accent';

/** The sign of each kind. Red is for what was lost, orange for what still can be. */
export const looks: Record<NotificationKind, Look> = {
  positionOpened: { icon: CircleCheck, tone: calm },
  positionClosed: { icon: ScanLine, tone: calm },
  positionParted: { icon: ScanLine, tone: calm },
  positionLiquidated: { icon: CircleX, tone: 'bg-danger-soft text-danger' },
  orderEnded: { icon: CalendarClock, tone: calm },
  marginWarning: { icon: TriangleAlert, tone: 'bg-warn-soft text-warn' },
  optionSettled: { icon: Hourglass, tone: calm },
  shareSplit: { icon: Split, tone: calm },
  dividend: { icon: Coins, tone: calm },
  spotFilled: { icon: CircleDollarSign, tone: calm },
  spotExpired: { icon: TimerOff, tone: calm },
  planIncome: { icon: Sprout, tone: good },
  planMatured: { icon: Sprout, tone: good },
  planExited: { icon: RotateCcw, tone: calm },
  planExpired: { icon: RotateCcw, tone: calm },
  priceAlert: { icon: BellRing, tone: good },
  inviteReward: { icon: Gift, tone: good },
  notice: { icon: Megaphone, tone: calm },
  outbid: { icon: Gavel, tone: 'bg-warn-soft text-warn' },
  nftWon: { icon: Gem, tone: good },
  reserveMissed: { icon: RotateCcw, tone: calm },
  depositStatus: { icon: ArrowDownToLine, tone: calm },
  withdrawalStatus: { icon: ArrowUpFromLine, tone: calm },
  loanStatus: { icon: HandCoins, tone: calm },
  kycStatus: { icon: IdCard, tone: calm },
  limitReached: { icon: ShieldAlert, tone: 'bg-warn-soft text-warn' },
  apiKeyMade: { icon: KeyRound, tone: 'bg-warn-soft text-warn' },
  supportAnswered: { icon: Headset, tone: calm },
  loanDue: { icon: CalendarClock, tone: 'bg-warn-soft text-warn' },
};

/** What a split or a dividend makes of orders is nothing that the screen of a share could tell. */
const splitsGuide = '/detail?id=guide-splits-dividends';

/** Where a notification leads: to its instrument's screen, a guide, the balance, the loans, the identity, the keys, the chat, the invitations, or the plans. */
export function placeOf(item: Pick<Notification, 'kind' | 'values'> | { readonly values: { readonly code: string } }): string {
  if ('kind' in item && (item.kind === 'shareSplit' || item.kind === 'dividend')) return splitsGuide;
  const { values } = item;
  if ('code' in values) return `/cruuency?${new URLSearchParams({ code: values.code })}`;
  if ('contentId' in values) return `/detail?${new URLSearchParams({ id: values.contentId, title: values.title })}`;
  if ('depositId' in values || 'withdrawalId' in values) return '/profile/balance';
  if ('loanNo' in values) return '/loan';
  if ('caseNo' in values) return '/profile?section=identity';
  if ('keyName' in values) return '/profile?section=security';
  if ('lost' in values) return '/profile?section=settings';
  if ('operator' in values) return `${servicePath}?${new URLSearchParams({ language: useSession.getState().language })}`;
  return 'day' in values ? '/profile/invite' : '/trading';
}

/** The order whose receipt tells more; null where there is none. */
export function orderOf({ values }: Pick<Notification, 'values'>): string | null {
  return 'orderId' in values ? values.orderId : null;
}
