import { useTranslation } from 'react-i18next';
import { useBook, useSession } from '../client/session.ts';

/** Words for a button that moves money: they begin with the name of the account that it moves on. */
export function useMoneyLabel(): (label: string) => string {
  const { t } = useTranslation();
  const book = useBook();
  const signedIn = useSession((session) => session.isLogin);
  return (label) => (signedIn ? `${t(`account.${book}`)} · ${label}` : label);
}
