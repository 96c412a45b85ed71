import { ApiRefusal } from '@assay/contract/client.ts';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
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
  /** The address to send to, of the field `email` of the same form; undefined where it has just been shown as wrong. */
  address(): string | undefined;
  onRefused(error: unknown): void;
}

/** A mailed code: asks for it, counts down until it may be asked for again. */
export function CodeField({ purpose, address, onRefused, ...rest }: CodeFieldProps) {
  const { t } = useTranslation('pass');
  const [left, wait] = useResendWait();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) input.current?.form?.querySelector<HTMLElement>('[name=email][aria-invalid]')?.focus();
  }, [refusals]);

  const send = async () => {
    if (busy) return;
    const email = address();
    if (email === undefined) return setRefusals(refusals + 1);
    setBusy(true);
    try {
      await call(calls.login.sendCode, { email, purpose });
      setSent(true);
      wait(resendSeconds);
    } catch (refusal) {
      if (refusal instanceof ApiRefusal && refusal.retryAfterSeconds !== null) wait(refusal.retryAfterSeconds);
      onRefused(refusal);
      setRefusals(refusals + 1);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Input
      {...rest}
      ref={input}
      label={t('field.code')}
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
