import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { acknowledgedMin, killUnderLoad } from './crash-steps.ts';
import { type OwnApp, temporaryFolder } from './harness.ts';
import { ownApp } from './shared.ts';

test.for([
  { what: 'server', database: false },
  { what: 'server and its database', database: true },
])(
  'a kill -9 of the $what under load loses nothing that was acknowledged and leaves nothing half done',
  async ({ database }) => {
    const dataFolder = await temporaryFolder();
    let app: OwnApp = await ownApp({ dataFolder });
    try {
      // Back within ten seconds it is where nothing else runs: `npm run drills -- kills` holds it to that.
      const recovery = await killUnderLoad(app, { database });
      app = recovery.app;
      expect(recovery.acknowledged).toBeGreaterThanOrEqual(acknowledgedMin);
    } finally {
      await app.stop();
      await rm(dataFolder, { recursive: true });
    }
  },
);
