import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDatabase } from '../database.ts';
import { type HostileParts, HostileWorld } from './hostile.ts';
import { withoutMemory, withoutTargets } from './old-engine.ts';

// People trade while everything fails that can. After every step the auditor looks at what was touched, and every order is
// held against the tape: it ended at the first quote there that reached it. A failing seed replays:
//   SIMULATION_SEED=7 HOSTILE_COMMANDS=100000 npx vitest run packages/server/test/simulation/hostile.sim.ts

const seed = Number(process.env['SIMULATION_SEED'] ?? '1');
const commands = Number(process.env['HOSTILE_COMMANDS'] ?? '1000');
/** Of so many worlds each has a seed of its own, one after the other. */
const seeds = Array.from({ length: Number(process.env['HOSTILE_WORLDS'] ?? '1') }, (_, place) => seed + place);

const foreseen = 'orders that ended as foreseen';
const taken = 'shares that targets took';
const disturbances = ['killed', 'stopped', 'cut off', 'two leaders', 'away', 'quotes given up', 'clock set'];

// No time passes by itself: the world lets it.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterAll(() => void vi.useRealTimers());

async function world(of: number, how: Pick<HostileParts, 'engineOn' | 'fine'> = {}) {
  const db = await testDatabase(12);
  const direct = await db.direct();
  const pass = (ms: number) => void vi.advanceTimersByTime(ms);
  const hostile = new HostileWorld({ db, direct, seed: of, pass, ...how });
  await hostile.begin();
  return hostile;
}

/** The same again, looked at more closely. */
async function firstFault(of: number, steps: number): Promise<void> {
  const again = await world(of, { fine: true });
  while (again.steps < steps) await again.step();
}

test.for(seeds)(
  `${commands} commands in a hostile world with seed %i leave every order as the tape says`,
  { timeout: Math.max(300_000, commands * 600) },
  async (of, { task }) => {
    const hostile = await world(of);
    try {
      while (hostile.steps < commands) await hostile.step();
      await hostile.end();
    } catch (error) {
      // The books are looked at now and then: once more, after every step, which says at which one it was.
      const closer = await firstFault(of, hostile.steps).then(() => 'nothing', String);
      throw new Error(`replay it with SIMULATION_SEED=${of}; looked at closely: ${closer}`, { cause: error });
    }
    const told = [foreseen, taken, ...disturbances].map((what) => `${hostile.happened.get(what) ?? 0} × ${what}`);
    Object.assign(task.meta, { figures: `seed ${of}; ${told.join(', ')}` });
    expect(hostile.happened.get(foreseen)).toBeGreaterThan(commands / 50);
    if (commands < 1000) return;
    expect(hostile.happened.get(taken)).toBeGreaterThan(commands / 100);
    for (const what of [...disturbances, 'turn', 'sweep']) expect(hostile.happened.get(what), what).toBeGreaterThan(0);
  },
);

test('an engine that forgets what it could not do within half a second is caught', async () => {
  expect(await faultFound(withoutMemory)).toContain('was reached');
});

test('an engine that never comes for a target is caught', async () => {
  expect(await faultFound(withoutTargets)).toContain('has a target that was reached');
});

/** The fault that the oracle finds in the first of some worlds in which there is one. */
async function faultFound(engineOn: NonNullable<HostileParts['engineOn']>): Promise<string> {
  for (const of of [7, 5, 2, 3, 8, 9, 11, 12]) {
    const hostile = await world(of, { engineOn });
    try {
      while (hostile.steps < 200) await hostile.step();
    } catch (error) {
      return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    }
  }
  return 'no fault';
}
