import type { Client } from '@assay/contract/client.ts';
import type { Option } from '@assay/contract/endpoints/order-shapes.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Quote, lastQuoteAt } from '@assay/domain/market/quote.ts';
import { parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { rescale, toFixed } from '@assay/domain/money/fixed.ts';
import { same } from '@assay/domain/money/ratio.ts';
import { settleOption } from '@assay/domain/options/settle.ts';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database.ts';

interface Simulated<Trader> {
  readonly db: Database;
  readonly random: {
    pick<T>(items: readonly T[]): T;
    chance(share: number): boolean;
  };
  /** An instrument to buy on. */
  readonly code: () => string;
  readonly clientOf: (trader: Trader, book: Book) => Client;
  /** The answer, or the code of a refusal. */
  readonly attempt: <T>(call: Promise<T>) => Promise<T | string>;
  readonly key: () => string;
}

/** The part of the simulation that buys options, and that computes by itself how each must end. */
export function optionTraders<Trader>({ db, random, code, clientOf, attempt, key }: Simulated<Trader>) {
  /** Every option that was acknowledged, as last returned. */
  const known = new Map<string, Option>();
  /** Of these, whose end has been compared: what is quoted later, by a clock that was set back, decides nothing of it any more. */
  const judged = new Set<string>();
  /** Every quote that was believed, over all restarts. */
  const seen = new Map<string, Quote[]>();

  const someBook = () => (random.chance(0.7) ? ('demo' as const) : ('real' as const));
  const wanted = () => ({
    code: code(),
    direction: random.pick(['up', 'down'] as const),
    amount: random.pick(['5', '10', '33.333333', '250', '1999.99', '5000', '4', '0', '-5', 'NaN', '1e3', '7.0000001']),
    periodId: random.pick(['1min', '1min', '1min', '1min', '5min', '15min', '1hour', '1day', '1month', '2min']),
  });

  function remember(answer: Option | string): void {
    if (typeof answer !== 'string') known.set(answer.id, answer);
  }

  async function buy(trader: Trader): Promise<void> {
    const call = clientOf(trader, someBook());
    remember(await attempt(call(order.buyOptions, wanted(), { idempotencyKey: key() })));
  }

  /** The same request several times at once: one effect, one answer. */
  async function buyDoubled(trader: Trader): Promise<void> {
    const call = clientOf(trader, 'demo');
    const input = wanted();
    const idempotencyKey = key();
    const answers = await Promise.all([1, 2, 3].map(() => attempt(call(order.buyOptions, input, { idempotencyKey }))));
    const told = new Set(answers.map((answer) => (typeof answer === 'string' ? answer : answer.id)));
    expect(told.size, 'the same key was answered differently').toBe(1);
    for (const answer of answers) remember(answer);
  }

  async function look(trader: Trader): Promise<void> {
    const call = clientOf(trader, someBook());
    const page = await attempt(call(order.listOptionsOrder, {}));
    if (typeof page === 'string') throw new Error(`the list was refused with ${page}`);
    const [newest] = page.items;
    if (newest === undefined) return;
    const option = await attempt(call(order.getOptionsOrderById, { id: newest.id }));
    expect(option, 'the list and the option differ').toMatchObject({ ...newest, receipt: { status: newest.status } });
  }

  function see(quote: Quote): void {
    const quotes = seen.get(quote.code);
    if (quotes === undefined) seen.set(quote.code, [quote]);
    else quotes.push(quote);
  }

  /** All that was acknowledged is there; what has ended did so as the quotes say, and stays so. */
  async function check(): Promise<void> {
    const rows = await db.query<Row>(
      `select 'o' || id as id, status, void_reason as "voidReason", settlement, profit, stale_after_ms as "staleAfterMs" from options`,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const [id, told] of known) {
      const row = byId.get(id);
      if (row === undefined) throw new Error(`the acknowledged option ${id} is gone`);
      if (told.status !== 'open') expect(row.status, `option ${id} changed after its end`).toBe(told.status);
      if (row.status === 'open') continue;
      known.set(id, { ...told, status: row.status });
      if (judged.has(id)) continue;
      judged.add(id);
      if (row.voidReason !== 'reset') expectEnd(row, told, lastQuoteAt(seen.get(told.code) ?? [], Date.parse(told.expiresAt)));
    }
  }

  /** How options have ended so far. */
  async function outcomes(): Promise<string[]> {
    const rows = await db.query<{ outcome: string }>(
      `select distinct status || '/' || coalesce(void_reason, '-') as outcome from options order by 1`,
    );
    return rows.map(({ outcome }) => outcome);
  }

  return { buy, buyDoubled, look, see, check, outcomes };
}

interface Row {
  readonly id: string;
  readonly status: Option['status'];
  readonly voidReason: string | null;
  readonly settlement: number | null;
  readonly profit: bigint;
  readonly staleAfterMs: number;
}

/** The end that follows from the terms returned at the purchase and from the last quote before expiry. */
function expectEnd({ id, status, settlement, profit, staleAfterMs }: Row, told: Option, quote: Quote | undefined): void {
  const stake = parseAmount(told.amount, usdt);
  if (stake === undefined) throw new Error(`${told.amount} is no amount`);
  const terms = {
    direction: told.direction,
    stake,
    payoutRate: toFixed(told.payoutRate),
    strike: Number(rescale(toFixed(told.strike), told.priceScale, 'exact').units),
    priceScale: told.priceScale,
    openedAt: Date.parse(told.openedAt),
    expiresAt: Date.parse(told.expiresAt),
    staleAfterMs,
    split: same,
  };
  const end = settleOption(terms, quote);
  expect({ id, status, settlement, profit }).toEqual({ id, status: end.outcome, settlement: end.price, profit: end.profit });
}
