import { languageNames } from '@assay/contract/vocabulary/languages.ts';
import { Globe } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../shared/session.ts';
import { languageTrigger } from './language-trigger.ts';

const LanguageMenu = lazy(() => import('./language-menu.tsx').then((module) => ({ default: module.LanguageMenu })));

/** The language of the interface. The menu's code is fetched by the first press; until then this is a plain button. */
export function LanguageButton() {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const language = useSession((session) => session.language);
  const button = (
    <button
      type="button"
      aria-label={t('nav.language')}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
      className={languageTrigger}
    >
      <Globe aria-hidden className="size-icon" />
      <span lang={language} className="mobile:hidden">
        {languageNames[language]}
      </span>
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <LanguageMenu />
    </Suspense>
  );
}
