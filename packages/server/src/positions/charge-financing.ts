import type { HoursId } from '@assay/contract/vocabulary/markets.ts';
import { financingDays, nextFinancing } from '@assay/domain/market/hours.ts';
import { type Amount, greatest, minus, nothing, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { financingFor } from '@assay/domain/positions/financing.ts';
import { liquidationPrice } from '@assay/domain/positions/liquidation.ts';
import type { Resting } from '../engine/index.ts';
import { lockBalances, recipes, userAccount } from '../ledger/index.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { announce } from './announce.ts';
import type { PositionsContext } from './context.ts';
import { postFor } from './outcome.ts';
import { restingOf } from './resting.ts';
import { lockRow, type PositionRow, columns, marginLeft, openPositionOf } from './row.ts';

/** The latest moment of charging at or before `now`. */
export function lastFinancing(now: number): number {
  const dayMs = 86_400_000;
  return nextFinancing(now) - dayMs;
}

/** A page by id of the open positions for which a moment of charging has passed that is not dealt with yet. */
export async function positionsToFinance(db: Queryable, now: number, after: number, limit: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select id from positions where status = 'open' and financed_until < $1 and id > $2 order by id limit $3`,
    [new Date(lastFinancing(now)), after, limit],
  );
  return rows.map(({ id }) => id);
}

/** One moment of charging: 21:00 UTC of a day, and for how many days it counts. */
interface Due {
  readonly at: number;
  readonly days: 1 | 3;
}

/** Charges one position; safe to run twice. Answers what the order is now, undefined when there is none. */
export function chargeFinancing(context: PositionsContext, id: number): Promise<Resting | undefined> {
  return context.db.transact(async (tx) => {
    const row = await lockRow(tx, id);
    return row && restingOf(await chargeDue(context, tx, row));
  });
}

/**
 * Charges a locked position what has fallen due since the last time, each moment exactly once: the row remembers how far
 * it is charged, so that double runs, restarts and clocks that jump change nothing. Whoever closes a position calls it
 * first: what was open at the moment of charging pays, even if it is closed before the charging comes round to it.
 */
export async function chargeDue(context: PositionsContext, tx: Transaction, row: PositionRow): Promise<PositionRow> {
  const instrument = context.market.instrument(row.code);
  if (row.status !== 'open' || row.financedUntil === null || instrument === undefined) return row;
  const now = context.clock.now();
  let charged = row;
  for (let at = nextFinancing(row.financedUntil.getTime()); at <= now; at = nextFinancing(at)) {
    charged = await chargeOnce(context, tx, charged, dueAt(instrument.hours, at), at);
  }
  return charged;
}

function dueAt(hours: HoursId, at: number): Due | null {
  const days = financingDays(hours, at);
  return days === 0 ? null : { at, days };
}

async function chargeOnce(
  context: PositionsContext,
  tx: Transaction,
  row: PositionRow,
  due: Due | null,
  at: number,
): Promise<PositionRow> {
  const charge = due === null ? null : await bookCharge(tx, row, due);
  const position = openPositionOf(row);
  const fromMargin = charge?.fromMargin ?? nothing;
  const margin = minus(marginLeft(row), fromMargin);
  const liquidation = fromMargin > 0n ? liquidationPrice(position.terms, { ...position.cover, margin }) : row.liquidationPrice;
  // A liquidation price that has moved nearer is reached by later quotes alone, never by one from before the charge.
  const judgedFrom = fromMargin > 0n ? (context.market.quote(row.code)?.time ?? 0) : 0;
  const [charged] = await tx.query<PositionRow>(
    `update positions set financing = financing + $2, margin_taken = margin_taken + $3, liquidation_price = $4, financed_until = $5,
       quoted_at = greatest(quoted_at, $6)
     where id = $1 returning ${columns}`,
    [row.id, charge?.amount ?? 0n, fromMargin, liquidation, new Date(at), judgedFrom],
  );
  if (charged === undefined) throw new Error(`position ${row.id} was locked and is gone`);
  if (charge !== null) announce(context, tx, charged, charge.available);
  return charged;
}

interface Charge {
  readonly amount: Amount;
  readonly fromMargin: Amount;
  readonly available: Amount | undefined;
}

async function bookCharge(tx: Transaction, row: PositionRow, due: Due): Promise<Charge | null> {
  const { userId, book } = row;
  const { terms, cover } = openPositionOf(row);
  const owed = financingFor(terms, cover.openPrice, due.days);
  const accounts = [userAccount(userId, 'available'), userAccount(userId, 'margin')];
  const [available = nothing] = await lockBalances(tx, book, usdt, accounts);
  const split = recipes.financingSplit({ available, margin: cover.margin, amount: greatest(owed, nothing) });
  const charged = owed > 0n ? sum(split.available, split.margin) : owed;
  await tx.query(
    'insert into position_financing (position_id, due_at, days, amount, from_margin) values ($1, $2, $3, $4, $5)',
    [row.id, new Date(due.at), due.days, charged, split.margin],
  );
  if (charged === 0n) return null;
  const recipe =
    charged > 0n
      ? recipes.financingCharged({ userId, available, margin: cover.margin, amount: owed })
      : recipes.financingReceived({ userId, amount: minus(nothing, charged) });
  return { amount: charged, fromMargin: split.margin, available: await postFor(tx, row, due.at, recipe) };
}
