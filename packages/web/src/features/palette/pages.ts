import {
  Bell,
  ChartCandlestick,
  CircleHelp,
  FileText,
  HandCoins,
  House,
  Image,
  ListOrdered,
  LogIn,
  type LucideIcon,
  Settings,
  ShieldCheck,
  Sprout,
  UserPlus,
  UserRound,
  Wallet,
} from 'lucide-react';
import { isFor, type ScreenPath, screens } from '../../shared/screens.ts';

/** Screens that are offered, and sections of one. */
const pages = {
  '/': { name: 'page.home', icon: House },
  '/market': { name: 'page.market', icon: ChartCandlestick },
  '/trading': { name: 'page.trading', icon: Sprout },
  '/loan': { name: 'page.loan', icon: HandCoins },
  '/nfts': { name: 'page.nfts', icon: Image },
  '/help': { name: 'page.help', icon: CircleHelp },
  '/profile': { name: 'page.profile', icon: UserRound },
  '/profile/balance': { name: 'page.balance', icon: Wallet },
  '/profile/notification': { name: 'page.notification', icon: Bell },
  '/profile/invite': { name: 'page.invite', icon: UserPlus },
  '/pass/login': { name: 'page.login', icon: LogIn },
  '/pass/register': { name: 'page.register', icon: UserPlus },
} as const satisfies Partial<Record<ScreenPath, { name: string; icon: LucideIcon }>>;
const sections = [
  { path: '/profile?section=orders', name: 'page.orders', icon: ListOrdered },
  { path: '/profile?section=statement', name: 'page.statement', icon: FileText },
  { path: '/profile?section=security', name: 'page.security', icon: ShieldCheck },
  { path: '/profile?section=settings', name: 'page.settings', icon: Settings },
] as const;

const isOffered = (path: ScreenPath): path is keyof typeof pages => path in pages;

/** Pages for the person who is signed in, or for a visitor, in the order of all screens. */
export function pagesFor(isLogin: boolean) {
  const screensOf = screens.filter((screen) => !isFor(screen, isLogin ? 'nobody' : 'account')).map(({ path }) => path);
  return [...screensOf.filter(isOffered).map((path) => ({ path, ...pages[path] })), ...(isLogin ? sections : [])];
}
