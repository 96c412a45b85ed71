import { servicePath } from '@assay/contract/paths.ts';
import { type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { calls } from 'virtual:calls';
import { call } from '../shared/client/api.ts';
import { checkSession } from '../shared/client/log-out.ts';
import { useOutbox } from '../shared/client/move.ts';
import { onSessionEnded, useBoard, useSession } from '../shared/client/session.ts';
import { useFeedEvent } from '../shared/feed/feed.ts';
import { useEarlyTaps, useTakenOver } from '../shared/first-page.ts';
import { rememberCode } from '../shared/recent.ts';
import { ToldOnce } from '../shared/told-once.tsx';
import { useWelcome } from '../shared/welcome.ts';
import { areTextsMissing, onMissingTexts } from '../shared/words/i18n.ts';
import { isMobile } from '../ui/device.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ChunkMissing, lazyPage } from '../ui/lazy-page.ts';
import { SkipLinks } from '../ui/skip-link.tsx';
import { ToastRegion } from '../ui/toasts/toast-region.tsx';
import { dismissToast, toast } from '../ui/toasts/toast.tsx';
import { Banners } from './banners.tsx';
import { Footer } from './footer.tsx';
import { OutboxCards, useUnanswered } from './outbox-cards.tsx';
import { PageLoading } from './page-loading.tsx';
import { PaletteHost } from './palette-host.tsx';
import { AppRoutes } from './routes.tsx';
import { useScrollRestoration } from './scroll.ts';
import { TabBar } from './tab-bar.tsx';
import { TopBarDesktop } from './top-bar-desktop.tsx';
import { TopBarMobile } from './top-bar-mobile.tsx';
import { useWhose } from './whose.ts';

const Board = lazyPage(() => import('./board.tsx').then((module) => module.Board));
const NotificationEvents = lazyPage(() =>
  import('../features/notification/notification-events.tsx').then((module) => module.NotificationEvents),
);
const OrderEvents = lazyPage(() => import('../features/orders/order-events.tsx').then((module) => module.OrderEvents));

const WelcomeDialog = lazyPage(() => import('./welcome/welcome-dialog.tsx').then((module) => module.WelcomeDialog));
const Coach = lazyPage(() => import('./welcome/coach.tsx').then((module) => module.Coach));

const withoutFooter = new Set(['/pass/login', '/pass/register', '/pass/reset']);
const googleCallback = '/api/loginCallback/google';

/** Keeps session, router and cached data in step. */
function useSessionUpkeep(alone: boolean): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const token = useSession((session) => session.token);
  const { pathname } = useLocation();
  const hasLeft = useSession((session) => session.hasLeft);
  // Of the page that was left alone: the next one of the account asks to log in.
  useEffect(() => {
    if (hasLeft && pathname === '/') useSession.setState({ hasLeft: false });
  }, [hasLeft, pathname]);

  useEffect(
    () =>
      onSessionEnded(() => {
        if (alone) return;
        toast({ id: 'signed-out', kind: 'info', title: t('frame.signedOut'), text: t('frame.signedOutText') });
        void navigate('/pass/login');
      }),
    [alone, navigate, t],
  );

  // Another device, or an operator, may end the session; a page that asks for nothing learns it here.
  useFeedEvent('signedOut', checkSession);

  // At startup, and after each sign-in, user info is refreshed.
  useEffect(() => {
    if (token === '') return;
    // After a new sign-in the notice of being signed out must be gone.
    dismissToast('signed-out');
    call(calls.user.getUserInfo, {}).then(
      (userInfo) => useSession.getState().setUserInfo(userInfo, token),
      () => undefined,
    );
  }, [token]);
}

/** Texts that failed to load are a missing part like any other: their keys are not shown. */
function Texts({ children }: { children: ReactNode }) {
  if (useSyncExternalStore(onMissingTexts, areTextsMissing, areTextsMissing)) throw new ChunkMissing('texts did not arrive');
  return children;
}

/** What a phone shows first in a browser session; not over the word of what became of something that was pressed before. */
function BoardHost() {
  const isTakenOver = useTakenOver();
  const showBoard = useBoard((board) => board.showBoard);
  const isTelling = useOutbox().length > 0;
  if (!isMobile || !showBoard || !isTakenOver || isTelling) return null;
  return (
    <ErrorBoundary what="nothing">
      <Suspense fallback={<div className="fixed inset-0 z-50 bg-surface-0" />}>
        <Board />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The first minutes of a new customer: a greeting, then a coach beside the first ticket. */
function FirstMinutes() {
  const { pathname } = useLocation();
  const isNew = useWelcome((welcome) => welcome.isNew);
  const isCoached = useWelcome((welcome) => welcome.coach !== null);
  const Shown = isNew ? WelcomeDialog : isCoached && pathname === '/cruuency' ? Coach : null;
  if (Shown === null) return null;
  return (
    <ErrorBoundary what="nothing">
      <Suspense fallback={null}>
        <Shown />
      </Suspense>
    </ErrorBoundary>
  );
}

/** What surrounds every page: navigation, notices, footer, messages. */
export function Frame() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isTakenOver = useTakenOver();
  const isLogin = useSession((session) => session.isLogin);
  useEarlyTaps();
  // The chat is a window of its own: it has no frame, and stays open when a session ends.
  const alone = pathname === servicePath;
  useSessionUpkeep(alone);
  useScrollRestoration();
  useEffect(() => {
    if (pathname === '/cruuency') rememberCode(new URLSearchParams(search).get('code') ?? '');
  }, [pathname, search]);
  const whose = useWhose();
  useUnanswered();
  const bare = pathname === googleCallback;
  const footer = !withoutFooter.has(pathname);

  const page = (
    <ErrorBoundary key={`${pathname} ${whose}`} place={search}>
      <Suspense fallback={<PageLoading />}>
        <Texts>
          <AppRoutes />
        </Texts>
      </Suspense>
    </ErrorBoundary>
  );
  if (alone) return page;

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLinks content="content">{t('nav.skip')}</SkipLinks>
      <Banners />
      {isMobile ? <TopBarMobile /> : bare ? null : <TopBarDesktop />}
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {page}
      </main>
      {isMobile || bare || !footer ? null : <Footer />}
      {isMobile && footer ? <TabBar /> : null}
      {/* It is beside the page, where the server renders nothing. */}
      {isTakenOver ? (
        <ToastRegion name={t('outbox.region')}>
          <OutboxCards />
        </ToastRegion>
      ) : null}
      <PaletteHost />
      <ToldOnce />
      {isLogin ? (
        <>
          <FirstMinutes />
          <ErrorBoundary what="nothing">
            <Suspense fallback={null}>
              <OrderEvents />
            </Suspense>
          </ErrorBoundary>
          <ErrorBoundary what="nothing">
            <Suspense fallback={null}>
              <NotificationEvents />
            </Suspense>
          </ErrorBoundary>
        </>
      ) : null}
      <BoardHost />
    </div>
  );
}
