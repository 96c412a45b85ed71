import { useTranslation } from 'react-i18next';
import { ApiKeysPart } from './api-keys/api-keys-part.tsx';
import { EmailPart } from './email/email-part.tsx';
import { AuthenticatorPart } from './security-authenticator.tsx';
import { MailWordPart } from './security-mail-word.tsx';
import { PasskeysPart } from './security-passkeys.tsx';
import { PasswordPart } from './security-password.tsx';
import { SessionsPart } from './security-sessions.tsx';
import { SignInsPart } from './security-sign-ins.tsx';

/** What protects the account, and where it is signed in. */
export function SecuritySection() {
  // Those of the code too, which a new address requires: loading them later would hide the section at the press.
  const { t } = useTranslation(['profile', 'code']);
  return (
    <>
      <h1 className="sr-only">{t('section.security')}</h1>
      <AuthenticatorPart />
      <PasskeysPart />
      <SessionsPart />
      <EmailPart />
      <MailWordPart />
      <PasswordPart />
      <SignInsPart />
      <ApiKeysPart />
    </>
  );
}
