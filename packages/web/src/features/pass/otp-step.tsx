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
}

/** The second step of signing in, for who has an authenticator. */
export function OtpStep({ send, onBack }: OtpStepProps) {
  const { t } = useTranslation('pass');
  const enter = useEnter();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { field, error, submit, busy } = useForm({
    values: { otp: '' },
    check: ({ otp }) => (otp.trim() === '' ? { otp: t('otp.enter') } : {}),
    send: async ({ otp }) => {
      try {
        enter(await send(otp.trim()));
      } catch (refusal) {
        input.current?.focus();
        throw refusal;
      }
    },
    fieldOf: ({ code }) => (code === '11022' ? 'otp' : undefined),
  });
  return (
    <PassFrame
      title={t('otp.title')}
      lead={t('otp.lead')}
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
          label={t('otp.field')}
          hint={t('otp.hint')}
          dir="ltr"
          maxLength={16}
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
