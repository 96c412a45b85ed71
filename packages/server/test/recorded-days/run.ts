import type { Client } from '@assay/contract/client.ts';
import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { type Position, order } from '@assay/contract/endpoints/order.ts';
import { expect } from 'vitest';
import type { ContractCourse } from './contract-course.ts';
import { type Move, line } from './money.ts';
import type { Action } from './world.ts';

/** A story while it runs. `checks` are made when the days are over. */
export interface Run {
  readonly until: number;
  readonly demo: Client;
  readonly real: Client;
  readonly actions: Action[];
  /** Every contract that comes to be, and how it should go. */
  readonly legs: Leg[];
  readonly checks: (() => Promise<void>)[];
  /** How the contracts are listed when the days are over; requested once. */
  readonly listed: () => Promise<ReadonlyMap<string, Partial<Position>>>;
  readonly endings: Set<string>;
  readonly receipts: Receipt[];
  readonly booked: { readonly demo: Move[]; readonly real: Move[] };
}

export interface Leg {
  readonly course: ContractCourse;
  readonly id: () => string;
}

export const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

let calls = 0;
export function key(): { idempotencyKey: string } {
  calls += 1;
  return { idempotencyKey: `recorded-${calls}` };
}

/** The id of what a call has brought about, or the code that refused it. */
export function answered(call: Promise<{ id: string }>): Promise<{ id: string; refused: string | null }> {
  return call.then(
    ({ id }) => ({ id, refused: null }),
    (refusal: { code: string }) => ({ id: '', refused: refusal.code }),
  );
}

/** Holds quotes and movements of a receipt against those that were computed. */
export async function holdReceipt(
  run: Run,
  book: 'demo' | 'real',
  id: string,
  {
    quotes,
    moves: expected,
    before = 0,
  }: { readonly quotes: readonly string[]; readonly moves: readonly Move[]; readonly before?: number },
): Promise<Receipt> {
  const receipt = await run[book](order.receipt, { id });
  expect({
    id,
    quotes: receipt.quotes.map(({ moment, time, bid, ask }) => `${moment} ${time} ${bid} ${ask}`),
    moves: receipt.transfers.map((each) => {
      return `${each.time} ${each.reason} ${each.from} → ${each.to} ${each.amount} ${each.asset}`;
    }),
  }).toEqual({ id, quotes, moves: expected.map(line) });
  // A part lists first what was booked for its order.
  run.booked[book].push(...expected.slice(before));
  run.receipts.push(receipt);
  return receipt;
}

/** What a receipt says was reached; a price or an amount without its trailing zeros. */
export function triggersOf({ steps }: Receipt): string[] {
  return steps
    .filter(({ name, result }) => /^(?:fillT|entryT|t)rigger$/.test(name) && result === 'reached')
    .map(({ name, numbers }) => {
      const shown = Object.entries(numbers).map(
        ([each, value]) => `${each} ${value.includes('.') ? value.replace(/\.?0+$/, '') : value}`,
      );
      return [name, ...shown].join(' ');
    });
}
