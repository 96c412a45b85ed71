import { demoInitialBalance } from '@assay/contract/vocabulary/limits.ts';
import { popularItems } from '@assay/domain/market/popular.ts';
import { Smartphone } from 'lucide-react';
import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../shared/client/session.ts';
import { useParamLinks } from '../../shared/links.ts';
import { useHomeMarket } from '../../shared/trading/market/market.ts';
import { useFormat } from '../../shared/words/format.ts';
import { useTitle } from '../../shared/words/title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Page, Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton, SkeletonRows } from '../../ui/states.tsx';
import { ClaimsRow } from './claims-row.tsx';
import { useFirstRows } from './first-rows.tsx';
import { MarketRows } from './market-rows.tsx';
import { PromoCards } from './promo-cards.tsx';
import { homeRows } from './selection.ts';
import { VisitorsProof, VisitorsShowcase } from './visitors.tsx';

const rows = homeRows.desktop;

/** The dashboard of a customer is put together by the app: it shows parts of other features. */
export function HomeDesktop({ Dashboard }: { Dashboard: ComponentType }) {
  useTitle('');
  const signedIn = useSession((session) => session.isLogin);
  return (
    <>
      {signedIn ? (
        <ErrorBoundary>
          <Suspense fallback={<Skeleton className="mx-auto my-s6 h-[7.4rem] w-content rounded-large!" />}>
            <Dashboard />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      {signedIn ? <ShortHero /> : <Hero />}
      <div className="flex flex-col gap-s7 pt-s6">
        {signedIn ? null : <VisitorsProof />}
        <Page className="flex flex-col gap-s7">
          <ClaimsRow />
          <PromoCards />
          <Markets />
        </Page>
      </div>
    </>
  );
}

/** For visitors: the promise of the product, and a receipt that keeps it. */
function Hero() {
  const { t } = useTranslation('home');
  return (
    <div className="overflow-hidden border-b border-line bg-[radial-gradient(70%_120%_at_85%_0%,var(--accent-soft),transparent_60%)]">
      <Page className="grid items-center gap-s7 py-s7 desktop:wide:min-h-[6.6rem] desktop:wide:grid-cols-[minmax(0,0.72fr)_minmax(0,1.28fr)]">
        <div className="flex flex-col items-start gap-s5">
          <h1 className="text-hero font-semibold tracking-[-0.025em] text-balance">{t('hero.title')}</h1>
          <p className="max-w-[max(5.6rem,340px)] text-emphasis text-muted">{t('hero.text')}</p>
          <div className="mt-s3 flex flex-wrap items-center gap-s3">
            <ButtonLink to="/pass/register" look="primary">
              {t('hero.start')}
            </ButtonLink>
            <ButtonLink to="/market">{t('hero.markets')}</ButtonLink>
          </div>
          <p className="text-caption text-muted">{t('hero.startText', { amount: useFormat().quantity(demoInitialBalance) })}</p>
          <AppBadge />
        </div>
        <VisitorsShowcase className="desktop:wide:min-h-[5.2rem]" />
      </Page>
    </div>
  );
}

/** For customers: one line, with the same links. */
function ShortHero() {
  const { t } = useTranslation('home');
  return (
    <div className="border-b border-line">
      <Page className="flex flex-wrap items-center justify-between gap-x-s7 gap-y-s4 py-s5">
        <div className="max-w-[max(8rem,340px)]">
          <h1 className="text-title font-semibold tracking-[-0.015em]">{t('hero.title')}</h1>
          <p className="text-muted">{t('hero.text')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-s3">
          <ButtonLink to="/cruuency?code=BTCUSDT" look="primary">
            {t('hero.trade')}
          </ButtonLink>
          <ButtonLink to="/market">{t('hero.markets')}</ButtonLink>
          <AppBadge />
        </div>
      </Page>
    </div>
  );
}

/** The app-store badge; where it leads is a parameter of the operator. */
function AppBadge() {
  const { t } = useTranslation('home');
  const { downloadApp } = useParamLinks();
  return (
    <button
      type="button"
      onClick={() => void downloadApp()}
      className="inline-flex min-h-control items-center gap-s3 rounded-middle border border-line-strong px-s4 transition-quick hover:bg-surface-2"
    >
      <Smartphone aria-hidden className="size-icon" />
      {t('hero.app')}
    </button>
  );
}

function Markets() {
  const { t } = useTranslation('home');
  const market = useHomeMarket();
  const first = useFirstRows();
  const list = market.data === undefined ? first : <MarketRows items={popularItems(market.data, rows)} />;
  return (
    <Panel
      title={t('table.title')}
      action={
        <Link to="/market" className="-my-s2 rounded-small py-s2 font-medium text-accent hover:underline">
          {t('table.all')}
        </Link>
      }
    >
      <div className="pt-s3">
        {list ??
          (market.isError ? (
            <ErrorState error={market.error} onRetry={() => void market.refetch()} />
          ) : (
            <SkeletonRows rows={rows} className="p-s5" />
          ))}
      </div>
    </Panel>
  );
}
