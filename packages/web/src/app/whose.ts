import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBook, useSession } from '../shared/client/session.ts';
import { dismissOfOrders, toast } from '../ui/toasts/toast.tsx';

/**
 * Whose money a page would move. When that changes, in whatever tab, the page begins anew: no sheet and no ticket that was
 * filled in for one account stays open on another. A user who signs in continues on the same page.
 */
export function useWhose(): string {
  const { t } = useTranslation();
  const book = useBook();
  const owner = useSession((session) => session.userInfo?.id);
  const [seen, setSeen] = useState({ owner, book, changes: 0, told: book });
  if (owner !== seen.owner || book !== seen.book) {
    const another = seen.owner !== undefined && owner !== seen.owner;
    const told = another || owner === undefined ? book : seen.told;
    setSeen({ owner, book, changes: seen.changes + (another || book !== seen.book ? 1 : 0), told });
  }
  // A toast about an order of the other account would read like one of this, and its buttons would act on that one.
  useEffect(() => {
    if (seen.changes > 0) dismissOfOrders();
  }, [seen.changes]);
  useEffect(() => {
    if (seen.told === seen.book) return;
    toast({
      id: 'account',
      kind: 'info',
      title: t(seen.book === 'demo' ? 'account.nowDemo' : 'account.nowReal'),
      text: t('account.switched'),
    });
    setSeen((known) => ({ ...known, told: known.book }));
  }, [seen, t]);
  return String(seen.changes);
}
