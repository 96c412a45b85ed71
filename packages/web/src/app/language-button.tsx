import { lazy, Suspense, useState } from 'react';
import { LanguageTrigger } from './language-trigger.tsx';

const LanguageMenu = lazy(() => import('./language-menu.tsx').then((module) => ({ default: module.LanguageMenu })));

/** The language of the interface. The menu's code is fetched by the first press; until then this is a plain button. */
export function LanguageButton() {
  const [wanted, setWanted] = useState(false);
  const button = <LanguageTrigger aria-haspopup="menu" onClick={() => setWanted(true)} />;
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <LanguageMenu />
    </Suspense>
  );
}
