import { isEmail, isNewPassword, mailCodePattern, userNamePattern } from '@assay/contract/vocabulary/credentials.ts';
import { useTranslation } from 'react-i18next';

/** What is missing or wrong in an entry of the door, in words; undefined when it may be sent. */
export function useEntries() {
  const { t } = useTranslation(['pass', 'codes']);
  return {
    userName: (typed: string) => {
      if (typed === '') return t('pass:enter.userName');
      return userNamePattern.test(typed) ? undefined : t('codes:10003');
    },
    email: (typed: string) => {
      if (typed === '') return t('pass:enter.email');
      return isEmail(typed) ? undefined : t('codes:10002');
    },
    code: (typed: string) => {
      if (typed === '') return t('pass:enter.code');
      return mailCodePattern.test(typed) ? undefined : t('codes:10091');
    },
    password: (typed: string) => {
      if (typed === '') return t('pass:enter.password');
      return isNewPassword(typed) ? undefined : t('codes:11266');
    },
    repeat: (typed: string, password: string) => {
      if (typed === '') return t('pass:enter.repeat');
      return typed === password ? undefined : t('pass:inconsistent');
    },
  };
}
