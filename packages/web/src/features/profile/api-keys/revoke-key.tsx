import type { ApiKey } from '@assay/contract/endpoints/api-keys.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { RemoveByPassword } from '../proof/remove-by-password.tsx';
import { useTakeOverKeys } from './keys-data.ts';

/** Ends a key at once, by password. */
export function RevokeKey({ of: { id, name }, onClose }: { of: ApiKey; onClose(): void }) {
  const { t } = useTranslation('keys');
  return (
    <RemoveByPassword<ApiKey>
      id={id}
      title={t('revokeTitle')}
      text={t('revokeText', { name })}
      confirm={t('revoke')}
      done={{ id: 'keys', title: t('revoked') }}
      send={(password) => call(calls.user.revokeApiKey, { id, password })}
      look={() => call(calls.user.apiKeys, {})}
      show={useTakeOverKeys()}
      onClose={onClose}
    />
  );
}
