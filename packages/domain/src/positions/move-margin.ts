import { withPosting } from '../dealing/draft.ts';
import { marginAdded, marginRemoved } from '../ledger/recipes/contracts.ts';
import type { Quote, Ticks } from '../market/quote.ts';
import { type Amount, amount, greatest, minus, nothing, parseAmount, sum } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { divide, fixed } from '../money/fixed.ts';
import { isOfOldUnits } from '../splits/split.ts';
import { chargeDue, withNewCover } from './charge-due.ts';
import { type Cover, liquidates } from './liquidation.ts';
import { type ContractDesk, type ContractDraft, type PositionRow, contractDraft, openPositionOf } from './position.ts';
import { type Refused, isRefused, refused } from './refused.ts';
import { type Closing, type Terms, closingPrice, notionalOpened } from './terms.ts';

export interface MarginRequest {
  readonly amount: string;
  readonly way: 'add' | 'remove';
}

/** What a decision on its margin needs to know of a position; the sheet in the browser knows no more. */
export type Margined = Closing & Pick<Terms, 'leverage'>;

/**
 * Moves money between the free balance and the margin of an open position. Adding is allowed outside of trading hours
 * too. Taking out needs a market that trades, at a recent price: at an old one it would be an option on the next
 * against the house. `followed` is how far a trailing stop has come. Refusals: 404 not yours, 11008 not open, 10015 no
 * quote yet or not tradable, 11212 price too old, those of `decideMargin`; 10011 balance, when it is booked.
 */
export function moveMargin(
  desk: ContractDesk,
  request: MarginRequest,
  row: PositionRow | undefined,
  followed: Ticks | null,
): ContractDraft | Refused {
  if (row === undefined) return refused('404', 'id');
  if (row.status !== 'open') return refused('11008');
  const quote = desk.market.quote(row.code);
  if (quote === undefined || isOfOldUnits(row.splits, quote)) return refused('10015');
  if (request.way === 'remove' && !desk.market.tradable(row.code)) return refused('10015');
  if (request.way === 'remove' && !desk.market.fresh(row.code)) return refused('11212');
  const charged = chargeDue(desk, contractDraft(row));
  const { terms, cover } = openPositionOf(charged.row);
  const moved = decideMargin(request, terms, cover, quote);
  if (isRefused(moved)) return moved;
  const added = minus(moved, cover.margin);
  const recipe = added > 0n ? marginAdded : marginRemoved;
  const size = added > 0n ? added : minus(nothing, added);
  // A liquidation price that has moved is reached by later quotes alone: those up to now were judged with what it was.
  const after: PositionRow = {
    ...charged.row,
    margin: sum(amount(charged.row.margin), added),
    quotedAt: Math.max(row.quotedAt, quote.time),
    trailingBest: followed ?? row.trailingBest,
  };
  const posted = withPosting(charged, desk.view.now, recipe({ userId: row.userId, amount: size }));
  return { ...posted, row: withNewCover(after) };
}

/**
 * What the margin will be. Refusals: 10016 no amount; 11302 more than may be taken out, or what stays would be liquidated by the
 * very quote.
 */
export function decideMargin(request: MarginRequest, terms: Margined, cover: Cover, quote: Quote): Amount | Refused {
  const size = parseAmount(request.amount, usdt);
  if (size === undefined || size <= 0n) return refused('10016', 'amount');
  if (request.way === 'add') return sum(cover.margin, size);
  if (size > removable(terms, cover)) return refused('11302', 'amount');
  const left = { ...cover, margin: minus(cover.margin, size) };
  return liquidates(terms, left, closingPrice(terms.side, quote)) ? refused('11302', 'amount') : left.margin;
}

/** What may be taken out: whatever is beyond the margin that opening these lots needs, at the price at which they opened. */
export function removable(terms: Margined, { margin, openPrice }: Cover): Amount {
  return greatest(nothing, minus(margin, marginNeeded(terms, openPrice)));
}

/** notional at open / leverage, rounded up. */
function marginNeeded(terms: Margined, openPrice: Ticks): Amount {
  const notional = notionalOpened(terms, openPrice, 'up');
  return amount(divide(notional, fixed(BigInt(terms.leverage), 0), usdt.scale, 'up').units);
}
