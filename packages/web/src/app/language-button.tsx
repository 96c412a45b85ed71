import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '../ui/lazy-page.ts';
import { toast } from '../ui/toasts/toast.tsx';
import { LanguageTrigger } from './language-trigger.tsx';

/** The language of the interface. The menu's code is fetched by the first press; until then this is a plain button. */
export function LanguageButton() {
  const { t } = useTranslation();
  const [Menu, setMenu] = useState<ComponentType | null>(null);
  if (Menu !== null) return <Menu />;
  const open = () => {
    loadChunk(() => import('./language-menu.tsx')).then(
      ({ LanguageMenu }) => setMenu(() => LanguageMenu),
      () => toast({ id: 'language', kind: 'error', title: t('error.title'), text: t('error.network') }),
    );
  };
  return <LanguageTrigger aria-haspopup="menu" onClick={open} />;
}
