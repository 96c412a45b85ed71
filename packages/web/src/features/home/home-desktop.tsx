import { Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../shared/client/session.ts';
import { useParamLinks } from '../../shared/links.ts';
import { useMarket } from '../../shared/trading/market.ts';
import { useTitle } from '../../shared/words/title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page, Panel } from '../../ui/panel.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { ClaimsRow } from './claims-row.tsx';
import { MarketPicture } from './market-picture.tsx';
import { MarketRows } from './market-rows.tsx';
import { PromoCards } from './promo-cards.tsx';
import { popularItems } from './selection.ts';

const rows = 10;

export function HomeDesktop() {
  useTitle('');
  return (
    <>
      <Hero />
      <Page className="flex flex-col gap-s7 pt-s6">
        <ClaimsRow />
        <PromoCards />
        <Markets />
      </Page>
    </>
  );
}

function Hero() {
  const { t } = useTranslation('home');
  const signedIn = useSession((session) => session.isLogin);
  return (
    <div className="overflow-hidden border-b border-line bg-[radial-gradient(70%_120%_at_85%_0%,var(--accent-soft),transparent_60%)]">
      <Page className="grid items-center gap-s8 py-s7 wide:min-h-[5.6rem] wide:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
        <div className="flex flex-col items-start gap-s5">
          <h1 className="text-hero font-semibold tracking-[-0.025em] text-balance">{t('hero.title')}</h1>
          <p className="max-w-[max(5.6rem,340px)] text-emphasis text-muted">{t('hero.text')}</p>
          <div className="mt-s3 flex flex-wrap items-center gap-s3">
            {signedIn ? (
              <ButtonLink to="/cruuency?code=BTCUSDT" look="primary">
                {t('hero.trade')}
              </ButtonLink>
            ) : (
              <ButtonLink to="/pass/register" look="primary">
                {t('hero.start')}
              </ButtonLink>
            )}
            <ButtonLink to="/market">{t('hero.markets')}</ButtonLink>
            <AppBadge />
          </div>
          {signedIn ? null : <p className="text-caption text-muted">{t('hero.startText')}</p>}
        </div>
        <MarketPicture className="min-h-[4.4rem] max-wide:hidden" />
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
  const market = useMarket();
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
        {market.data !== undefined ? (
          <MarketRows items={popularItems(market.data, rows)} />
        ) : market.isError ? (
          <ErrorState error={market.error} onRetry={() => void market.refetch()} />
        ) : (
          <SkeletonRows rows={rows} className="p-s5" />
        )}
      </div>
    </Panel>
  );
}
