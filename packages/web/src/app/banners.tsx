import { FlaskConical, History, RefreshCw, WifiOff } from 'lucide-react';
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useMode } from '../shared/client/queries.ts';
import { useFeedState } from '../shared/feed/feed.ts';
import { useHalts } from '../shared/feed/halts.ts';
import { useNewVersion } from '../shared/offline-shell.ts';
import { useFormat } from '../shared/words/format.ts';
import { cx } from '../ui/cx.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { lazyPage } from '../ui/lazy-page.ts';

const HaltLines = lazyPage(() => import('./halt-lines.tsx').then((module) => module.HaltLines));

function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
      return () => {
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}

function Banner({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <p
      className={cx(
        'flex items-center justify-center gap-s2 border-b border-line px-side py-s1 text-center text-caption [&>svg]:size-[1.2em] [&>svg]:shrink-0',
        tone,
      )}
    >
      {children}
    </p>
  );
}

/** The slim lines above everything: simulated is called simulated, offline offline, and late prices late. */
export function Banners() {
  const { t } = useTranslation();
  const format = useFormat();
  const mode = useMode();
  const online = useOnline();
  const { state, freshAt } = useFeedState();
  const newVersion = useNewVersion();
  const halts = useHalts();
  return (
    <section aria-label={t('frame.status')}>
      {mode === 'sandbox' || mode === 'replay' ? (
        <Banner tone="bg-info-soft text-info">
          {mode === 'sandbox' ? <FlaskConical aria-hidden /> : <History aria-hidden />}
          {t(`frame.${mode}`)}
        </Banner>
      ) : null}
      <div role="status">
        {!online ? (
          <Banner tone="bg-warn-soft text-warn">
            <WifiOff aria-hidden />
            {t('frame.offline')}
          </Banner>
        ) : state === 'delayed' ? (
          <Banner tone="bg-warn-soft text-warn">
            <WifiOff aria-hidden />
            {freshAt === null ? t('frame.noPrices') : t('frame.delayed', { time: format.time(freshAt) })}
          </Banner>
        ) : null}
        {halts.length > 0 ? (
          <ErrorBoundary what="nothing">
            <Suspense fallback={null}>
              <HaltLines halts={halts} />
            </Suspense>
          </ErrorBoundary>
        ) : null}
        {newVersion.ready ? (
          <Banner tone="bg-accent-soft text-accent">
            <RefreshCw aria-hidden />
            {t('frame.newVersion')}
            <button type="button" onClick={newVersion.reload} className="rounded-small px-s2 py-s1 font-semibold underline">
              {t('action.reload')}
            </button>
          </Banner>
        ) : null}
      </div>
    </section>
  );
}
