import type { ApiKey } from '@assay/contract/endpoints/api-keys.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CopyButton } from '../../../ui/share/copy-button.tsx';

/** What has been made; `secret` is null for an own public key, undefined where the answer with it was lost. */
export interface Made {
  readonly keys: ApiKey[];
  readonly key: ApiKey | undefined;
  readonly secret: string | null | undefined;
}

/** The key's name on the wire and its secret, which is nowhere to be read again: it ends when its reader says that they have it. */
export function ShownOnce({ made: { key, secret }, onStored }: { made: Made; onStored(): void }) {
  const { t } = useTranslation('keys');
  return (
    <Dialog
      open
      title={t('madeTitle')}
      description={t(typeof secret === 'string' ? 'secretText' : 'ownText')}
      footer={
        <Button look="primary" onClick={onStored}>
          {t(typeof secret === 'string' ? 'stored' : 'done')}
        </Button>
      }
    >
      <dl className="flex flex-col gap-s4">
        <Copied label={t('keyId')} text={key?.id ?? ''} />
        {typeof secret === 'string' ? <Copied label={t('secret')} text={secret} /> : null}
      </dl>
    </Dialog>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('security');
  return (
    <div className="flex flex-col gap-s2">
      <dt className="text-caption font-medium text-muted">{label}</dt>
      <dd className="flex items-center gap-s3 rounded-middle bg-surface-2 py-s3 ps-s4 pe-s3">
        <code dir="ltr" className="numbers min-w-0 flex-1 text-start break-all">
          {text}
        </code>
        <CopyButton text={text} label={t('authenticator.copy')} copied={t('authenticator.copied')} />
      </dd>
    </div>
  );
}
