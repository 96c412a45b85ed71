import type { Passkey } from '@assay/contract/endpoints/passkeys.ts';
import { followed } from '@assay/contract/sentences.ts';
import { passkeyNamePattern } from '@assay/contract/vocabulary/credentials.ts';
import { passkeysMax } from '@assay/contract/vocabulary/sign-ins.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { makePasskey, passkeyPlace, passkeyTrouble } from '../../shared/client/passkeys.ts';
import { useForm } from '../../shared/form.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { ProofFields } from './proof/proof-fields.tsx';
import { RemoveByPassword } from './proof/remove-by-password.tsx';
import { useSecurity, useSecurityKey } from './security-data.ts';
import { SecurityPart } from './security-part.tsx';
import { SecurityStep } from './security-step.tsx';

/** Passkeys that log in to this account, and how to add and remove them. */
export function PasskeysPart() {
  const { t } = useTranslation('security');
  const queryKey = useSecurityKey('passkeys');
  const list = useQuery({ queryKey, queryFn: ({ signal }) => call(calls.user.passkeys, {}, { signal }) });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const place = passkeyPlace();
  return (
    <SecurityPart title={t('passkeys.title')} text={t('passkeys.text')}>
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={1} />
        )
      ) : list.data.length === 0 ? (
        <p className="text-muted">{t('passkeys.none')}</p>
      ) : (
        <ul aria-label={t('passkeys.title')} className="flex flex-col divide-y divide-line">
          {list.data.map((one) => (
            <Registered key={one.id} passkey={one} onRemove={() => setRemoving(one)} />
          ))}
        </ul>
      )}
      {place.at === 'here' ? (
        <Button
          className="self-start mobile:self-stretch"
          disabled={list.data === undefined || list.data.length >= passkeysMax}
          onClick={() => setAdding(true)}
        >
          {t('passkeys.add')}
        </Button>
      ) : place.at === 'elsewhere' ? (
        <p className="text-caption text-muted">
          {followed(t('passkeys.elsewhere'))}
          <a className="font-semibold text-accent hover:underline" href={`${place.origin}/profile?section=security`}>
            <bdi className="numbers">{place.origin}</bdi>
          </a>
        </p>
      ) : (
        <p className="text-caption text-muted">{t('passkeys.nowhere')}</p>
      )}
      {adding ? <AddDialog number={(list.data?.length ?? 0) + 1} onClose={() => setAdding(false)} /> : null}
      {removing === undefined ? null : <RemoveDialog passkey={removing} onClose={() => setRemoving(undefined)} />}
    </SecurityPart>
  );
}

function Registered({ passkey: { name, createdAt, lastUsedAt }, onRemove }: { passkey: Passkey; onRemove(): void }) {
  const { t } = useTranslation('security');
  const { dateTime } = useFormat();
  return (
    <li className="flex items-center gap-s4 py-s4 first:pt-0 last:pb-0">
      <KeyRound aria-hidden className="size-icon shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 flex-col gap-s1">
        <bdi className="truncate font-medium">{name}</bdi>
        <span className="flex flex-wrap gap-x-s4 text-caption text-muted numbers">
          <span>{lastUsedAt === null ? t('passkeys.unused') : t('passkeys.used', { time: dateTime(lastUsedAt) })}</span>
          <span>{t('passkeys.since', { time: dateTime(createdAt) })}</span>
        </span>
      </span>
      <Button size="small" aria-label={t('passkeys.removeNamed', { name })} onClick={onRemove}>
        {t('passkeys.remove')}
      </Button>
    </li>
  );
}

function useTakeOver(): (known: Passkey[]) => void {
  const client = useQueryClient();
  const queryKey = useSecurityKey('passkeys');
  return (known) => client.setQueryData(queryKey, known);
}

function AddDialog({ number, onClose }: { number: number; onClose(): void }) {
  const { t } = useTranslation(['security', 'pass']);
  const takeOver = useTakeOver();
  const guarded = useSecurity().data?.authenticator === true;
  const form = useForm({
    values: { name: t('security:passkeys.named', { number }), password: '', otp: '' },
    check: ({ name, password, otp }) => ({
      name: passkeyNamePattern.test(name.trim()) ? undefined : t('security:passkeys.nameRule'),
      password: password.trim() === '' ? t('pass:enter.password') : undefined,
      otp: guarded && otp.trim() === '' ? t('security:authenticator.enterCode') : undefined,
    }),
    send: async ({ name, password, otp }): Promise<void> => {
      try {
        await makePasskey(name.trim(), { password, ...(guarded && { otp }) }, { known: number - 1, show: takeOver });
      } catch (problem) {
        const trouble = passkeyTrouble(problem);
        if (trouble === undefined) throw problem;
        return form.show({ form: t(`security:passkeys.${trouble}`) });
      }
      toast({ id: 'passkeys', kind: 'success', title: t('security:passkeys.added') });
      onClose();
    },
    fieldOf: ({ code }) => (code === '10004' || !guarded ? 'password' : 'otp'),
  });
  return (
    <SecurityStep
      title={t('security:passkeys.addTitle')}
      text={t('security:passkeys.addText')}
      confirm={t('security:passkeys.continue')}
      busy={form.busy}
      wrong={form.error('form')}
      onClose={onClose}
      onSubmit={form.submit}
    >
      <Input {...form.field('name')} label={t('security:passkeys.name')} maxLength={40} autoComplete="off" dir="auto" />
      <ProofFields field={form.field} guarded={guarded} />
    </SecurityStep>
  );
}

function RemoveDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose(): void }) {
  const { t } = useTranslation('security');
  return (
    <RemoveByPassword<Passkey>
      id={id}
      title={t('passkeys.removeTitle')}
      text={t('passkeys.removeText', { name })}
      confirm={t('passkeys.remove')}
      done={{ id: 'passkeys', title: t('passkeys.removed') }}
      send={(password) => call(calls.user.removePasskey, { id, password })}
      look={() => call(calls.user.passkeys, {})}
      show={useTakeOver()}
      onClose={onClose}
    />
  );
}
