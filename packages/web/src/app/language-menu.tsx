import { languageNames, languages, localeTags } from '@assay/contract/vocabulary/languages.ts';
import { useTranslation } from 'react-i18next';
import { useSession } from '../shared/client/session.ts';
import { Menu } from '../ui/menu.tsx';
import { LanguageTrigger } from './language-trigger.tsx';

/** The ten languages, each by its own name. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const current = useSession((session) => session.language);
  const setLanguage = useSession((session) => session.setLanguage);
  return (
    <Menu
      defaultOpen
      label={t('nav.language')}
      items={languages.map((language) => ({
        key: language,
        label: languageNames[language],
        lang: localeTags[language],
        chosen: language === current,
        onSelect: () => setLanguage(language),
      }))}
      trigger={<LanguageTrigger />}
    />
  );
}
