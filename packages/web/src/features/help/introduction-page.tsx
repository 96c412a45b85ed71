import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { useQuery } from '@tanstack/react-query';
import { FileCheck2, Landmark, Lock, type LucideIcon, ReceiptText, Scale, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { detailPath, useContents } from '../../shared/client/queries.ts';
import { useSession } from '../../shared/client/session.ts';
import { useFormat } from '../../shared/words/format.ts';
import { useTitle } from '../../shared/words/title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Solvency } from './solvency/solvency.tsx';
import { TextNodes } from './text-nodes.tsx';
import { useText } from './use-texts.ts';

/** Who we are: the promise, the ways to test it, and the operator's own words. */
export function IntroductionPage() {
  const { t } = useTranslation('introduction');
  useTitle(t('title'));
  return (
    <>
      <Hero />
      <Page className="flex flex-col gap-s8 py-s8 mobile:gap-s7 mobile:py-s6">
        <Promises />
        <LookForYourself />
        <Solvency />
        <Words />
      </Page>
    </>
  );
}

function Hero() {
  const { t } = useTranslation('introduction');
  const signedIn = useSession((session) => session.isLogin);
  return (
    <div className="overflow-hidden border-b border-line bg-[radial-gradient(70%_130%_at_15%_0%,var(--accent-soft),transparent_60%)]">
      <Page className="grid items-center gap-s8 py-s8 mobile:py-s6 desktop:wide:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <div className="flex flex-col items-start gap-s5">
          <p className="text-caption font-medium text-accent">{t('title')}</p>
          <h1 className="text-hero font-semibold tracking-[-0.025em] text-balance">{t('hero.title')}</h1>
          <p className="max-w-[max(6.4rem,320px)] text-emphasis text-muted mobile:text-body">{t('hero.text')}</p>
          <div className="flex flex-wrap gap-s3">
            {signedIn ? null : (
              <ButtonLink to="/pass/register" look="primary">
                {t('hero.start')}
              </ButtonLink>
            )}
            <ButtonLink to="/help#guides">{t('hero.how')}</ButtonLink>
          </div>
        </div>
        <TouchstonePicture />
      </Page>
    </div>
  );
}

/** An assayer's touchstone: streaks of metal beside the needle of known gold, and the one that agrees. */
function TouchstonePicture() {
  const streaks = [0.24, 0.4, 0.56, 0.72, 0.88, 1];
  return (
    <svg aria-hidden viewBox="0 0 420 260" className="w-full max-w-[max(6rem,320px)] justify-self-center" fill="none">
      <rect
        x="30"
        y="52"
        width="360"
        height="176"
        rx="28"
        fill="var(--surface-2)"
        stroke="var(--line-strong)"
        strokeOpacity="0.5"
      />
      <rect x="46" y="68" width="328" height="144" rx="18" fill="var(--surface-0)" stroke="var(--line)" />
      {streaks.map((purity, index) => (
        <path
          key={purity}
          d={`M${84 + index * 48} 186c4-30 10-62 22-92`}
          stroke="var(--accent)"
          strokeOpacity={purity}
          strokeWidth={8 + index * 1.2}
          strokeLinecap="round"
        />
      ))}
      <path d="M336 78 392 14" stroke="var(--accent)" strokeWidth="10" strokeLinecap="round" />
      <path d="m372 36 14-16" stroke="var(--surface-0)" strokeOpacity="0.45" strokeWidth="3" strokeLinecap="round" />
      <circle cx="334" cy="190" r="30" fill="var(--accent-fill)" />
      <path d="m320 190 10 10 19-21" stroke="var(--on-accent)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

const promises: readonly (readonly [
  name: 'outcome' | 'books' | 'terms' | 'treasury' | 'costs' | 'persons',
  icon: LucideIcon,
])[] = [
  ['outcome', Scale],
  ['books', ReceiptText],
  ['terms', Lock],
  ['treasury', Landmark],
  ['costs', FileCheck2],
  ['persons', Users],
];

function Promises() {
  const { t } = useTranslation('introduction');
  return (
    <section aria-labelledby="promises" className="flex flex-col gap-s5">
      <h2 id="promises" className="text-title font-semibold tracking-[-0.01em]">
        {t('promises')}
      </h2>
      <ul className="grid gap-px overflow-hidden rounded-large border border-line bg-line wide:grid-cols-3">
        {promises.map(([name, Icon]) => (
          <li key={name} className="flex flex-col gap-s3 bg-surface-1 p-s6 mobile:flex-row mobile:gap-s4 mobile:p-s5">
            <Icon aria-hidden className="size-icon-large shrink-0 text-accent" strokeWidth={1.5} />
            <div className="flex flex-col gap-s2">
              <h3 className="text-emphasis font-semibold">{t(`promise.${name}`)}</h3>
              <p className="text-muted">{t(`promise.${name}Text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Words are cheap: a number of this moment, and where each claim can be tested. */
function LookForYourself() {
  const { t } = useTranslation('introduction');
  const format = useFormat();
  const { data: coverage } = useQuery({
    queryKey: ['plan coverage'],
    queryFn: ({ signal }) => call(calls.index.planCoverage, {}, { signal }),
  });
  const amount = (text: string | undefined) =>
    text === undefined ? (
      <Skeleton className="inline-block h-[1em] w-[8em]" />
    ) : (
      <bdi className="numbers">{format.amount(formatFixed(toFixed(text)))} USDT</bdi>
    );
  return (
    <section aria-labelledby="look" className="flex flex-col gap-s5">
      <h2 id="look" className="text-title font-semibold tracking-[-0.01em]">
        {t('look.title')}
      </h2>
      <div className="grid gap-s5 wide:grid-cols-3">
        <div className="flex flex-col gap-s4 rounded-large border border-line bg-surface-1 p-s5">
          <h3 className="font-semibold">{t('look.treasury')}</h3>
          <dl className="flex flex-col gap-s3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-s4">
              <dt className="text-muted">{t('look.free')}</dt>
              <dd className="font-semibold">{amount(coverage?.free)}</dd>
            </div>
            <div className="flex flex-wrap items-baseline justify-between gap-x-s4">
              <dt className="text-muted">{t('look.committed')}</dt>
              <dd className="font-semibold">{amount(coverage?.committed)}</dd>
            </div>
          </dl>
          <Link to="/trading" className="mt-auto rounded-small font-medium text-accent hover:underline">
            {t('look.toTreasury')}
          </Link>
        </div>
        <div className="flex flex-col gap-s4 rounded-large border border-line bg-surface-1 p-s5">
          <h3 className="font-semibold">{t('look.receipt')}</h3>
          <p className="text-muted">{t('look.receiptText')}</p>
          <Link to="/help/faq#check-result" className="mt-auto rounded-small font-medium text-accent hover:underline">
            {t('look.toReceipt')}
          </Link>
        </div>
        <div className="flex flex-col gap-s4 rounded-large border border-line bg-surface-1 p-s5">
          <h3 className="font-semibold">{t('look.interface')}</h3>
          <p className="text-muted">{t('look.interfaceText')}</p>
          <a href="/docs" className="mt-auto rounded-small font-medium text-accent hover:underline">
            {t('look.toInterface')}
          </a>
        </div>
      </div>
    </section>
  );
}

/** The operator's text about itself, and what is shown beside it. */
function Words() {
  const { t } = useTranslation('introduction');
  const text = useText('company-introduction');
  const { data: contents = [] } = useContents();
  const others = contents.filter(({ type, slug }) => type === 1 && slug !== 'company-introduction');
  if (text.data === undefined) return null;
  return (
    <section
      aria-labelledby="words"
      className="grid items-start gap-s7 border-t border-line pt-s7 wide:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
    >
      <div className="flex flex-col gap-s5">
        <h2 id="words" className="text-title font-semibold tracking-[-0.01em]">
          {text.data.title}
        </h2>
        <TextNodes nodes={text.data.nodes} />
      </div>
      {others.length === 0 ? null : (
        <nav aria-label={t('more')} className="flex flex-col gap-s2">
          <h2 className="mb-s2 text-caption font-medium text-muted">{t('more')}</h2>
          {others.map((content) => (
            <Link
              key={content.id}
              to={detailPath(content)}
              className="rounded-middle border border-line bg-surface-1 px-s5 py-s4 font-medium transition-quick hover:border-line-strong"
            >
              {content.title}
            </Link>
          ))}
        </nav>
      )}
    </section>
  );
}
