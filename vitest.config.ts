import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromium } from './e2e/chromium.ts';
import { sourcePlugins } from './packages/web/vite.config.ts';
import { requireOwnNode } from './tools/node-version.ts';

requireOwnNode();

// No retries anywhere: a test that fails sometimes is a failing test.
const shared = { retry: 0, allowOnly: false, testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        // Pure code and the workshop's own tests: no database, no browser.
        test: {
          ...shared,
          name: 'rules',
          isolate: false,
          // The tokens' test reads its style sheet as text.
          css: { include: /tokens\.css/ },
          include: ['packages/{contract,domain,web,console}/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
        },
      },
      {
        // Everything on a real PostgreSQL; each file works on its own clone of one migrated template.
        test: {
          ...shared,
          name: 'server',
          isolate: false,
          include: ['packages/server/**/*.{test,sim}.ts'],
          globalSetup: ['packages/server/test/global-setup.ts'],
        },
      },
      {
        // Single components in a real Chromium, with the site's styles and words; nothing of ours answers them.
        root: 'packages/web',
        cacheDir: '../../.cache/components',
        plugins: sourcePlugins(),
        // Afresh in each run: a dependency met halfway would reload the page under a test.
        optimizeDeps: { force: true },
        test: {
          ...shared,
          name: 'components',
          include: ['src/**/*.test.tsx'],
          // Short of the test's own time, so that a failure says what was waited for.
          expect: { poll: { timeout: 8_000 } },
          setupFiles: [`${import.meta.dirname}/packages/web/test/setup.ts`],
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: chromium(),
              contextOptions: { reducedMotion: 'reduce' },
              actionTimeout: 8_000,
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 900 } }],
            screenshotFailures: false,
          },
        },
      },
      {
        // Browser stories on the production build, two files at a time: each worker has a product and a browser to itself.
        test: {
          ...shared,
          name: 'stories',
          include: ['e2e/**/*.story.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          setupFiles: ['e2e/tell-failure.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
        },
      },
      {
        // What is too long for a test run; `npm run drills` runs it, one drill after the other.
        test: {
          ...shared,
          name: 'drills',
          include: ['e2e/**/*.drill.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: 3_600_000,
        },
      },
    ],
  },
});
