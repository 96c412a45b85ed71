// Runs in the browser before each file of component tests: the site's styles, texts and first attributes, in English.
import './empty-storage.ts';
import '../src/ui/base.css';
import { beforeEach, expect, vi } from 'vitest';
import { configure } from 'vitest-browser-react/pure';
import { page, server } from 'vitest/browser';
import { queryClient } from '../src/shared/client/api.ts';
import { outbox } from '../src/shared/client/outbox.ts';
import { useSession } from '../src/shared/client/session.ts';
import { dismissToast, earlyToasts } from '../src/ui/toasts/toast.tsx';
import { speak } from './around.tsx';

const looks = { layout: 'desktop', theme: 'dark', pair: 'red-up' } as const;
/** As the browser opens each file. */
const usual = { width: 1280, height: 900 } as const;
Object.assign(document.documentElement.dataset, looks);
configure({ reactStrictMode: true });

// An element that never comes would be waited for as long as its test lasts: what holds for every other wait is not handed on.
const { element } = expect;
const { poll } = server.config.expect;
expect.element = (subject, options) => element(subject, { ...poll, ...options });

const { startI18n } = await import('../src/shared/words/i18n.ts');
await startI18n([]);

// Tests share a page: of the one before, however it ended, nothing is left.
beforeEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const owner of new Set(outbox.entries.map((entry) => entry.owner))) outbox.drop(owner);
  queryClient.clear();
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  const { token, isLogin, userInfo, virtualStatus } = useSession.getInitialState();
  useSession.setState({ token, isLogin, userInfo, virtualStatus });
  Object.assign(document.documentElement.dataset, looks);
  if (innerWidth !== usual.width || innerHeight !== usual.height) await page.viewport(usual.width, usual.height);
  await speak('en');
  // Last: dropping it may have caused a report.
  for (const { id } of earlyToasts()) dismissToast(id);
});
