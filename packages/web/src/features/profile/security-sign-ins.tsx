import type { SignIn } from '@assay/contract/endpoints/security.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Globe, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { setAndSee } from '../../shared/client/setting.ts';
import { NoWallet, type Ticket, arriveByWallet, isDeclined, leaveForGoogle, ticketIn } from '../../shared/client/social.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState, SkeletonRows, useErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { ProofFields } from './proof/proof-fields.tsx';
import { RemoveByPassword } from './proof/remove-by-password.tsx';
import { useSecurity, useSecurityKey } from './security-data.ts';
import { useProof } from './security-form.ts';
import { SecurityPart } from './security-part.tsx';
import { SecurityStep } from './security-step.tsx';

const section = '/profile?section=security';

/** Google and wallets that log in to this account, and how to link and unlink them. */
export function SignInsPart() {
  const { t } = useTranslation(['security', 'pass']);
  const list = useQuery({
    queryKey: useSecurityKey('signIns'),
    queryFn: ({ signal }) => call(calls.user.signIns, {}, { signal }),
  });
  const { brought, setBrought, go, busy } = useLinking();
  const [removing, setRemoving] = useState<SignIn>();
  return (
    <SecurityPart title={t('security:signIns.title')} text={t('security:signIns.text')}>
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={1} />
        )
      ) : list.data.length === 0 ? (
        <p className="text-muted">{t('security:signIns.none')}</p>
      ) : (
        <ul aria-label={t('security:signIns.title')} className="flex flex-col divide-y divide-line">
          {list.data.map((one) => (
            <Linked key={one.id} signIn={one} onRemove={() => setRemoving(one)} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-s3 mobile:*:flex-1">
        <Button busy={busy === 'google'} onClick={() => void go('google', () => leaveForGoogle({ link: true, from: section }))}>
          {t('security:signIns.linkGoogle')}
        </Button>
        <Button
          busy={busy === 'wallet'}
          onClick={() => void go('wallet', async () => setBrought(ticketIn({ arrival: await arriveByWallet(true) }, 'link')))}
        >
          {t('security:signIns.linkWallet')}
        </Button>
      </div>
      {brought === undefined ? null : <LinkDialog brought={brought} onClose={() => setBrought(undefined)} />}
      {removing === undefined ? null : <UnlinkDialog signIn={removing} onClose={() => setRemoving(undefined)} />}
    </SecurityPart>
  );
}

function useLinking() {
  const { t } = useTranslation('pass');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const came = ticketIn(state, 'link');
  const [byWallet, setByWallet] = useState<Ticket>();
  const [busy, setBusy] = useState<'google' | 'wallet'>();
  const go = async (way: 'google' | 'wallet', action: () => Promise<void>) => {
    if (busy !== undefined) return;
    setBusy(way);
    try {
      await action();
    } catch (problem) {
      const text = problem instanceof NoWallet ? t('other.walletNeeded') : errorText(problem);
      if (!isDeclined(problem)) toast({ id: 'sign-ins', kind: 'error', title: text });
    } finally {
      setBusy(undefined);
    }
  };
  const setBrought = (brought: Ticket | undefined) => {
    setByWallet(brought);
    // Google's result is in the history; it is used up.
    if (brought === undefined && came !== undefined) void navigate(section, { replace: true, state: null });
  };
  return { brought: byWallet ?? came, setBrought, go, busy };
}

function Linked({ signIn: { kind, label, createdAt }, onRemove }: { signIn: SignIn; onRemove(): void }) {
  const { t } = useTranslation('security');
  const { dateTime } = useFormat();
  const Icon = kind === 'wallet' ? Wallet : Globe;
  return (
    <li className="flex items-center gap-s4 py-s4 first:pt-0 last:pb-0">
      <Icon aria-hidden className="size-icon shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi className="numbers truncate font-medium">{label}</bdi>
        <span className="numbers text-caption text-muted">{t('signIns.since', { time: dateTime(createdAt) })}</span>
      </span>
      <Button size="small" onClick={onRemove}>
        {t('signIns.unlink')}
      </Button>
    </li>
  );
}

function useTakeOver(): (known: SignIn[]) => void {
  const client = useQueryClient();
  const queryKey = useSecurityKey('signIns');
  return (known) => client.setQueryData(queryKey, known);
}

function LinkDialog({ brought, onClose }: { brought: Ticket; onClose(): void }) {
  const { t } = useTranslation(['security', 'pass']);
  const takeOver = useTakeOver();
  const guarded = useSecurity().data?.authenticator === true;
  const missing = { password: t('pass:enter.password'), ...(guarded && { otp: t('security:authenticator.enterCode') }) };
  const { field, error, submit, busy } = useProof(missing, guarded ? 'otp' : 'password', async (values) => {
    const { password, otp } = values;
    await setAndSee({
      send: () => call(calls.user.linkSignIn, { ticket: brought.ticket, password, ...(guarded && { otp }) }),
      look: () => call(calls.user.signIns, {}),
      stands: (known) => known.some(({ label }) => label === brought.label),
      show: takeOver,
    });
    toast({ id: 'sign-ins', kind: 'success', title: t('security:signIns.linked') });
    onClose();
  });
  return (
    <SecurityStep
      title={t('security:signIns.linkTitle')}
      text={t('security:signIns.linkText', { label: brought.label })}
      confirm={t('security:signIns.link')}
      busy={busy}
      wrong={error('form')}
      onClose={onClose}
      onSubmit={submit}
    >
      <ProofFields field={field} guarded={guarded} />
    </SecurityStep>
  );
}

function UnlinkDialog({ signIn: { id, label }, onClose }: { signIn: SignIn; onClose(): void }) {
  const { t } = useTranslation('security');
  return (
    <RemoveByPassword<SignIn>
      id={id}
      title={t('signIns.unlinkTitle')}
      text={t('signIns.unlinkText', { label })}
      confirm={t('signIns.unlink')}
      done={{ id: 'sign-ins', title: t('signIns.unlinked') }}
      send={(password) => call(calls.user.unlinkSignIn, { id, password })}
      look={() => call(calls.user.signIns, {})}
      show={useTakeOver()}
      onClose={onClose}
    />
  );
}
