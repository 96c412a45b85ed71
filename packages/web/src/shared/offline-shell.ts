import { create } from 'zustand';

const checkEveryMs = 3_600_000;

interface NewVersion {
  /** A newer build than the one on the screen is there. */
  ready: boolean;
  reload(): void;
}

export const useNewVersion = create<NewVersion>()(() => ({ ready: false, reload: () => location.reload() }));

/**
 * Registers the worker that opens the site without a connection, once the page is rendered. The page comes from the network
 * each time, so a worker that waits at the start belongs to the build on the screen and takes over at once; one that appears
 * later belongs to a newer build, and the person says when.
 */
export function startOfflineShell(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    register().catch(() => undefined);
  });
}

async function register(): Promise<void> {
  const workers = navigator.serviceWorker;
  const known = workers.controller !== null;
  const registration = await workers.register('/sw.js');
  registration.waiting?.postMessage('take over', []);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && known) offer(coming);
    });
  });
  checkNowAndThen(registration);
  const { active } = await workers.ready;
  active?.postMessage({ keep: performance.getEntriesByType('resource').map(({ name }) => name) }, []);
}

function offer(worker: ServiceWorker): void {
  const reload = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    worker.postMessage('take over', []);
  };
  useNewVersion.setState({ ready: true, reload });
}

/** A page that stays open for days checks again when it becomes visible. */
function checkNowAndThen(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < checkEveryMs) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}
