import { ApiRefusal } from '@assay/contract/client.ts';
import type { Closing } from '@assay/contract/endpoints/closing.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { calls } from 'virtual:calls';
import { call, fetchFile } from '../../shared/client/api.ts';
import { endingSession, whetherEnded } from '../../shared/client/log-out.ts';
import { useSession } from '../../shared/client/session.ts';
import { setAndSee } from '../../shared/client/setting.ts';
import { CodeField } from '../../shared/code-field.tsx';
import { useForm } from '../../shared/form.ts';
import { useFormat } from '../../shared/words/format.ts';
import type { ButtonLook } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password/password-field.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { useSecurityKey } from './security-data.ts';
import { SecurityStep } from './security-step.tsx';

interface Proof {
  readonly password: string;
  readonly code: string;
}

interface ProvenProps {
  title: string;
  text: string;
  confirm: string;
  look?: ButtonLook;
  confirmBy: Closing['confirmBy'];
  children?: ReactNode;
  action(proof: Proof): Promise<void>;
  onClose(): void;
}

/** A step that takes the password and a code. */
function ProvenStep({ confirmBy, children, action, ...step }: ProvenProps) {
  const { t } = useTranslation(['closing', 'pass', 'code']);
  const { field, error, refused, submit, busy } = useForm<Proof>({
    values: { password: '', code: '' },
    check: ({ password, code }) => ({
      ...(password === '' && { password: t('pass:enter.password') }),
      ...(code.trim() === '' && { code: t('pass:enter.code') }),
    }),
    send: ({ password, code }) => action({ password, code: code.trim() }),
    fieldOf: ({ code }) => (code === '10004' ? 'password' : 'code'),
  });
  return (
    <SecurityStep {...step} busy={busy} wrong={error('form')} onSubmit={submit}>
      {children}
      <PasswordField label={t('pass:field.password')} autoComplete="current-password" {...field('password')} />
      <CodeField {...field('code')} label={t(`code:${confirmBy}`)} purpose="account" by={confirmBy} onRefused={refused} />
    </SecurityStep>
  );
}

/** Fetches the file of one's data. */
export function ExportDialog({ confirmBy, onClose }: { confirmBy: Closing['confirmBy']; onClose(): void }) {
  const { t } = useTranslation('closing');
  const take = async (proof: Proof) => {
    const { name, content } = await fetchFile(calls.user.exportData, proof);
    const url = URL.createObjectURL(content);
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
    toast({ id: 'closing', kind: 'success', title: t('export.done') });
    onClose();
  };
  return (
    <ProvenStep
      title={t('export.title')}
      text={t('export.asked')}
      confirm={t('export.take')}
      confirmBy={confirmBy}
      action={take}
      onClose={onClose}
    />
  );
}

/** Closes the account; the way back is to log in again. */
export function CloseDialog({ closing, onClose }: { closing: Closing; onClose(): void }) {
  const { t } = useTranslation('closing');
  const { dateTime, amount, span } = useFormat();
  const navigate = useNavigate();
  const client = useQueryClient();
  const queryKey = useSecurityKey('closing');
  const close = async (proof: Proof) => {
    try {
      const closed = await endingSession(() =>
        setAndSee<{ dueAt: string } | 'ended' | 'lasts'>({
          send: () => call(calls.user.closeAccount, proof),
          look: whetherEnded,
          stands: (found) => found !== 'lasts',
          show: () => undefined,
        }),
      );
      useSession.getState().signOut();
      // Of an answer that was lost the hour is not known.
      const known = typeof closed === 'string' ? {} : { text: t('close.doneText', { time: dateTime(closed.dueAt) }) };
      toast({ kind: 'info', title: t('close.done'), ...known });
      void navigate('/pass/login');
    } catch (error) {
      // Something was opened meanwhile: the page behind says what.
      if (error instanceof ApiRefusal && error.code === '11136') void client.invalidateQueries({ queryKey });
      throw error;
    }
  };
  const { waitSeconds } = closing;
  const waits = waitSeconds < 3600 ? span(waitSeconds / 60, 'min') : span(waitSeconds / 3600, 'hour');
  const points = ['leave', 'erased', 'keptByLaw', 'kept'] as const;
  const years = span(closing.retentionYears, 'year');
  return (
    <ProvenStep
      title={t('close.asked')}
      text={t('close.back', { time: waits })}
      confirm={t('close.confirm')}
      look="danger"
      confirmBy={closing.confirmBy}
      action={close}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-s2 ps-s5 text-caption text-muted">
        {points.map((point) => (
          <li key={point}>{t(`close.${point}`, { time: years })}</li>
        ))}
        {Number(closing.remains) > 0 ? <li>{t('close.remains', { amount: amount(closing.remains) })}</li> : null}
      </ul>
    </ProvenStep>
  );
}
