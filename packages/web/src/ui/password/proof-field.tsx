import { ApiRefusal } from '@assay/contract/client.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useMode } from '../../shared/client/queries.ts';
import { resendSeconds, useResendWait } from '../../shared/client/resend-wait.ts';
import { Input } from '../field.tsx';

interface ProofFieldProps {
  by: 'authenticator' | 'mail';
  /** What a mailed code is good for. */
  purpose: 'withdraw' | 'account';
  value: string;
  error: string | undefined;
  onChange(value: string): void;
  onRefused(error: unknown): void;
}

/** The code that shows it is the owner who asks: of the authenticator where it is on, else one that is mailed. */
export function ProofField({ by, purpose, value, error, onChange, onRefused }: ProofFieldProps) {
  const { t } = useTranslation('funds');
  const mode = useMode();
  const [left, wait] = useResendWait();
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const send = async () => {
    if (state === 'busy') return;
    setState('busy');
    try {
      await call(calls.login.sendCode, { purpose });
      setState('sent');
      wait(resendSeconds);
    } catch (refusal) {
      setState('idle');
      if (refusal instanceof ApiRefusal && refusal.retryAfterSeconds !== null) wait(refusal.retryAfterSeconds);
      onRefused(refusal);
    }
  };
  const hint =
    state === 'sent' ? (
      <>
        {t('code.sent')}{' '}
        {mode === undefined || mode === 'live' ? null : (
          <a href="/sandbox/outbox" target="_blank" rel="noopener" className="text-info underline underline-offset-2">
            {t('code.outbox')}
          </a>
        )}
      </>
    ) : undefined;
  return (
    <Input
      label={t(`code.${by}`)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      name="code"
      error={error}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={by === 'mail' ? 6 : 16}
      className="numbers rtl:[&_input]:text-end"
      hint={hint}
      end={
        by === 'authenticator' ? null : (
          <button
            type="button"
            disabled={left > 0 || state === 'busy'}
            onClick={() => void send()}
            className="-me-s2 min-h-[24px] shrink-0 rounded-small px-s2 py-s1 text-caption font-semibold text-accent numbers disabled:text-muted"
          >
            {left > 0 ? t('code.again', { seconds: left }) : t('code.send')}
          </button>
        )
      }
    />
  );
}
