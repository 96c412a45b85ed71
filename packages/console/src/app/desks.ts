import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BookOpenText,
  CalendarClock,
  CalendarRange,
  CandlestickChart,
  ChartNoAxesCombined,
  CircleAlert,
  FileClock,
  Gem,
  HandCoins,
  IdCard,
  Landmark,
  type LucideIcon,
  MessagesSquare,
  Newspaper,
  OctagonPause,
  ScrollText,
  ShieldCheck,
  Siren,
  SlidersHorizontal,
  Split,
  Sprout,
  Stamp,
  UserCog,
  UserPlus,
  Users,
  Waypoints,
} from 'lucide-react';
import type { english } from '../shared/words/catalogue.ts';

export interface Desk {
  readonly path: string;
  readonly name: keyof typeof english.desks;
  readonly icon: LucideIcon;
  readonly group: keyof typeof english.frame.group;
  /** The roles of this call see the desk. */
  readonly gate: DeskCall;
  /** Its queue in `dashboard.queues`. */
  readonly queue?: string;
}

/** Every desk, in the order of the sidebar. */
export const desks: readonly Desk[] = [
  { path: '/', name: 'dashboard', icon: ChartNoAxesCombined, group: 'work', gate: consoleCalls.dashboard.queues },
  {
    path: '/proposals',
    name: 'proposals',
    icon: Stamp,
    group: 'work',
    gate: consoleCalls.proposals.list,
    queue: 'proposals',
  },
  {
    path: '/deposits',
    name: 'deposits',
    icon: ArrowDownToLine,
    group: 'work',
    gate: consoleCalls.deposits.list,
    queue: 'deposits',
  },
  {
    path: '/withdrawals',
    name: 'withdrawals',
    icon: ArrowUpFromLine,
    group: 'work',
    gate: consoleCalls.withdrawals.list,
    queue: 'withdrawals',
  },
  { path: '/kyc', name: 'kyc', icon: IdCard, group: 'work', gate: consoleCalls.kyc.list, queue: 'kyc' },
  { path: '/loans', name: 'loans', icon: HandCoins, group: 'work', gate: consoleCalls.loans.list, queue: 'loans' },
  { path: '/chats', name: 'chats', icon: MessagesSquare, group: 'work', gate: consoleCalls.chats.list, queue: 'chats' },
  { path: '/users', name: 'users', icon: Users, group: 'customers', gate: consoleCalls.users.list },
  { path: '/invites', name: 'invites', icon: UserPlus, group: 'customers', gate: consoleCalls.invites.list },
  { path: '/treasury', name: 'treasury', icon: Landmark, group: 'money', gate: consoleCalls.treasury.balances },
  { path: '/ledger', name: 'ledger', icon: BookOpenText, group: 'money', gate: consoleCalls.ledger.accounts },
  { path: '/corrections', name: 'corrections', icon: FileClock, group: 'money', gate: consoleCalls.ledger.proposeCorrection },
  { path: '/halts', name: 'halts', icon: OctagonPause, group: 'offer', gate: consoleCalls.halts.list, queue: 'halts' },
  { path: '/networks', name: 'networks', icon: Waypoints, group: 'offer', gate: consoleCalls.deposits.networks },
  {
    path: '/instruments',
    name: 'instruments',
    icon: CandlestickChart,
    group: 'offer',
    gate: consoleCalls.instruments.list,
    queue: 'instruments',
  },
  { path: '/actions', name: 'actions', icon: Split, group: 'offer', gate: consoleCalls.actions.list },
  { path: '/plans', name: 'plans', icon: Sprout, group: 'offer', gate: consoleCalls.planProducts.list },
  { path: '/loanTerms', name: 'loanTerms', icon: CalendarRange, group: 'offer', gate: consoleCalls.loans.terms },
  { path: '/nfts', name: 'nfts', icon: Gem, group: 'offer', gate: consoleCalls.nfts.list },
  { path: '/contents', name: 'contents', icon: Newspaper, group: 'offer', gate: consoleCalls.contents.list },
  { path: '/calendar', name: 'calendar', icon: CalendarClock, group: 'offer', gate: consoleCalls.calendar.list },
  { path: '/parameters', name: 'parameters', icon: SlidersHorizontal, group: 'offer', gate: consoleCalls.parameters.list },
  {
    path: '/engine',
    name: 'engine',
    icon: CircleAlert,
    group: 'oversight',
    gate: consoleCalls.engine.listParked,
    queue: 'engine',
  },
  { path: '/alarms', name: 'alarms', icon: Siren, group: 'oversight', gate: consoleCalls.alarms.list, queue: 'alarms' },
  { path: '/seat', name: 'seat', icon: ShieldCheck, group: 'oversight', gate: consoleCalls.ledger.verifyBooks },
  { path: '/audit', name: 'audit', icon: ScrollText, group: 'oversight', gate: consoleCalls.audit.verify },
  { path: '/operators', name: 'operators', icon: UserCog, group: 'oversight', gate: consoleCalls.operators.list },
];
