import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { requireOwnNode } from './tools/node-version.ts';

requireOwnNode();

/** A test that expects nothing can't fail. */
export const expecting = { requireAssertions: true, poll: { timeout: 60_000 } };
// No retries anywhere: a test that fails sometimes is a failing test. Deadlines end what hangs and say nothing of how fast a
// machine is; what waits inside of a test ends sooner than the test, so that a failure says what was waited for.
export const shared = { retry: 0, allowOnly: false, testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        // Pure code and the workshop's own tests: no database, no browser.
        test: {
          ...shared,
          name: 'rules',
          expect: expecting,
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
          expect: expecting,
          isolate: false,
          include: ['packages/server/**/*.{test,sim}.ts'],
          globalSetup: ['packages/server/test/global-setup.ts'],
        },
      },
      // Apart, because it loads the site's own build, which an older Node cannot read: that one stops above, with a sentence.
      './vitest.components.config.ts',
      {
        // Browser stories on the production build, two files at a time: each worker has a product and a browser to itself, and
        // loads what the stories have in common once.
        test: {
          ...shared,
          name: 'stories',
          // What they wait for with playwright they need not expect again.
          expect: { poll: expecting.poll },
          isolate: false,
          include: ['e2e/**/*.story.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          setupFiles: ['e2e/tell-failure.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // What is too long for a test run; `npm run drills` runs it, one drill after the other.
        test: {
          ...shared,
          name: 'drills',
          include: ['e2e/drills/**/*.drill.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: 3_600_000,
        },
      },
    ],
  },
});
