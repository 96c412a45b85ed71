import { ApiRefusal } from '@assay/contract/client.ts';
import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useMode } from '../../shared/client/queries.ts';
import { Input } from '../../ui/field.tsx';

const waitSeconds = 60;

/** Seconds until a new code may be asked for. */
function useCountdown(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);
  return [left, (seconds) => setUntil(Date.now() + seconds * 1000)];
}

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
  const [left, wait] = useCountdown();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);

  const send = async () => {
    const email = await address();
    if (email === undefined || busy) return;
    setBusy(true);
    try {
      await call(calls.login.sendCode, { email, purpose });
      setSent(true);
      wait(waitSeconds);
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
          className="-me-s2 shrink-0 rounded-small px-s2 py-s1 text-caption font-semibold text-accent numbers disabled:text-muted"
        >
          {left > 0 ? t('code.again', { seconds: left }) : t('code.send')}
        </button>
      }
    />
  );
}
