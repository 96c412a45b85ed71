import type { QuoteUse } from '@assay/domain/dealing/draft.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
// Prices and people for the figures that deal without a server around them.
import { instruments } from '@assay/domain/market/catalogue.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { one } from '@assay/domain/money/fixed.ts';
import { openDemo, post } from '@assay/server/ledger/index.ts';
import { recordUsedQuotes } from '@assay/server/market/index.ts';
import type { Database, Transaction } from '@assay/server/platform/database.ts';

/** Prices that stand still until one is set. */
export function standing(code: string) {
  const instrument = instruments.find((each) => each.code === code);
  if (instrument === undefined) throw new Error(`${code} is not in the catalogue`);
  let quote: Quote = { code, bid: 6_500_000, ask: 6_500_100, time: Date.now(), volume: 0 };
  const set = (bid: number) => (quote = { code, bid, ask: bid + 100, time: Date.now() + 1, volume: 0 });
  const market = {
    instrument: () => instrument,
    quote: () => quote,
    feedKind: () => 'simulated',
    tradable: () => true,
    fresh: () => true,
    quoteToUsdt: () => one,
    heldSince: () => undefined,
    quoteAt: (_: string, time: number) => Promise.resolve({ ...quote, time }),
    recordUsedQuote: async (tx: Transaction, use: QuoteUse) => recordUsedQuotes(tx, [use]),
  };
  return { market: { ...market, at: () => market }, set };
}

/** Somebody with money on both accounts. */
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
