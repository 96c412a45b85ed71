import { ApiRefusal } from '@assay/contract/client.ts';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useMode } from '../../shared/client/queries.ts';
import { resendSeconds, useResendWait } from '../../shared/client/resend-wait.ts';
import { Input } from '../../ui/field.tsx';

function SentHint() {
  const { t } = useTranslation('pass');
  const mode = useMode();
  return (
    <>
      {t('code.sent')}{' '}
      {mode === undefined || mode === 'live' ? null : (
        <a href="/sandbox/outbox" target="_blank" rel="noopener" className="text-info underline underline-offset-2">
          {t('code.outbox')}
        </a>
      )}
    </>
  );
}

interface CodeFieldProps extends Omit<ComponentProps<'input'>, 'children'> {
  error?: string | undefined;
  purpose: 'register' | 'reset';
  /** The address to send to once it is well formed; undefined says that the form has shown what is missing. */
  address(): Promise<string | undefined>;
  onRefused(error: unknown): void;
}

/** A mailed code: asks for it, counts down until it may be asked for again. */
export function CodeField({ purpose, address, onRefused, error, ...rest }: CodeFieldProps) {
  const { t } = useTranslation('pass');
  const [left, wait] = useResendWait();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);

  const send = async () => {
    const email = await address();
    if (email === undefined || busy) return;
    setBusy(true);
    try {
      await call(calls.login.sendCode, { email, purpose });
      setSent(true);
      wait(resendSeconds);
    } catch (refusal) {
      if (refusal instanceof ApiRefusal && refusal.retryAfterSeconds !== null) wait(refusal.retryAfterSeconds);
      onRefused(refusal);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Input
      {...rest}
      label={t('field.code')}
      error={error}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      className="numbers rtl:[&_input]:text-end"
      {...(sent ? { hint: <SentHint /> } : {})}
      end={
        <button
          type="button"
          disabled={left > 0 || busy}
          onClick={() => void send()}
          className="-me-s2 min-h-[24px] shrink-0 rounded-small px-s2 py-s1 text-caption font-semibold text-accent numbers disabled:text-muted"
        >
          {left > 0 ? t('code.again', { seconds: left }) : t('code.send')}
        </button>
      }
    />
  );
}
