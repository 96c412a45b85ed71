import type { SearchKind } from '@assay/contract/vocabulary/search.ts';
import type { TimelineKind } from '@assay/contract/vocabulary/timeline.ts';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bell,
  CandlestickChart,
  Coins,
  Gem,
  HandCoins,
  IdCard,
  type LucideIcon,
  MessagesSquare,
  Sprout,
  Stamp,
  StickyNote,
  Timer,
  User,
  Wallet,
} from 'lucide-react';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { useNames } from '../words/names.ts';

/** A customer's person, holdings and notifications. */
type Thing = SearchKind | TimelineKind;

export const thingIcons: Readonly<Record<Thing, LucideIcon>> = {
  customer: User,
  deposit: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  kyc: IdCard,
  loan: HandCoins,
  contract: CandlestickChart,
  option: Timer,
  spot: Coins,
  plan: Sprout,
  bid: Gem,
  address: Wallet,
  notification: Bell,
  chat: MessagesSquare,
  note: StickyNote,
  act: Stamp,
};

/** The desk at which it has a page of its own. */
const desks: Partial<Record<Thing, string>> = {
  bid: '/nfts',
  chat: '/chats',
  deposit: '/deposits',
  withdrawal: '/withdrawals',
  kyc: '/kyc',
  loan: '/loans',
};

/** The way to a thing: its page at its desk, or its customer's. */
export function hrefOfThing(kind: Thing, page: string, customerId: string): string {
  const desk = desks[kind];
  return desk === undefined ? `/users/${customerId}` : `${desk}/${page}`;
}

const tones: Readonly<Record<string, Tone>> = {
  pendingReview: 'gold',
  approved: 'info',
  awaiting: 'info',
  waiting: 'info',
  open: 'info',
  inIncome: 'info',
  repaying: 'info',
  completed: 'good',
  verified: 'good',
  filled: 'good',
  won: 'good',
  repaid: 'good',
  profitDivided: 'good',
  rejected: 'bad',
  failed: 'bad',
  lost: 'bad',
  liquidated: 'bad',
};

/** Its status, in the words that its customer reads. */
export function ThingStatus({ kind, status }: { kind: Thing; status: string }) {
  const name = useNames();
  return <Tag text={name('things.status', `${kind}.${status}`)} tone={tones[status] ?? 'plain'} />;
}
