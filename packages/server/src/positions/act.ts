import { withPosting } from '@assay/domain/dealing/draft.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type Fill, decideFill } from '@assay/domain/positions/decide-fill.ts';
import { decideTrigger } from '@assay/domain/positions/decide-trigger.ts';
import type { Reached } from '../engine/index.ts';
import { closeAt, withdraw } from './close.ts';
import type { Acting } from './commands.ts';
import { conversionOf, withConversion } from './conversion.ts';
import { type Desk, type Draft, draftOf, withQuote } from './draft.ts';
import { chargeDue } from './finance.ts';
import { type PositionRow, openPositionOf, waitingOrderOf } from './row.ts';

/**
 * What follows from a quote that reached one of an order's prices: it is filled, closed at that quote, or its holder warned.
 * The row under its lock decides, not what the engine remembered: an order that was closed or amended meanwhile is left alone,
 * and null says that nothing follows.
 */
export function act(desk: Desk, { quote, followed, owner }: Acting, row: PositionRow): Draft | null {
  if (row.status === 'open') return settle(desk, row, quote, followed);
  if (row.status !== 'awaiting') return null;
  const instrument = desk.market.instrument(row.code);
  const conversion = instrument && conversionOf(desk.market, instrument);
  if (instrument === undefined || conversion === undefined) return null;
  const fill = decideFill(waitingOrderOf(row), quote, conversion.rate);
  if (fill === null) return null;
  // Whoever has stopped trading meanwhile gets the money back, and no position.
  if (desk.view.mayOpen(owner) !== undefined) return withdraw(desk, row, 'cancelled');
  return withQuote(desk, withConversion(desk, filled(desk, row, quote, fill), conversion), 'open', instrument, quote);
}

/** Opens a limit order at the quote that reached it; the money comes out of what it held. */
function filled({ view: { now } }: Desk, row: PositionRow, quote: Quote, { terms, opening, liquidation, stops }: Fill): Draft {
  const held = { userId: row.userId, held: amount(row.hold) };
  const recipe = recipes.limitFilled({ ...held, margin: opening.margin, fee: opening.fee });
  const open: PositionRow = {
    ...row,
    status: 'open',
    hold: 0n,
    conversion: formatFixed(terms.conversion),
    openPrice: opening.price,
    openedAt: new Date(now),
    financedUntil: new Date(now),
    margin: opening.margin,
    maintenance: opening.maintenance,
    openFee: opening.fee,
    liquidationPrice: liquidation,
    trailingBest: stops.trailing?.best ?? null,
    quotedAt: quote.time,
  };
  return { ...withPosting(draftOf(row), now, recipe), row: open };
}

/** The row remembers that its holder was warned, until it recovers. */
function settle(desk: Desk, row: PositionRow, quote: Quote, reached: Reached | null): Draft | null {
  const charged = chargeDue(desk, draftOf(row));
  // The engine has seen better prices than the row has written down; they count while it speaks of the same version.
  const followed = reached?.version === row.version ? reached.best : null;
  const triggered = decideTrigger(openPositionOf(charged.row), { warned: row.marginWarned, followed }, quote);
  if (triggered === null) return charged.row === row ? null : charged;
  if (triggered.kind !== 'close')
    return { ...charged, row: { ...charged.row, marginWarned: triggered.kind === 'warn', quotedAt: quote.time } };
  const seen: Draft = { ...charged, row: { ...charged.row, trailingBest: triggered.trailingBest } };
  return closeAt(desk, seen, quote, triggered.reason);
}
