import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '../../ui/lazy-page.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { AccountTrigger } from './account-trigger.tsx';

/** The signed-in user. The menu's code is fetched by the first press; until then this is a plain button. */
export function AccountButton() {
  const { t } = useTranslation();
  const [Menu, setMenu] = useState<ComponentType | null>(null);
  if (Menu !== null) return <Menu />;
  const open = () => {
    loadChunk(() => import('./account-menu.tsx')).then(
      ({ AccountMenu }) => setMenu(() => AccountMenu),
      () => toast({ id: 'account-menu', kind: 'error', title: t('error.title'), text: t('error.network') }),
    );
  };
  return <AccountTrigger aria-haspopup="menu" onClick={open} />;
}
