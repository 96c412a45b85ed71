import type { ApiKey } from '@assay/contract/endpoints/api-keys.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { setAndSee } from '../../../shared/client/setting.ts';
import { PasswordField } from '../../../ui/password/password-field.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { useProof } from '../security-form.ts';
import { SecurityStep } from '../security-step.tsx';
import { useTakeOverKeys } from './keys-data.ts';

/** Ends a key at once, by password. */
export function RevokeKey({ of: { id, name }, onClose }: { of: ApiKey; onClose(): void }) {
  const { t } = useTranslation(['keys', 'pass']);
  const takeOver = useTakeOverKeys();
  const { field, error, submit, busy } = useProof({ password: t('pass:enter.password') }, 'password', async (values) => {
    await setAndSee({
      send: () => call(calls.user.revokeApiKey, { id, password: values.password }),
      look: () => call(calls.user.apiKeys, {}),
      stands: (left) => left.every((one) => one.id !== id),
      show: takeOver,
    });
    toast({ id: 'keys', kind: 'success', title: t('keys:revoked') });
    onClose();
  });
  return (
    <SecurityStep
      title={t('keys:revokeTitle')}
      text={t('keys:revokeText', { name })}
      confirm={t('keys:revoke')}
      look="danger"
      busy={busy}
      wrong={error('form')}
      onClose={onClose}
      onSubmit={submit}
    >
      <PasswordField {...field('password')} label={t('pass:field.password')} autoComplete="current-password" />
    </SecurityStep>
  );
}
