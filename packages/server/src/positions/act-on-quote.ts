import type { Quote } from '@assay/domain/market/quote.ts';
import { decideFill } from '@assay/domain/positions/decide-fill.ts';
import { triggerAt } from '@assay/domain/positions/settle.ts';
import { better } from '@assay/domain/positions/stops.ts';
import type { Reached, Resting } from '../engine/index.ts';
import type { Transaction } from '../platform/database.ts';
import { announce } from './announce.ts';
import { bookClosing } from './book-closing.ts';
import { cancelOrder } from './cancel-order.ts';
import { chargeDue } from './charge-financing.ts';
import type { PositionsContext } from './context.ts';
import { bookFill } from './fill-limit.ts';
import { conversionOf } from './quotes-used.ts';
import { restingOf } from './resting.ts';
import { lockRow, type PositionRow, openPositionOf, waitingOrderOf } from './row.ts';
import { watchMargin } from './watch-margin.ts';

/**
 * What the engine calls when a quote reached one of an order's prices: fills it, closes it or warns its holder at that quote,
 * in one transaction. The row under its lock decides, not what the engine remembered: an order that was closed or amended
 * meanwhile is left alone. Answers what the order is now; undefined when there is none.
 */
export function actOnQuote(
  context: PositionsContext,
  id: number,
  quote: Quote,
  followed: Reached | null,
): Promise<Resting | undefined> {
  return context.db.transact(async (tx) => {
    const row = await lockRow(tx, id);
    if (row === undefined) return undefined;
    const after =
      row.status === 'awaiting' ? await fill(context, tx, row, quote) : await settle(context, tx, row, quote, followed);
    return restingOf(after ?? row);
  });
}

async function fill(context: PositionsContext, tx: Transaction, row: PositionRow, quote: Quote): Promise<PositionRow | null> {
  const instrument = context.market.instrument(row.code);
  const conversion = instrument && conversionOf(context, instrument);
  if (instrument === undefined || conversion === undefined) return null;
  const decision = decideFill(waitingOrderOf(row), quote, conversion.rate);
  if (decision === null) return null;
  // Whoever has stopped trading meanwhile gets the money back, and no position.
  const stopped = await context.mayOpen(tx, row.userId, row.book);
  if (stopped === undefined) return bookFill(context, tx, row, quote, { instrument, conversion, fill: decision });
  await cancelOrder(context, tx, row, 'cancelled');
  return (await lockRow(tx, row.id)) ?? null;
}

async function settle(
  context: PositionsContext,
  tx: Transaction,
  row: PositionRow,
  quote: Quote,
  followed: Reached | null,
): Promise<PositionRow> {
  if (row.status !== 'open') return row;
  const charged = await chargeDue(context, tx, row);
  const seen = followOn(charged, row.version, followed);
  const reason = triggerAt(openPositionOf(seen), quote);
  if (reason === null) return watchMargin(context, tx, charged, quote);
  const closed = await bookClosing(context, tx, seen, quote, reason);
  announce(context, tx, closed.row, closed.available);
  return closed.row;
}

/** The engine has seen better prices than the row has written down; they count while it speaks of the same version. */
function followOn(row: PositionRow, version: number, followed: Reached | null): PositionRow {
  if (row.trailingBest === null || followed?.version !== version) return row;
  return { ...row, trailingBest: better(row.side, row.trailingBest, followed.best) };
}
