import { languageNames, languages } from '@assay/contract/vocabulary/languages.ts';
import { Globe, Languages, LogOut, Moon, Repeat, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { chooseLanguage } from '../../shared/client/language.ts';
import { useBook, useSession } from '../../shared/client/session.ts';
import { useLeave } from '../../shared/client/use-leave.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { type ListedItem, instrumentPath } from '../../shared/trading/market/figures.ts';
import type { Entry } from './entries.ts';
import { pagesFor } from './pages.ts';

export function usePages(): readonly Entry[] {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const isLogin = useSession((session) => session.isLogin);
  return pagesFor(isLogin).map(({ path, name, icon }) => ({
    id: name.replace('.', '-'),
    label: t(name),
    icon,
    also: path,
    leadsTo: path,
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
  return (item) => {
    const path = instrumentPath(item);
    return { id: item.id, label: item.appName, item, leadsTo: path, run: () => void navigate(path) };
  };
}
