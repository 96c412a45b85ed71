import { languageNames, languages, localeTags } from '@assay/contract/vocabulary/languages.ts';
import { Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../shared/session.ts';
import { Menu } from '../ui/menu.tsx';
import { languageTrigger } from './language-trigger.ts';

export function LanguageMenu() {
  const { t } = useTranslation();
  const language = useSession((session) => session.language);
  const setLanguage = useSession((session) => session.setLanguage);
  return (
    <Menu
      defaultOpen
      label={t('nav.language')}
      items={languages.map((one) => ({
        key: one,
        label: languageNames[one],
        lang: localeTags[one],
        chosen: one === language,
        onSelect: () => setLanguage(one),
      }))}
      trigger={
        <button type="button" aria-label={t('nav.language')} className={languageTrigger}>
          <Globe aria-hidden className="size-icon" />
          <span lang={language} className="mobile:hidden">
            {languageNames[language]}
          </span>
        </button>
      }
    />
  );
}
