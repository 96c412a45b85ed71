import type { ApiKey, ApiKeyUse } from '@assay/contract/endpoints/api-keys.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { useSecurityKey } from '../security-data.ts';

/** What a key was used for, by day, call and network. */
export function KeyUses({ of: { id, name }, onClose }: { of: ApiKey; onClose(): void }) {
  const { t } = useTranslation('keys');
  const uses = useQuery({
    queryKey: [...useSecurityKey('apiKeys'), id],
    queryFn: ({ signal }) => call(calls.user.apiKeyUses, { id }, { signal }),
    // Programs continue in the background.
    staleTime: 0,
  });
  return (
    <Dialog open onOpenChange={onClose} title={t('usesTitle', { name })} description={t('usesText')}>
      {uses.data === undefined ? (
        uses.isError ? (
          <ErrorState error={uses.error} onRetry={() => void uses.refetch()} />
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : uses.data.length === 0 ? (
        <p className="text-muted">{t('unused')}</p>
      ) : (
        <ul aria-label={t('uses')} className="flex flex-col divide-y divide-line">
          {uses.data.map((use) => (
            <Use key={`${use.day} ${use.call} ${use.network}`} of={use} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Use({ of: { call: name, network, calls: count, refused, lastAt } }: { of: ApiKeyUse }) {
  const { t } = useTranslation('keys');
  const { dateTime, integer } = useFormat();
  return (
    <li className="flex flex-col gap-s1 py-s3 first:pt-0 last:pb-0">
      <span className="flex items-baseline justify-between gap-s4">
        <code className="ltr min-w-0 break-all">{name}</code>
        <span className="shrink-0 font-medium numbers">{integer(count)}</span>
      </span>
      <span className="flex flex-wrap gap-x-s4 text-caption text-muted numbers">
        <span>{dateTime(lastAt)}</span>
        <span className="ltr">{network}</span>
        {refused === 0 ? null : <span className="text-warn">{t('refused', { count: refused })}</span>}
      </span>
    </li>
  );
}
