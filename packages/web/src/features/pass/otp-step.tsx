import type { signedIn } from '@assay/contract/endpoints/login.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useForm } from '../../shared/form.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { useEnter } from './enter.ts';
import { EntryForm, FormError } from './form-parts.tsx';
import { PassFrame } from './pass-frame.tsx';

interface OtpStepProps {
  /** Sends the code together with what was shown first. */
  send(otp: string): Promise<z.output<typeof signedIn>>;
  onBack(): void;
  /** Whether the code was mailed, since the account does not know the device. */
  mailed?: boolean;
}

/** The second step of signing in: the code of an authenticator, or a mailed one. */
export function OtpStep({ send, onBack, mailed = false }: OtpStepProps) {
  const { t } = useTranslation('pass');
  const enter = useEnter();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { field, error, submit, busy } = useForm({
    values: { otp: '' },
    check: ({ otp }) => (otp.trim() === '' ? { otp: t(mailed ? 'enter.code' : 'otp.enter') } : {}),
    send: async ({ otp }) => {
      try {
        enter(await send(otp.trim()));
      } catch (refusal) {
        input.current?.focus();
        throw refusal;
      }
    },
    fieldOf: ({ code }) => (code === '11022' || code === '10091' ? 'otp' : undefined),
  });
  return (
    <PassFrame
      title={t(mailed ? 'device.title' : 'otp.title')}
      lead={t(mailed ? 'device.lead' : 'otp.lead')}
      below={
        <button type="button" onClick={onBack} className="font-semibold text-accent hover:underline">
          {t('otp.back')}
        </button>
      }
    >
      <EntryForm onSubmit={submit}>
        <Input
          {...field('otp')}
          ref={input}
          label={t(mailed ? 'device.field' : 'otp.field')}
          hint={mailed ? undefined : t('otp.hint')}
          dir="ltr"
          maxLength={mailed ? 6 : 16}
          inputMode={mailed ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="numbers rtl:[&_input]:text-end"
        />
        <FormError message={error('form')} />
        <Button type="submit" look="primary" block busy={busy}>
          {t('login.submit')}
        </Button>
      </EntryForm>
    </PassFrame>
  );
}
