import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx.ts';
import { Input } from '../field.tsx';
import { strengthOf } from './password-strength.ts';

const looks = { weak: 'bg-danger', fair: 'bg-warn', good: 'bg-info', strong: 'bg-accent-fill' };
const steps = ['weak', 'fair', 'good', 'strong'] as const;

/** How hard a new password is to guess, in four steps and in a word. */
function Strength({ password }: { password: string }) {
  const { t } = useTranslation('pass');
  const strength = strengthOf(password);
  const reached = steps.indexOf(strength);
  return (
    <span className="flex items-center gap-s3">
      <span aria-hidden className="grid flex-1 grid-cols-4 gap-s1">
        {steps.map((step, index) => (
          <span
            key={step}
            className={cx('h-[3px] rounded-large transition-quick', index <= reached ? looks[strength] : 'bg-surface-3')}
          />
        ))}
      </span>
      <span className="sr-only">{t('strength.label')}</span>
      {t(`strength.${strength}`)}
    </span>
  );
}

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'children'> {
  label: string;
  error?: string | undefined;
  aside?: ReactNode;
  /** The password so far, where its strength is to be shown. */
  rated?: string;
}

/** A password that can be looked at. */
export function PasswordField({ rated = '', ...rest }: PasswordFieldProps) {
  const { t } = useTranslation('pass');
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Input
      {...rest}
      type={shown ? 'text' : 'password'}
      dir="ltr"
      className="rtl:[&_input]:text-end"
      {...(rated === '' ? {} : { hint: <Strength password={rated} /> })}
      end={
        <button
          type="button"
          aria-label={t(shown ? 'hidePassword' : 'showPassword')}
          onClick={() => setShown(!shown)}
          className="-me-s2 inline-flex size-control-small items-center justify-center rounded-small text-muted hover:text-text"
        >
          <Icon aria-hidden className="size-icon" />
        </button>
      }
    />
  );
}
