import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fetchParam, useMode } from '../../shared/client/queries.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { readClaims, unclaimed } from './claims.ts';

/** The operator's figures with source and date; in a sandbox they are marked as samples. */
export function ClaimsRow() {
  const { t } = useTranslation('home');
  const format = useFormat();
  const mode = useMode();
  const { data } = useQuery({
    queryKey: ['param', 'claims'],
    queryFn: () => fetchParam('claims').then(readClaims, () => unclaimed),
    staleTime: Infinity,
  });
  // Figures without a source, where the operator's may follow.
  const claims = data ?? unclaimed;
  const figures = [
    { name: t('claims.volume'), value: t('claims.volumeValue', { value: format.compact(claims.volumeUsd24h) }) },
    { name: t('claims.listed'), value: `${format.integer(claims.listedCryptocurrencies)}+` },
    { name: t('claims.users'), value: format.compact(claims.registeredUsers) },
    { name: t('claims.fee'), value: `<${format.rate(String(Number(claims.feeBelowPercent) / 100))}` },
  ];
  const sample = mode !== undefined && mode !== 'live';
  return (
    <section aria-label={t('claims.label')} className="flex flex-col gap-s3">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-large border border-line bg-line wide:grid-cols-4">
        {figures.map(({ name, value }) => (
          <div key={name} className="flex flex-col-reverse justify-end gap-s1 bg-surface-1 p-s5">
            <dt className="text-muted hyphens-auto">{name}</dt>
            <dd className="numbers text-title font-semibold tracking-[-0.01em]">
              {data === undefined ? <Skeleton className="h-[1.4em] w-[5em]" /> : <bdi>{value}</bdi>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap items-center gap-s3 text-caption text-muted">
        {sample ? <Badge tone="info">{t('claims.sample')}</Badge> : null}
        {sample || claims.source === null
          ? null
          : t('claims.source', { source: claims.source.name, date: format.date(claims.source.date) })}
      </p>
    </section>
  );
}
