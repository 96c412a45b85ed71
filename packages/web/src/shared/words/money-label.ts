import { useTranslation } from 'react-i18next';
import { useBook, useSession } from '../client/session.ts';

/** Words for a button that moves money: on the demo account they begin with its name. */
export function useMoneyLabel(): (label: string) => string {
  const { t } = useTranslation();
  const book = useBook();
  const signedIn = useSession((session) => session.isLogin);
  return (label) => (signedIn && book === 'demo' ? `${t('account.demo')} · ${label}` : label);
}
