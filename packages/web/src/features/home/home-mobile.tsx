import { demoInitialBalance } from '@assay/contract/vocabulary/limits.ts';
import { popularItems } from '@assay/domain/market/popular.ts';
import { ChevronRight, CircleHelp, Gem, GraduationCap, HandCoins, Smartphone, Sparkles, Wallet } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { detailPath, useContents } from '../../shared/client/queries.ts';
import { useSession } from '../../shared/client/session.ts';
import { servicePage, useParamLinks } from '../../shared/links.ts';
import { type ListedItem } from '../../shared/trading/market/figures.ts';
import { useHomeMarket, useMarket } from '../../shared/trading/market/market.ts';
import { useFormat } from '../../shared/words/format.ts';
import { useTitle } from '../../shared/words/title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton, SkeletonRows } from '../../ui/states.tsx';
import { ClaimsRow } from './claims-row.tsx';
import { useFirstRows } from './first-rows.tsx';
import { MarketRows } from './market-rows.tsx';
import { PromoCards } from './promo-cards.tsx';
import { homeRows, topMovers } from './selection.ts';
import { VisitorsProof, VisitorsShowcase } from './visitors.tsx';

const rows = homeRows.mobile;

/** The dashboard of a customer is put together by the app: it shows parts of other features. */
export function HomeMobile({ Dashboard }: { Dashboard: ComponentType }) {
  const { t } = useTranslation('home');
  useTitle('');
  const signedIn = useSession((session) => session.isLogin);
  return (
    <div className="flex flex-col gap-s5 py-s5">
      {signedIn ? (
        <>
          <h1 className="sr-only">{t('title')}</h1>
          <ErrorBoundary>
            <Suspense fallback={<Skeleton className="mx-side h-[720px] rounded-large!" />}>
              <Dashboard />
            </Suspense>
          </ErrorBoundary>
        </>
      ) : null}
      <div className="flex flex-col gap-s5 px-side">
        {signedIn ? null : <Welcome />}
        <NewFeature />
        <Shortcuts />
        <PromoCards />
      </div>
      <Markets />
      {signedIn ? null : <VisitorsProof />}
      <div className="flex flex-col gap-s6 px-side">
        <ClaimsRow />
        <FooterLinks />
      </div>
    </div>
  );
}

function Welcome() {
  const { t } = useTranslation('home');
  return (
    <div className="flex flex-col gap-s3 py-s3">
      <h1 className="text-hero font-semibold tracking-[-0.02em] text-balance">{t('hero.title')}</h1>
      <p className="text-muted">{t('hero.startText', { amount: useFormat().quantity(demoInitialBalance) })}</p>
      <ButtonLink to="/pass/register" look="primary" className="mt-s2">
        {t('hero.start')}
      </ButtonLink>
      <VisitorsShowcase className="mt-s4" />
    </div>
  );
}

/** What is new, with the notices behind it. */
function NewFeature() {
  const { t } = useTranslation('home');
  return (
    <Link
      to="/help/notice"
      className="flex items-center gap-s4 rounded-large border border-line bg-[linear-gradient(100deg,var(--accent-soft),transparent_75%)] p-s4"
    >
      <span className="rounded-middle bg-accent-soft p-s3 text-accent">
        <Sparkles aria-hidden className="size-icon" />
      </span>
      <span className="flex flex-1 flex-col">
        <span className="font-semibold">{t('mobile.newTitle')}</span>
        <span className="text-caption text-muted">{t('mobile.newText')}</span>
      </span>
      <ChevronRight aria-hidden className="size-icon shrink-0 text-muted rtl:-scale-x-100" />
    </Link>
  );
}

const shortcut =
  'flex min-h-control flex-1 flex-col items-center justify-start gap-s2 rounded-middle py-s2 text-center text-caption text-muted active:bg-surface-2';

