import { servicePath } from '@assay/contract/paths.ts';
import { type ComponentType, Suspense, useState } from 'react';
import { Navigate, Route, Routes, useLocation, useSearchParams } from 'react-router';
import { useSession } from '../shared/client/session.ts';
import { isFor, type ScreenPath, screens } from '../shared/screens.ts';
import { isMobile } from '../ui/device.ts';
import { lazyPage } from '../ui/lazy-page.ts';
import { PageLoading } from './page-loading.tsx';

/** Shown on the home of customers alone: visitors load nothing of it. */
const Dashboard = lazyPage(async () => {
  const [{ Dashboard: Parts }, { EquityChart }, { BriefPositions }] = await Promise.all([
    import('../features/home/dashboard/dashboard.tsx'),
    import('../features/profile/equity-chart.tsx'),
    import('../features/orders/contracts/brief-positions.tsx'),
  ]);
  return () => <Parts Course={EquityChart} Positions={BriefPositions} />;
});
// Each by itself: of two in one expression the build would load what the other one needs.
const loadPhoneHome = async () => {
  const { HomeMobile } = await import('../features/home/home-mobile.tsx');
  return () => <HomeMobile Dashboard={Dashboard} />;
};
const loadDesktopHome = async () => {
  const { HomeDesktop } = await import('../features/home/home-desktop.tsx');
  return () => <HomeDesktop Dashboard={Dashboard} />;
};
/** The first page of most visits: each layout loads its own code alone. */
const home = lazyPage((): Promise<ComponentType> => (isMobile ? loadPhoneHome() : loadDesktopHome()));
export const loadHome = (): Promise<void> => home.ready();
const market = lazyPage(() => import('../features/market/market-page.tsx').then((page) => page.MarketPage));
const loadOrders = () => import('../features/orders/orders-panel.tsx');
// Parts that a page shows in one section or to some people come when they are first shown.
const Orders = lazyPage(() => loadOrders().then((part) => part.OrdersPanel));
const Statement = lazyPage(() => import('../features/balance/statement.tsx').then((part) => part.Statement));
const KycSteps = lazyPage(() => import('../features/kyc/kyc-steps.tsx').then((part) => part.KycSteps));
const currency = lazyPage(async () => {
  const [{ CurrencyPage }, { OrdersPanel }] = await Promise.all([
    import('../features/currency/currency-page.tsx'),
    loadOrders(),
  ]);
  return () => <CurrencyPage Orders={OrdersPanel} />;
});
const AccountFrame = lazyPage(() => import('./account/account-frame.tsx').then((part) => part.AccountFrame));
const AccountList = lazyPage(() => import('./account/account-list.tsx').then((part) => part.AccountList));
const profile = lazyPage(async () => {
  const { ProfilePage } = await import('../features/profile/profile-page.tsx');
  return () => <ProfilePage Orders={Orders} Statement={Statement} Identity={KycSteps} List={OverviewList} />;
});
const coins = lazyPage(() => import('../features/balance/balance-page.tsx').then((page) => page.BalancePage));
const funds = lazyPage(() => import('../features/funds/funds-page.tsx').then((page) => page.FundsPage));
const invite = lazyPage(() => import('../features/invite/invite-page.tsx').then((page) => page.InvitePage));
const trading = lazyPage(async () => {
  const [{ TradingPage }, { ReceiptDialog }] = await Promise.all([
    import('../features/trading/trading-page.tsx'),
    import('../features/orders/receipt-dialog.tsx'),
  ]);
  return () => <TradingPage Receipt={ReceiptDialog} />;
});
const loan = lazyPage(async () => {
  const { LoanPage } = await import('../features/loan/loan-page.tsx');
  return () => <LoanPage Kyc={KycSteps} />;
});
const nfts = lazyPage(() => import('../features/nfts/nfts-page.tsx').then((page) => page.NftsPage));
const notification = lazyPage(() =>
  import('../features/notification/notification-page.tsx').then((page) => page.NotificationPage),
);
const register = lazyPage(() => import('../features/pass/register-page.tsx').then((page) => page.RegisterPage));
const login = lazyPage(() => import('../features/pass/login-page.tsx').then((page) => page.LoginPage));
const google = lazyPage(() => import('../features/pass/google-callback-page.tsx').then((page) => page.GoogleCallbackPage));
const reset = lazyPage(() => import('../features/pass/reset-page.tsx').then((page) => page.ResetPage));

