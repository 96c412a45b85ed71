import type { PublicSolvency } from '@assay/contract/endpoints/solvency.ts';
import { followed } from '@assay/contract/sentences.ts';
import { compare, toFixed } from '@assay/domain/money/fixed.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { type Format, useFormat } from '../../../shared/words/format.ts';
import { colonOf } from '../../../shared/words/marks.ts';
import { Address } from '../../../ui/address.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { useScrollToHash } from '../scroll-to-hash.ts';
import { Reserves } from './reserves.tsx';

type Asset = PublicSolvency['assets'][number];

/** Coins held against coins owed: what can't be determined is shown as unknown, and never looks covered. */
export function Solvency() {
  const { t, i18n } = useTranslation('introduction');
  const { data, error, refetch } = useQuery({
    queryKey: ['solvency'],
    queryFn: ({ signal }) => call(calls.index.solvency, {}, { signal }),
  });
  useScrollToHash(data !== undefined);
  return (
    <section
      id="solvency"
      aria-labelledby="solvency-title"
      className="flex scroll-mt-[calc(var(--bar-height)+var(--step-5))] flex-col gap-s5"
    >
      <div className="flex flex-col gap-s2">
        <h2 id="solvency-title" className="text-title font-semibold tracking-[-0.01em]">
          {t('solvency.title')}
        </h2>
        <p className="max-w-[max(7.2rem,320px)] text-muted">{t('solvency.text')}</p>
      </div>
      {data !== undefined ? (
        <>
          <ul className="grid items-stretch gap-s5 wide:grid-cols-3">
            {data.assets.filter(isMoved).map((asset) => (
              <AssetCard key={asset.asset} asset={asset} seal={data.seal} />
            ))}
          </ul>
          {/* Coins that were never deposited or bought yet. */}
          <p className="text-caption text-muted">
            {t('solvency.nothingOwed')}
            {colonOf(i18n.language)}
            <bdi>{data.assets.flatMap((asset) => (isMoved(asset) ? [] : [asset.asset])).join(', ')}</bdi>
          </p>
          <Seal seal={data.seal} />
          <Claims claims={data.claims} />
          <Reserves reserves={data.reserves} />
        </>
      ) : error === null ? (
        <SkeletonRows rows={4} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

/** Unknown figures say nothing. */
const isMoved = ({ owed, held, sealed }: Asset) => /[1-9]/.test(`${owed}${held}${sealed}`);

function AssetCard({ asset, seal }: { asset: Asset; seal: PublicSolvency['seal'] }) {
  const { t } = useTranslation('introduction');
  const format = useFormat();
  const rows: readonly (readonly [string, string | null])[] = [
    [t('solvency.held'), asset.held],
    [t('solvency.owed'), asset.owed],
    [seal === null ? t('solvency.sealedNever') : t('solvency.sealed', { day: format.date(seal.day) }), asset.sealed],
  ];
  return (
    <li className="flex flex-col gap-s4 rounded-large border border-line bg-surface-1 p-s5">
      <div className="flex flex-wrap items-center justify-between gap-s3">
        <h3 className="text-emphasis font-semibold">{asset.asset}</h3>
        <Cover asset={asset} format={format} />
      </div>
      <dl className="flex flex-col gap-s2">
        {rows.map(([label, figure]) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-s4">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">
              {figure === null ? t('solvency.unknown') : <bdi className="numbers">{format.amount(figure, asset.asset)}</bdi>}
            </dd>
          </div>
        ))}
      </dl>
      <ul className="mt-auto flex flex-col gap-s1 border-t border-line pt-s3 text-caption text-muted">
        {asset.networks.map(({ network, name, state, held, height, at }) => (
          <li key={network} className="flex flex-wrap justify-between gap-x-s4">
            <span>{name}</span>
            {state === 'told' ? (
              <span className="ms-auto">
                <bdi className="numbers">{format.amount(held, asset.asset)}</bdi>
                {' · '}
                {t('solvency.block', { height: format.integer(height ?? 0) })}
                {' · '}
                <time dateTime={at ?? undefined}>{format.dateTime(at)}</time>
              </span>
            ) : (
              <span className="ms-auto">{t(`solvency.state.${state}`)}</span>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Less than all that is owed is a shortfall, by however little. */
function Cover({ asset: { held, owed, ratio }, format }: { asset: Asset; format: Format }) {
  const { t } = useTranslation('introduction');
  if (held === null) return <Badge tone="warn">{t('solvency.notKnown')}</Badge>;
  if (ratio === null) return <Badge>{t('solvency.nothingOwed')}</Badge>;
  const isShort = compare(toFixed(held), toFixed(owed)) < 0;
  const percent = format.rate(ratio);
  return <Badge tone={isShort ? 'danger' : 'info'}>{t(isShort ? 'solvency.short' : 'solvency.covered', { percent })}</Badge>;
}

function Seal({ seal }: { seal: PublicSolvency['seal'] }) {
  const { t } = useTranslation('introduction');
  const format = useFormat();
  if (seal === null) return <p className="text-caption text-muted">{t('solvency.noSeal')}</p>;
  return (
    <div className="flex flex-col items-start gap-s2 text-caption text-muted">
      <p>
        {followed(t('solvency.root', { day: format.date(seal.day) }))}
        <Link to="/profile/balance" className="rounded-small font-medium text-accent hover:underline">
          {t('solvency.toSeal')}
        </Link>
      </p>
      <Address>{seal.liabilitiesRoot}</Address>
    </div>
  );
}

function Claims({ claims }: Pick<PublicSolvency, 'claims'>) {
  const { t } = useTranslation('introduction');
  const format = useFormat();
  if (claims.length === 0) return null;
  return (
    <div className="flex flex-col gap-s3">
      <h3 className="font-semibold">{t('solvency.claims')}</h3>
      <p className="max-w-[max(7.2rem,320px)] text-caption text-muted">{t('solvency.claimsText')}</p>
      <ul className="flex flex-wrap gap-s3">
        {claims.map(({ asset, owed, usdt }) => (
          <li key={asset} className="rounded-middle border border-line bg-surface-1 px-s4 py-s2 text-caption">
            <bdi dir="ltr" className="numbers">
              <span className="font-medium">{`${format.amount(owed, asset)} ${asset}`}</span>
              {usdt === null ? null : <span className="text-muted">{` ≈ ${format.amount(usdt)} USDT`}</span>}
            </bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
