import { languageNames, languages, localeTags } from '@assay/contract/vocabulary/languages.ts';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../shared/client/language.ts';
import { useSession } from '../shared/client/session.ts';
import { Menu } from '../ui/menu.tsx';
import { LanguageTrigger } from './language-trigger.tsx';

/** The ten languages, each by its own name. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const current = useSession((session) => session.language);
  return (
    <Menu
      defaultOpen
      label={t('nav.language')}
      items={languages.map((language) => ({
        key: language,
        label: languageNames[language],
        lang: localeTags[language],
        chosen: language === current,
        onSelect: () => chooseLanguage(language),
      }))}
      trigger={<LanguageTrigger />}
    />
  );
}