const help = lazyPage(() => import('../features/help/help-page.tsx').then((page) => page.HelpPage));
const faq = lazyPage(() => import('../features/help/faq-page.tsx').then((page) => page.FaqPage));
const notice = lazyPage(() => import('../features/help/notice-page.tsx').then((page) => page.NoticePage));
const detail = lazyPage(() => import('../features/help/detail-page.tsx').then((page) => page.DetailPage));
const service = lazyPage(() => import('../features/service/service-page.tsx').then((page) => page.ServicePage));
const check = lazyPage(async () => {
  const [{ CheckPage }, { ReceiptContents }] = await Promise.all([
    import('../features/check/check-page.tsx'),
    import('../features/orders/receipt-dialog.tsx'),
  ]);
  return () => <CheckPage Contents={ReceiptContents} />;
});
const introduction = lazyPage(() => import('../features/help/introduction-page.tsx').then((page) => page.IntroductionPage));

/** On a phone the first page of the account has its list within. */
function OverviewList() {
  return <AccountList current="overview" />;
}

/** The specification has one route for the balance: its query says whether money is on its way in or out. */
function Balance() {
  const [params] = useSearchParams();
  const Shown = ['deposit', 'withdraw', 'records'].some((view) => params.has(view)) ? funds : coins;
  return <Shown />;
}

type Routed = ComponentType & { preload?(): void };

const pages: Record<ScreenPath, Routed> = {
  '/': home,
  '/market': market,
  '/trading': trading,
  '/loan': loan,
  '/nfts': nfts,
  '/profile': profile,
  '/cruuency': currency,
  '/profile/balance': Balance,
  '/profile/invite': invite,
  '/profile/notification': notification,
  '/help': help,
  '/help/faq': faq,
  '/help/notice': notice,
  '/pass/register': register,
  '/pass/login': login,
  '/pass/reset': reset,
  '/detail': detail,
  '/introduction': introduction,
  '/api/loginCallback/google': google,
  '/check/:code': check,
  [servicePath]: service,
};

const isScreen = (path: string): path is ScreenPath => path in pages;

/** The path that a link leads to, or what chooses a screen as one does; undefined where it leaves the site. */
function leadsTo(target: EventTarget | null): string | undefined {
  const way = target instanceof Element ? target.closest<HTMLElement>('a, [data-leads-to]') : null;
  if (way instanceof HTMLAnchorElement) return way.origin === location.origin ? way.pathname : undefined;
  return way?.dataset['leadsTo']?.split('?')[0];
}

/** Fetches the code of a page while a link to it is pointed at, focused or pressed: the page is there when it is opened. */
export function preloadPages(page: Document): void {
  const intend = ({ target }: Event) => {
    const path = leadsTo(target);
    if (path !== undefined && isScreen(path)) pages[path].preload?.();
  };
  for (const event of ['pointerover', 'pointerdown', 'focusin']) page.addEventListener(event, intend, { passive: true });
}

/** A page of the account: others log in first and are brought back. */
function OfAccount({ page: Page }: { page: Routed }) {
  // The page comes beside its frame, not after it.
  useState(() => Page.preload?.());
  const isLogin = useSession((session) => session.isLogin);
  const hasLeft = useSession((session) => session.hasLeft);
  const { pathname, search } = useLocation();
  if (!isLogin && hasLeft) return <Navigate to="/" replace />;
  if (!isLogin) return <Navigate to="/pass/login" replace state={{ from: pathname + search }} />;
  return (
    <AccountFrame>
      <Suspense fallback={<PageLoading />}>
        <Page />
      </Suspense>
    </AccountFrame>
  );
}

export function AppRoutes() {
  return (
    <Routes>
      {screens.map((screen) => {
        const Page = pages[screen.path];
        const element = isFor(screen, 'account') ? <OfAccount page={Page} /> : <Page />;
        return <Route key={screen.path} path={screen.path} element={element} />;
      })}
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}
