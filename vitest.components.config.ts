import { playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { chromium, shortLived } from './e2e/chromium.ts';
import { sourcePlugins } from './packages/web/vite.config.ts';
import { wordsTogether } from './packages/web/words-together.ts';
import { expecting, shared } from './vitest.config.ts';

/** Everything is local here: waiting longer is in vain, and there may be many such waits. */
const waitsMs = 30_000;

/** Single components in a real Chromium, with the site's styles and words; nothing of ours answers them. */
export default defineProject({
  root: 'packages/web',
  cacheDir: '../../.cache/components',
  plugins: [sourcePlugins(), wordsTogether()],
  // Afresh in each run, and of the whole site: a dependency met halfway would reload the page under a test.
  optimizeDeps: { force: true, entries: ['src/**/*.{ts,tsx}', 'test/**/*.{ts,tsx}'] },
  test: {
    ...shared,
    name: 'components',
    include: ['src/**/*.test.tsx'],
    expect: { ...expecting, poll: { timeout: waitsMs } },
    setupFiles: [`${import.meta.dirname}/packages/web/test/setup.ts`],
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: chromium(shortLived),
        contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
        actionTimeout: waitsMs,
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 900 } }],
      screenshotFailures: false,
      // A loaded machine takes more than the minute that it has otherwise until the first page is open.
      connectTimeout: shared.hookTimeout,
    },
  },
});
