import { useTranslation } from 'react-i18next';
import { Input } from '../../../ui/field.tsx';
import { PasswordField } from '../../../ui/password/password-field.tsx';

interface WiredField {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  onChange(event: { readonly target: { readonly value: string } }): void;
}

interface ProofFieldsProps {
  field(name: 'password' | 'otp'): WiredField;
  /** Whether the account has an authenticator. */
  guarded: boolean;
}

/** What proves that it is the owner: the password, and the code where there is an authenticator. */
export function ProofFields({ field, guarded }: ProofFieldsProps) {
  const { t } = useTranslation(['security', 'pass']);
  return (
    <>
      <PasswordField {...field('password')} label={t('pass:field.password')} autoComplete="current-password" />
      {guarded ? (
        <Input
          {...field('otp')}
          label={t('security:authenticator.offCode')}
          dir="ltr"
          maxLength={16}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          className="numbers rtl:[&_input]:text-end"
        />
      ) : null}
    </>
  );
}
