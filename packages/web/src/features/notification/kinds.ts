import type { Notification } from '@assay/contract/endpoints/notification.ts';
import { notificationPlace } from '@assay/contract/notification-place.ts';
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
  calendarEvent: { icon: CalendarClock, tone: good },
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

/** Where a notification leads, for who reads the site. */
export const placeOf = (item: Parameters<typeof notificationPlace>[0]): string =>
  notificationPlace(item, useSession.getState().language);

/** The order whose receipt has the details; null where there is none. */
export function orderOf({ values }: Pick<Notification, 'values'>): string | null {
  return 'orderId' in values ? values.orderId : null;
}
