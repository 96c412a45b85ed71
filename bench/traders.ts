import type { QuoteUse } from '@assay/domain/dealing/draft.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
// Prices, people and houses for the figures that deal without a server around them.
import { instruments } from '@assay/domain/market/catalogue.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { one } from '@assay/domain/money/fixed.ts';
import { openDemo, post } from '@assay/server/ledger/index.ts';
import { recordUsedQuotes } from '@assay/server/market/index.ts';
import type { Database, Transaction } from '@assay/server/platform/database.ts';

/** A house with money of its own, and one without. */
export const modes = ['sandbox', 'live'] as const;
export type Mode = (typeof modes)[number];

/** Customers who only hold something with real money, and the coins of each, in live mode. */
const [holders, coinsHeld] = [20_000, 5];
export const beside = (mode: Mode) =>
  mode === 'live' ? `, live, beside ${(holders * coinsHeld).toLocaleString('en')} coins held` : '';

/** Of a house without limits, which must still count what many others hold. */
export async function prepareHouse(db: Database, mode: Mode): Promise<void> {
  if (mode === 'sandbox') return;
  await db.query(
    `update parameters set value = '90000000000'
     where key in ('deal_floor', 'exposure_person_max', 'exposure_instrument_max', 'exposure_house_max')`,
  );
  await db.query(
    `with holders as (
       insert into users (user_name, email, password_hash, password_changed_at, language, invite_code, created_at)
       select 'holds_' || n, 'holds_' || n || '@example.com', 'none', now(), 'en', 'H' || lpad(n::text, 9, '0'), now()
       from generate_series(1, $1::int) n returning id
     )
     insert into spot_costs (user_id, book, asset, quantity, cost)
     select id, 'real', 'C' || n, 1000000, 1000000 from holders, generate_series(1, $2::int) n`,
    [holders, coinsHeld],
  );
  await db.query('analyze spot_costs');
}

/** Prices that stand still until one is set. */
export function standing(code: string, mode: Mode = 'sandbox') {
  const instrument = instruments.find((each) => each.code === code);
  if (instrument === undefined) throw new Error(`${code} is not in the catalogue`);
  let quote: Quote = { code, bid: 6_500_000, ask: 6_500_100, time: Date.now(), volume: 0 };
  const set = (bid: number) => (quote = { code, bid, ask: bid + 100, time: Date.now() + 1, volume: 0 });
  const market = {
    instrument: () => instrument,
    instruments: () => [instrument],
    day: () => undefined,
    quote: () => quote,
    feedKind: () => (mode === 'live' ? 'live' : 'simulated'),
    tradable: () => true,
    fresh: () => true,
    quoteToUsdt: () => one,
    heldSince: () => undefined,
    quoteAt: (_: string, time: number) => Promise.resolve({ ...quote, time }),
    recordUsedQuote: async (tx: Transaction, use: QuoteUse) => recordUsedQuotes(tx, [use]),
  };
  return { market: { ...market, at: () => market }, set };
}

/** A customer with money on both accounts. */
export async function person(db: Database, index: number): Promise<string> {
  const at = Date.now();
  const [user] = await db.query<{ id: number }>(
    `insert into users (user_name, email, password_hash, password_changed_at, language, invite_code, created_at)
     values ($1, $2, 'none', now(), 'en', $3, now()) returning id`,
    [`bench_${index}`, `bench_${index}@example.com`, String(index).padStart(10, '0')],
  );
  const userId = String(user?.id);
  const money = amount(1_000_000_000_000_000n);
  await db.transact((tx) => openDemo(tx, { userId, amount: money, at }));
  const deposit = recipes.depositCompleted({ userId, amount: money });
  await db.transact((tx) => post(tx, { book: 'real', reference: `bench:${userId}`, at, ...deposit }));
  return userId;
}
