import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bell,
  CircleHelp,
  FileText,
  History,
  IdCard,
  LayoutDashboard,
  ListOrdered,
  Settings,
  ShieldCheck,
  UserPlus,
  Wallet,
} from 'lucide-react';

const sections = [
  { key: 'overview', icon: LayoutDashboard },
  { key: 'orders', icon: ListOrdered },
  { key: 'statement', icon: FileText },
  { key: 'identity', icon: IdCard },
  { key: 'security', icon: ShieldCheck },
  { key: 'settings', icon: Settings },
] as const;

const pages = [
  { key: 'balance', to: '/profile/balance', icon: Wallet },
  { key: 'deposit', to: '/profile/balance?deposit=USDT', icon: ArrowDownToLine },
  { key: 'withdraw', to: '/profile/balance?withdraw=USDT', icon: ArrowUpFromLine },
  { key: 'records', to: '/profile/balance?records=deposits', icon: History },
  { key: 'notification', to: '/profile/notification', icon: Bell },
  { key: 'invite', to: '/profile/invite', icon: UserPlus },
  { key: 'help', to: '/help', icon: CircleHelp },
] as const;

/** Everything that the account consists of, in the order of its list. Sections are of one page, the others have their own. */
export const places = [
  sections.map(({ key, icon }) => ({
    key,
    icon,
    name: `section.${key}` as const,
    to: key === 'overview' ? '/profile' : `/profile?section=${key}`,
  })),
  pages.map(({ key, icon, to }) => ({ key, icon, to, name: `link.${key}` as const })),
] as const;

export type Place = (typeof places)[number][number]['key'];

/** Where in the account an address is. */
export function placeAt(pathname: string, params: URLSearchParams): Place {
  if (pathname === '/profile/balance')
    return (['deposit', 'withdraw', 'records'] as const).find((view) => params.has(view)) ?? 'balance';
  if (pathname === '/profile/notification') return 'notification';
  if (pathname === '/profile/invite') return 'invite';
  return sections.find(({ key }) => key === params.get('section'))?.key ?? 'overview';
}
