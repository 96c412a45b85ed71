import type { ApiKey } from '@assay/contract/endpoints/api-keys.ts';
import { apiKeysMax } from '@assay/contract/vocabulary/api-keys.ts';
import { ExternalLink, SquareTerminal } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { lazyPage } from '../../../ui/lazy-page.ts';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { SecurityPart } from '../security-part.tsx';
import { useApiKeys } from './keys-data.ts';

const MakeKey = lazyPage(() => import('./make-key.tsx').then((part) => part.MakeKey));
const RevokeKey = lazyPage(() => import('./revoke-key.tsx').then((part) => part.RevokeKey));
const KeyUses = lazyPage(() => import('./key-uses.tsx').then((part) => part.KeyUses));

type Asked = { readonly what: 'make' } | { readonly what: 'revoke' | 'uses'; readonly key: ApiKey };

/** Keys with which one's own programs read and trade: what each may do, when it was used, and how to end it. */
export function ApiKeysPart() {
  const { t } = useTranslation('keys');
  const list = useApiKeys();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const good = list.data?.filter(({ expired }) => !expired).length ?? 0;
  return (
    <SecurityPart title={t('title')} text={t('text')}>
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={1} />
        )
      ) : list.data.length === 0 ? (
        <p className="text-muted">{t('none')}</p>
      ) : (
        <ul aria-label={t('title')} className="flex flex-col divide-y divide-line">
          {list.data.map((key) => (
            <Row
              key={key.id}
              of={key}
              onUses={() => setAsked({ what: 'uses', key })}
              onRevoke={() => setAsked({ what: 'revoke', key })}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-s5 gap-y-s3">
        <Button
          className="mobile:w-full"
          disabled={list.data === undefined || good >= apiKeysMax}
          onClick={() => setAsked({ what: 'make' })}
        >
          {t('make')}
        </Button>
        <a
          href="/docs"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-control-small items-center gap-s2 text-caption font-semibold text-accent hover:underline"
        >
          {t('docs')}
          <ExternalLink aria-hidden className="size-[1.1em]" />
        </a>
      </div>
      <Suspense>
        {asked?.what === 'make' ? <MakeKey number={(list.data?.length ?? 0) + 1} onClose={close} /> : null}
        {asked?.what === 'revoke' ? <RevokeKey of={asked.key} onClose={close} /> : null}
        {asked?.what === 'uses' ? <KeyUses of={asked.key} onClose={close} /> : null}
      </Suspense>
    </SecurityPart>
  );
}

function Row({ of: key, onUses, onRevoke }: { of: ApiKey; onUses(): void; onRevoke(): void }) {
  const { t } = useTranslation('keys');
  const { dateTime, date } = useFormat();
  const { id, name, right, book, networks, expiresAt, expired, lastUsedAt, lastNetwork, wrongSignatures, wrongAt } = key;
  return (
    <li className="flex items-start gap-s4 py-s4 first:pt-0 last:pb-0 mobile:flex-wrap">
      <SquareTerminal aria-hidden className="mt-[0.15em] size-icon shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-s1">
        <span className="flex flex-wrap items-center gap-x-s3 gap-y-s1 font-medium">
          <bdi className="min-w-0 break-words">{name}</bdi>
          <Badge tone={right === 'trade' ? 'info' : 'neutral'}>{t(`right.${right}`)}</Badge>
          <Badge>{t(`book.${book}`)}</Badge>
          {expired ? <Badge tone="warn">{t('expired')}</Badge> : null}
        </span>
        <code className="ltr self-start text-caption break-all text-muted">{id}</code>
        <span className="flex flex-wrap gap-x-s4 gap-y-s1 text-caption text-muted numbers">
          <span>
            {lastUsedAt === null
              ? t('unused')
              : t('used', { time: dateTime(lastUsedAt), network: `\u2066${lastNetwork ?? ''}\u2069` })}
          </span>
          <span>{t('ends', { date: date(expiresAt) })}</span>
          {networks.length === 0 ? (
            <span>{t('anywhere')}</span>
          ) : (
            <span className="min-w-0 break-words">
              {t('from', { networks: networks.map((one) => `\u2066${one}\u2069`).join(', ') })}
            </span>
          )}
        </span>
        {wrongAt === null ? null : (
          <span className="text-caption text-warn numbers">
            {t('wrong', { count: wrongSignatures, time: dateTime(wrongAt) })}
          </span>
        )}
      </div>
      <span className="flex shrink-0 gap-s2 mobile:w-full mobile:ps-[calc(var(--spacing-icon)+var(--spacing-s4))]">
        <Button size="small" aria-label={t('usesNamed', { name })} onClick={onUses}>
          {t('uses')}
        </Button>
        <Button size="small" aria-label={t('revokeNamed', { name })} onClick={onRevoke}>
          {t('revoke')}
        </Button>
      </span>
    </li>
  );
}
