import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { killUnderLoad } from '../crash-steps.ts';
import { type OwnApp, temporaryFolder } from '../harness.ts';
import { ownApp } from '../shared.ts';

/** A day and an hour, so that each kill meets another hour of the day. */
const jumpMs = 25 * 3_600_000;

const kills = Number(process.env['DRILL_KILLS'] ?? 50);
if (!Number.isInteger(kills) || kills < 1) throw new Error('DRILL_KILLS is a whole number, 1 or more');

test(`${kills} kills of one house under a load of all products, every other one with its database, lose nothing that was acknowledged`, async ({
  task,
}) => {
  const dataFolder = await temporaryFolder();
  let app: OwnApp = await ownApp({ dataFolder });
  const recoveries: { ms: number; acknowledged: number }[] = [];
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const recovery = await killUnderLoad(app, { database: kill % 2 === 1, jumpMs, aheadMs: kill * jumpMs });
      app = recovery.app;
      recoveries.push(recovery);
    }
  } finally {
    await app.stop();
    await rm(dataFolder, { recursive: true });
  }
  expect(recoveries).toHaveLength(kills);
  const times = recoveries.map(({ ms }) => ms).toSorted((a, b) => a - b);
  // Five seconds are promised; a slow machine that has nothing else to do gets ten.
  expect(times.at(-1)).toBeLessThan(10_000);
  const moves = recoveries.reduce((total, { acknowledged }) => total + acknowledged, 0);
  Object.assign(task.meta, {
    figures: `${moves} moves, back after ${times[Math.floor(kills / 2)]?.toFixed(0)} ms (median), ${times.at(-1)?.toFixed(0)} ms (longest)`,
  });
});
