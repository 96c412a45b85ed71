import { languageNames, languages } from '@assay/contract/vocabulary/languages.ts';
import {
  Bell,
  ChartCandlestick,
  CircleHelp,
  FileText,
  Globe,
  HandCoins,
  House,
  Image,
  Languages,
  ListOrdered,
  LogIn,
  LogOut,
  type LucideIcon,
  Moon,
  Repeat,
  Settings,
  ShieldCheck,
  Sprout,
  Sun,
  UserPlus,
  UserRound,
  Wallet,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { chooseLanguage } from '../../shared/client/language.ts';
import { useBook, useSession } from '../../shared/client/session.ts';
import { useLeave } from '../../shared/client/use-leave.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { type ListedItem, instrumentPath } from '../../shared/trading/market/figures.ts';
import type { Entry } from './entries.ts';

const open = { home: '/', market: '/market', trading: '/trading', loan: '/loan', nfts: '/nfts', help: '/help' } as const;
const own = {
  profile: '/profile',
  orders: '/profile?section=orders',
  statement: '/profile?section=statement',
  balance: '/profile/balance',
  notification: '/profile/notification',
  invite: '/profile/invite',
  security: '/profile?section=security',
  settings: '/profile?section=settings',
} as const;
const visitors = { login: '/pass/login', register: '/pass/register' } as const;

const icons: Readonly<Record<keyof typeof open | keyof typeof own | keyof typeof visitors, LucideIcon>> = {
  home: House,
  market: ChartCandlestick,
  trading: Sprout,
  loan: HandCoins,
  nfts: Image,
  help: CircleHelp,
  profile: UserRound,
  orders: ListOrdered,
  statement: FileText,
  balance: Wallet,
  notification: Bell,
  invite: UserPlus,
  security: ShieldCheck,
  settings: Settings,
  login: LogIn,
  register: UserPlus,
};

/** Pages, for the person who is signed in or for a visitor. */
export function usePages(): readonly Entry[] {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const isLogin = useSession((session) => session.isLogin);
  const pages = { ...open, ...(isLogin ? own : visitors) };
  return Object.entries(pages).map(([key, path]) => ({
    id: `page-${key}`,
    label: t(`page.${key as keyof typeof pages}`),
    icon: icons[key as keyof typeof icons],
    also: path,
    run: () => void navigate(path),
  }));
}

/** Everything that can be done without a page. `ask` writes a query, for an action that leads to others. */
export function useActions(ask: (query: string) => void): readonly Entry[] {
  const { t } = useTranslation('palette');
  const { leave } = useLeave();
  const isLogin = useSession((session) => session.isLogin);
  const book = useBook();
  const { theme, set } = usePreferences();
  const other = book === 'demo' ? 'real' : 'demo';
  const account: Entry = {
    id: 'account',
    icon: Repeat,
    label: t(other === 'real' ? 'action.toReal' : 'action.toDemo'),
    run: () => useSession.getState().setBook(other),
  };
  const logout: Entry = {
    id: 'logout',
    icon: LogOut,
    label: t('action.logout'),
    run: () => void leave(),
  };
  return [
    ...(isLogin ? [account] : []),
    {
      id: 'theme',
      icon: theme === 'dark' ? Sun : Moon,
      label: t(theme === 'dark' ? 'action.toLight' : 'action.toDark'),
      run: () => set({ theme: theme === 'dark' ? 'light' : 'dark' }),
    },
    {
      id: 'languages',
      icon: Languages,
      label: t('action.languages'),
      closes: false,
      run: () => ask(t('action.language', { name: '' }).trim()),
    },
    ...languages.map((language): Entry => {
      const name = languageNames[language];
      return {
        id: `language-${language}`,
        label: t('action.language', { name }),
        icon: Globe,
        also: language,
        onAsking: true,
        run: () => chooseLanguage(language),
      };
    }),
    ...(isLogin ? [logout] : []),
  ];
}

export function useToEntry(): (item: ListedItem) => Entry {
  const navigate = useNavigate();
  return (item) => ({ id: item.id, label: item.appName, item, run: () => void navigate(instrumentPath(item)) });
}
