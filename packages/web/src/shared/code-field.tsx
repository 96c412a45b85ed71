import { ApiRefusal } from '@assay/contract/client.ts';
import { followed } from '@assay/contract/sentences.ts';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { Input } from '../ui/field.tsx';
import { call } from './client/api.ts';
import { useMode } from './client/queries.ts';
import { resendSeconds, useResendWait } from './client/resend-wait.ts';

interface CodeFieldProps extends Omit<ComponentProps<'input'>, 'children'> {
  label: string;
  error?: string | undefined;
  /** What a mailed code is good for. */
  purpose: 'register' | 'reset' | 'withdraw' | 'account' | 'email' | 'oldEmail';
  /** Where the code comes from: nothing is mailed to users with an authenticator. */
  by?: 'authenticator' | 'mail';
  /**
   * The address to send to, of the field `email` of the same form, for a user who is not signed in; undefined where it has just
   * been shown as wrong. Else it is the owner's.
   */
  address?: () => string | undefined;
  /** Made up by the form that asks: its code is good there alone. */
  ticket?: string;
  onRefused(error: unknown): void;
}

/**
 * A code that proves the user: of an authenticator, or mailed, and then requested here, with a countdown until the next
 * request.
 */
export function CodeField({ label, by = 'mail', purpose, address, ticket, onRefused, ...rest }: CodeFieldProps) {
  const { t } = useTranslation('code');
  const input = useRef<HTMLInputElement>(null);
  const { send, sent, left, busy } = useSendCode({ purpose, address, ticket, onRefused, input });
  return (
    <Input
      {...rest}
      ref={input}
      label={label}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={by === 'mail' ? 6 : 16}
      className="numbers rtl:[&_input]:text-end"
      {...(sent ? { hint: <SentHint toOwner={address === undefined} /> } : {})}
      end={
        by === 'authenticator' ? null : (
          <button
            type="button"
            disabled={left > 0 || busy}
            onClick={() => void send()}
            className="-me-s2 min-h-[24px] shrink-0 rounded-small px-s2 py-s1 text-caption font-semibold text-accent numbers disabled:text-muted"
          >
            {left > 0 ? t('again', { seconds: left }) : t('send')}
          </button>
        )
      }
    />
  );
}

export function SentHint({ toOwner }: { toOwner: boolean }) {
  const { t } = useTranslation('code');
  const mode = useMode();
  return (
    <>
      {followed(t(toOwner ? 'sentToOwner' : 'sent'))}
      {mode === undefined || mode === 'live' ? null : (
        <a href="/sandbox/outbox" target="_blank" rel="noopener" className="text-info underline underline-offset-2">
          {t('outbox')}
        </a>
      )}
    </>
  );
}

interface Sending extends Pick<CodeFieldProps, 'purpose' | 'onRefused'> {
  address: CodeFieldProps['address'];
  ticket: string | undefined;
  input: { readonly current: HTMLInputElement | null };
}

function useSendCode({ purpose, address, ticket, onRefused, input }: Sending) {
  const [left, wait] = useResendWait();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) input.current?.form?.querySelector<HTMLElement>('[name=email][aria-invalid]')?.focus();
  }, [refusals, input]);
  const send = async () => {
    if (busy) return;
    const email = address?.();
    if (address !== undefined && email === undefined) return setRefusals(refusals + 1);
    setBusy(true);
    try {
      const asked = { purpose, ...(ticket !== undefined && { ticket }) };
      await call(calls.login.sendCode, email === undefined ? asked : { email, ...asked });
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
  return { send, sent, left, busy };
}
