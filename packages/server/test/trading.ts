import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { expect } from 'vitest';
import { allHoldings as holdings } from '../src/holdings.ts';
import { audit, endDemoOrders, fundHouse } from '../src/ledger/index.ts';
import type { Emit, Feed } from '../src/market/feeds/feed.ts';
import { createMarket } from '../src/market/index.ts';
import { optionsOf } from '../src/options/index.ts';
import { planItems } from '../src/plans/index.ts';
import type { Database } from '../src/platform/database.ts';
import type { Lead } from '../src/platform/lead/lead.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { createProducts } from '../src/products.ts';
import { atEnd } from './at-end.ts';
import { silent } from './database.ts';
import { identityApp, standingClock } from './identity-app.ts';
import { steadyPace } from './market.ts';

/** Quoted in yen, closed on weekends; its conversion is the turned-around mid of `yen`. */
export const cross: Instrument = {
  ...coin,
  id: 'forex-EURJPY',
  code: 'EURJPY',
  name: 'EUR/JPY',
  assetClass: 'forex',
  type: marketTypes.forex,
  base: 'EUR',
  quote: 'JPY',
  hours: 'forex',
  spot: null,
};
export const yen: Instrument = { ...cross, id: 'forex-USDJPY', code: 'USDJPY', name: 'USD/JPY', base: 'USD' };

/** A feed whose quotes come from the test, in cents. */
function handFeed(codes: readonly string[], kind: Feed['kind']): Feed & { emit: Emit } {
  let listener: Emit = async () => true;
  return {
    kind,
    codes: new Set(codes),
    start: async (emit) => {
      listener = emit;
    },
    stop: async () => undefined,
    emit: (quote) => listener(quote),
  };
}

/**
 * People, a real market fed by hand, and the calls of all products, on one clock that the test moves. Another process of
 * the same deployment is a second `trading` on the same database and clock.
 */
export async function trading(
  db: Database,
  options: {
    clock?: ReturnType<typeof standingClock>;
    mode?: 'sandbox' | 'live';
    kind?: Feed['kind'];
    catalogue?: readonly Instrument[];
    lead?: Lead;
    /** What the market works on, where that may fail apart from the rest. */
    marketDb?: Database;
    /** False where another process begins to lead later. */
    leads?: boolean;
    /** By what calls are too late. Otherwise none is, however long a busy machine takes over many at once. */
    elapsed?: () => number;
  } = {},
) {
  const { clock = standingClock(), mode = 'sandbox', kind = 'simulated', catalogue = [coin, cross, yen], lead } = options;
  const { marketDb = db, leads = true, elapsed = () => 0 } = options;
  const people = await identityApp(db, clock, {
    endDemoOrders: (tx, userId) => endDemoOrders(tx, userId, products.demoOrders),
  });
  const feed = handFeed(
    catalogue.map(({ code }) => code),
    kind,
  );
  const { bus, http, from } = people;
  const market = await createMarket({
    db: marketDb,
    clock,
    bus,
    log: silent,
    metrics: createMetrics(),
    role: 'all',
    catalogue,
    feeds: [feed],
    pace: steadyPace(),
  });
  const house = { mode, log: silent, origin: 'https://assay.example' } as const;
  // As many at once as a test likes of one account: it is locks that its races are about.
  const placesMax = Infinity;
  const limits = { placesMax, elapsed, ...(lead !== undefined && { lead }) };
  const products = createProducts({ db, bus, clock, market, ...house, ...limits });
  products.serve(http);
  market.registerRoutes(http, (instrument) => optionsOf(db, instrument), planItems(products.plans), products.limitsOf);
  await market.start();
  if (leads) await market.lead();
  atEnd(() => market.stop());

  /** One quote a second later than the last, until it counts. */
  async function quote(bid: number, ask = bid, code = coin.code): Promise<void> {
    clock.advance(1000);
    await feed.emit({ code, bid, ask, time: clock.now(), volume: 0 });
  }

  /** A registered person with the demo account's 100,000 USDT and a client for either account. */
  async function person(userName: string) {
    const { token, ...user } = await people.register(userName);
    const client = (book: Book) => from('192.0.2.1', token, { virtually: book === 'demo' ? 'NO' : 'YES' });
    return { userId: user.id, token, demo: client('demo'), real: client('real') };
  }

  return { ...people, clock, market, feed, ...products, context: products.positions, quote, person };
}

/** Gives the house its own money in a book: 1,000,000 USDT of it for insurance. */
export async function fund(db: Database, book: Book, insurance = 1_000_000_000_000n): Promise<void> {
  const funds = { treasury: amount(0n), insurance: amount(insurance), lending: amount(0n), trading: amount(0n) };
  await db.transact((tx) => fundHouse(tx, { book, reference: `house:${book}`, at: 0, funds }));
}

/** The books and all that is open agree to the last micro-USDT. */
export async function expectSoundBooks(db: Database): Promise<void> {
  expect((await audit(db, { holdings })).findings).toEqual([]);
}