/** What the tab bar has no room for. */
function Shortcuts() {
  const { t } = useTranslation(['home', 'common']);
  const { lecturerHall, downloadApp, offersApp } = useParamLinks();
  const icon = (children: ReactNode) => (
    <span className="rounded-large border border-line bg-surface-1 p-s4 text-text [&>svg]:size-icon">{children}</span>
  );
  return (
    <nav aria-label={t('home:mobile.shortcuts')} className="grid grid-cols-3 gap-s2">
      <Link to="/profile/balance" className={shortcut}>
        {icon(<Wallet aria-hidden />)}
        {t('home:mobile.wallet')}
      </Link>
      <button type="button" onClick={() => void lecturerHall()} className={shortcut}>
        {icon(<GraduationCap aria-hidden />)}
        {t('home:mobile.hall')}
      </button>
      {offersApp ? (
        <button type="button" onClick={() => void downloadApp()} className={shortcut}>
          {icon(<Smartphone aria-hidden />)}
          {t('common:nav.downloadApp')}
        </button>
      ) : null}
      <Link to="/loan" className={shortcut}>
        {icon(<HandCoins aria-hidden />)}
        {t('home:mobile.loan')}
      </Link>
      <Link to="/nfts" className={shortcut}>
        {icon(<Gem aria-hidden />)}
        {t('home:mobile.nfts')}
      </Link>
      <Link to="/help" className={shortcut}>
        {icon(<CircleHelp aria-hidden />)}
        {t('home:mobile.help')}
      </Link>
    </nav>
  );
}

function Markets() {
  const { t } = useTranslation('home');
  const [movers, setMovers] = useState(false);
  return (
    <Panel
      className="rounded-none! border-x-0"
      title={t('table.title')}
      action={
        <span className="flex gap-s2">
          <Chip chosen={!movers} onClick={() => setMovers(false)}>
            {t('table.popular')}
          </Chip>
          <Chip chosen={movers} onClick={() => setMovers(true)}>
            {t('table.movers')}
          </Chip>
        </span>
      }
    >
      <div className="pt-s3">{movers ? <Movers /> : <Popular />}</div>
      <Link
        to="/market"
        className="flex min-h-control items-center justify-center border-t border-line font-medium text-accent"
      >
        {t('table.all')}
      </Link>
    </Panel>
  );
}

function Popular() {
  const { data, error, refetch } = useHomeMarket();
  const first = useFirstRows();
  // The same rows are kept when the list arrives: none is redrawn.
  if (data !== undefined) return <MarketRows items={popularItems(data, rows)} />;
  return first ?? <Rows items={undefined} error={error} onRetry={() => void refetch()} />;
}

/** Of the whole market, which is fetched on demand. */
function Movers() {
  const { data, error, refetch } = useMarket();
  return <Rows items={data && topMovers(data, rows)} error={error} onRetry={refetch} />;
}

interface RowsProps {
  items: readonly ListedItem[] | undefined;
  error: Error | null;
  onRetry(): void;
}

function Rows({ items, error, onRetry }: RowsProps) {
  if (items !== undefined) return <MarketRows items={items} />;
  return error === null ? <SkeletonRows rows={rows} className="p-s5" /> : <ErrorState error={error} onRetry={onRetry} />;
}

/** The lists that are in the footer of the desktop layout; an empty one is left out. */
function FooterLinks() {
  const { t } = useTranslation();
  const { data: contents = [] } = useContents();
  const groups = [
    { type: 1, title: t('footer.company') },
    { type: 2, title: t('footer.policy') },
    { type: 3, title: t('footer.other') },
  ].filter(({ type }) => type !== 2 || contents.some((content) => content.type === type));
  const link = 'flex min-h-control-small items-center py-s1 text-muted';
  return (
    <footer className="flex flex-col gap-s5 border-t border-line pt-s6">
      <div className="grid grid-cols-2 gap-s5">
        {groups.map(({ type, title }) => (
          <nav key={type} aria-label={title} className="flex flex-col">
            <h2 className="mb-s2 font-semibold">{title}</h2>
            {type === 1 ? (
              <Link to="/introduction" className={link}>
                {t('footer.about')}
              </Link>
            ) : null}
            {contents
              .filter((content) => content.type === type)
              .map((content) => (
                <Link key={content.id} to={detailPath(content)} className={link}>
                  {content.title}
                </Link>
              ))}
            {type === 3 && !contents.some(({ slug }) => slug === 'online-support') ? (
              <a href={servicePage} target="_blank" rel="noopener" className={link}>
                {t('nav.service')}
              </a>
            ) : null}
          </nav>
        ))}
      </div>
      <p className="text-caption text-muted">{t('footer.risk')}</p>
      <p className="text-caption text-muted">{t('footer.copyright')}</p>
    </footer>
  );
}
