import type { Client } from '@assay/contract/client.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { readOffer } from '@assay/domain/plans/product.ts';
import { vi } from 'vitest';
import { post } from '../../src/ledger/index.ts';
import { replayFeed } from '../../src/market/feeds/replay-feed.ts';
import { createMarket } from '../../src/market/index.ts';
import { putOnSale } from '../../src/plans/index.ts';
import { realTime } from '../../src/platform/clock.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { createProducts } from '../../src/products.ts';
import { atEnd } from '../at-end.ts';
import { silent, testDatabase } from '../database.ts';
import { identityApp } from '../identity-app.ts';
import { leading } from '../leading.ts';
import { fundTreasury } from '../plans.ts';
import { fund } from '../trading.ts';
import { dataPath, hour, minute } from './prices.ts';

/** How often the clock's rounds are made: expiries, incomes and financing are seen to at the next of these moments. */
export const roundEvery = 5 * minute;

/** Something that is done at a moment of the replayed time. */
export interface Action {
  readonly at: number;
  readonly run: () => Promise<unknown>;
}

/**
 * The whole server but its sockets, on recorded days from the one named, moved by hand. A trader has the demo account's
 * 100,000 USDT and 20,000 on the real one; the house has 1,000,000 for insurance and as much for plans. The days come from a folder
 * of the test's own where it names one.
 */
export async function recordedWorld(from: string, path = dataPath) {
  // The market's own timers stand still: the story moves the clock.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  atEnd(() => void vi.useRealTimers());
  const db = await testDatabase();
  const feed = await replayFeed({ path, day: from, speed: 0, now: Date.now, log: silent });
  const clock = { ...realTime, now: feed.clock };
  const people = await identityApp(db, clock);
  const { bus, http } = people;
  const catalogue = [...new Set(feed.range.files.map(({ instrument }) => instrument))];
  const metrics = createMetrics();
  const market = await createMarket({ db, clock, bus, log: silent, metrics, role: 'all', catalogue, feeds: [feed] });
  const products = createProducts({ db, bus, clock, market, mode: 'sandbox', log: silent, origin: 'https://assay.example' });
  products.serve(http);
  market.registerRoutes(http);
  await market.start();
  const { sources, rounds } = products;
  const { engine, over } = await leading({ db, market, bus, sources, elapsed: feed.clock });
  await market.lead();
  await fund(db, 'demo');
  await fundTreasury(db, '1000000');
  await putOnSale(db, ['one', 'two', 'three'].map(plan), clock.now());
  const { token, id: userId } = await people.register('recorded');
  const deposit = recipes.depositCompleted({ userId, amount: amount(20_000_000_000n) });
  await db.transact((tx) => post(tx, { book: 'real', reference: 'deposit', at: clock.now(), ...deposit }));
  const client = (virtually: string): Client => people.from('192.0.2.1', token, { virtually });
  const signal = new AbortController().signal;

  /**
   * Moves the clock on, from one moment at which something is to be done to the next: the engine, then the rounds if they are
   * due, then the actions. What lies between is brought at once: a fast replay has longer pieces.
   */
  async function play(until: number, actions: readonly Action[], every = roundEvery): Promise<void> {
    const byTime = Map.groupBy(actions, ({ at }) => at);
    const marks = range(clock.now(), until, every);
    const all = [...new Set([...marks, ...byTime.keys()])].toSorted((a, b) => a - b);
    for (const time of all) {
      await feed.advanceTo(time);
      await engine.settled();
      if (time % roundEvery === 0) {
        // What is judged is not read again by later acts on a position.
        await engine.reconcile();
        await engine.saveJudged();
        for (const round of rounds) await round.run(signal);
        market.tick();
        if (time % hour === 0) await market.flush();
      }
      for (const { run } of byTime.get(time) ?? []) await run();
    }
  }

  async function end(): Promise<void> {
    await over();
    await market.stop();
  }

  return {
    db,
    feed,
    clock,
    market,
    rounds,
    serveDesks: (desk: Parameters<typeof products.serveDesks>[0]) => products.serveDesks(desk),
    play,
    end,
    userId,
    demo: client('NO'),
    real: client('YES'),
    anybody: people.call,
  };
}

function range(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, place) => first + place * step);
}

/** 0.1% a day for one day, 0.15% for two, 0.4% for seven; leaving costs 5%. */
function plan(name: string) {
  const offer = readOffer({
    amountMin: '100',
    amountMax: '10000',
    penaltyRate: '0.05',
    startsAt: null,
    periods: [
      { days: 1, dailyYield: '0.001' },
      { days: 2, dailyYield: '0.0015' },
      { days: 7, dailyYield: '0.004' },
    ],
  });
  return {
    product: { id: `plan-${name}`, code: name.toUpperCase(), name, logo: '/logos/plan.svg', ...offer },
    startsAfterDays: null,
  };
}
