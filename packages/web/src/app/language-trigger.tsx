import { languageNames } from '@assay/contract/vocabulary/languages.ts';
import { Globe } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../shared/client/session.ts';

/** The button of the language menu, the same before and after the menu's code has come. */
export function LanguageTrigger(props: ComponentProps<'button'>) {
  const { t } = useTranslation();
  const language = useSession((session) => session.language);
  return (
    <button
      type="button"
      {...props}
      aria-label={`${t('nav.language')}: ${languageNames[language]}`}
      className="inline-flex min-h-control min-w-control items-center justify-center gap-s2 rounded-middle text-muted transition-quick hover:bg-surface-2 hover:text-text desktop:px-s3"
    >
      <Globe aria-hidden className="size-icon" />
      {/* A narrow bar needs the room for the navigation; the label says the language all the same. */}
      <span className="mobile:hidden max-[1240px]:hidden">{languageNames[language]}</span>
    </button>
  );
}
