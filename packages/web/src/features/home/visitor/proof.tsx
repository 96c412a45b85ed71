import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { useQuery } from '@tanstack/react-query';
import { FileCheck2, Landmark, Lock, type LucideIcon, ReceiptText, Scale, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { Page } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { PhoneFrame } from './phone-frame.tsx';

const promises: readonly (readonly ['outcome' | 'books' | 'terms' | 'treasury' | 'costs' | 'persons', LucideIcon])[] = [
  ['outcome', Scale],
  ['books', ReceiptText],
  ['terms', Lock],
  ['treasury', Landmark],
  ['costs', FileCheck2],
  ['persons', Users],
];

/** What a stranger is promised, a figure of this moment to test it by, and how the whole looks in the hand. */
export function Proof() {
  const { t } = useTranslation(['introduction', 'visitor']);
  return (
    <Page className="grid items-stretch gap-s5 desktop:wide:grid-cols-[minmax(0,1fr)_max(3.6rem,270px)]">
      <section aria-labelledby="promises" className="flex flex-col gap-s5">
        <header className="flex flex-wrap items-baseline justify-between gap-x-s5 gap-y-s2">
          <h2 id="promises" className="text-title font-semibold tracking-[-0.01em]">
            {t('introduction:promises')}
          </h2>
          <Link to="/introduction" className="rounded-small font-medium text-accent hover:underline">
            {t('visitor:proof.more')}
          </Link>
        </header>
        <ul className="grid flex-1 gap-px overflow-hidden rounded-large border border-line bg-line desktop:wide:grid-cols-3">
          {promises.map(([name, Icon]) => (
            <li key={name} className="flex gap-s4 bg-surface-1 p-s5 desktop:wide:flex-col desktop:wide:gap-s3">
              <Icon aria-hidden className="size-icon-large shrink-0 text-accent" strokeWidth={1.5} />
              <div className="flex flex-col gap-s1">
                <h3 className="font-semibold">{t(`introduction:promise.${name}`)}</h3>
                <p className="text-caption text-muted">{t(`introduction:promise.${name}Text`)}</p>
              </div>
            </li>
          ))}
        </ul>
        <Treasury />
      </section>
      <PhoneFrame />
    </Page>
  );
}

const coverageAgeMs = 15_000;

/** The treasury of the yield plans at this moment, by a public call. */
function Treasury() {
  const { t } = useTranslation('introduction');
  const format = useFormat();
  const { data: coverage } = useQuery({
    queryKey: ['plan coverage'],
    queryFn: ({ signal }) => call(calls.index.planCoverage, {}, { signal }),
    refetchInterval: coverageAgeMs,
  });
  const [free, committed] = [Number(coverage?.free ?? 0), Number(coverage?.committed ?? 0)];
  const share = free + committed > 0 ? (committed / (free + committed)) * 100 : 0;
  const figure = (name: 'free' | 'committed', tone: string) => (
    <div className="flex min-w-0 flex-col">
      <dt className="flex items-center gap-s2 text-caption text-muted">
        <span aria-hidden className={`size-[8px] rounded-[50%] ${tone}`} />
        {t(`look.${name}`)}
      </dt>
      <dd className="text-emphasis font-semibold">
        {coverage === undefined ? (
          <Skeleton className="h-[1.4em] w-[8em]" />
        ) : (
          <bdi className="numbers">{format.amount(formatFixed(toFixed(coverage[name])))} USDT</bdi>
        )}
      </dd>
    </div>
  );
  return (
    <section aria-labelledby="treasury" className="flex flex-col gap-s4 rounded-large border border-line bg-surface-1 p-s5">
      <div className="flex flex-wrap items-center justify-between gap-x-s6 gap-y-s3">
        <h3 id="treasury" className="font-semibold">
          {t('look.treasury')}
        </h3>
        <Link to="/trading" className="rounded-small font-medium text-accent hover:underline">
          {t('look.toTreasury')}
        </Link>
      </div>
      <span aria-hidden className="flex h-[8px] gap-[2px] overflow-hidden rounded-small">
        <span className="bg-info" style={{ width: `${share}%` }} />
        <span className="flex-1 bg-accent-fill" />
      </span>
      <dl className="flex flex-wrap gap-x-s7 gap-y-s3">
        {figure('free', 'bg-accent-fill')}
        {figure('committed', 'bg-info')}
      </dl>
    </section>
  );
}
