import { ApiRefusal } from '@assay/contract/client.ts';
import type { signedIn } from '@assay/contract/endpoints/login.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { useErrorText } from '../../ui/states.tsx';
import { useEnter } from './enter.ts';
import { FormError } from './form-parts.tsx';
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
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [otp, setOtp] = useState('');
  const [error, setError] = useState<{ field?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => input.current?.focus(), []);

  const submit = async () => {
    if (busy) return;
    if (otp.trim() === '') {
      setError({ field: t('otp.enter') });
      return;
    }
    setBusy(true);
    try {
      enter(await send(otp.trim()));
    } catch (refusal) {
      const ofCode = refusal instanceof ApiRefusal && refusal.code === '11022';
      setError({ [ofCode ? 'field' : 'form']: errorText(refusal) });
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };
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
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="flex flex-col gap-s5"
      >
        <Input
          ref={input}
          label={t('otp.field')}
          hint={t('otp.hint')}
          error={error.field}
          value={otp}
          onChange={(event) => {
            setOtp(event.target.value);
            setError({});
          }}
          dir="ltr"
          maxLength={16}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="numbers rtl:[&_input]:text-end"
        />
        <FormError message={error.form} />
        <Button type="submit" look="primary" block busy={busy}>
          {t('login.submit')}
        </Button>
      </form>
    </PassFrame>
  );
}
