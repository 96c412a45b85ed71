import { withPosting } from '../dealing/draft.ts';
import { isOver } from '../dealing/validity.ts';
import { userAccount } from '../ledger/accounts.ts';
import { limitFilled, stopFilled } from '../ledger/recipes/contracts.ts';
import type { Quote, Ticks } from '../market/quote.ts';
import { amount } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { formatFixed } from '../money/fixed.ts';
import { isOfOldUnits } from '../splits/split.ts';
import { chargeDue } from './charge-due.ts';
import { closeAt, expireContract, withdrawContract } from './close-contract.ts';
import { conversionOf, withConversion } from './conversion.ts';
import { type Fill, decideFill } from './decide-fill.ts';
import { bestAfter, decideTrigger } from './decide-trigger.ts';
import {
  type ContractDesk,
  type ContractDraft,
  type PositionRow,
  contractDraft,
  openPositionOf,
  waitingOrderOf,
  withContractQuote,
} from './position.ts';
import { takeTargets } from './targets/take-targets.ts';
import { closingPrice, openingPrice } from './terms.ts';

/**
 * A quote that reached one of an order's prices; `reached` is the version of it that was, and how far its trailing stop had
 * come. Null where that is not known.
 */
export interface Reaching {
  readonly quote: Quote;
  readonly reached: { readonly version: number; readonly best: Ticks | null } | null;
}

/**
 * What follows from a quote that reached one of an order's prices: it is filled, closed at that quote, or its holder warned.
 * The row under its lock decides, not what the engine remembered: an order that was closed or amended meanwhile is left alone,
 * and null says that nothing follows.
 */
export function actOnQuote(desk: ContractDesk, reaching: Reaching, row: PositionRow): ContractDraft | null {
  if (isOfOldUnits(row.splits, reaching.quote) || isOfOldTerms(row, reaching)) return null;
  if (row.status === 'open') return isFilledBy(row, reaching.quote) ? null : settle(desk, row, reaching);
  return row.status === 'awaiting' ? actOnWaiting(desk, reaching.quote, row) : null;
}

/**
 * Whether an order has changed since it was reached, by an act at a later price: its present triggers were set after that
 * quote. Otherwise only its stop has followed, which moves `quotedAt` too.
 */
function isOfOldTerms({ version, quotedAt }: PositionRow, { quote, reached }: Reaching): boolean {
  return reached?.version !== version && quote.time <= quotedAt;
}

function actOnWaiting(desk: ContractDesk, quote: Quote, row: PositionRow): ContractDraft | null {
  if (isOver(row.expiresAt, quote.time)) return expireContract(row);
  const instrument = desk.market.instrument(row.code);
  const conversion = instrument && conversionOf(desk.market, instrument);
  if (instrument === undefined || conversion === undefined) return null;
  const available = desk.view.balanceOf(row.book, userAccount(row.userId, 'available'), usdt);
  const fill = decideFill(waitingOrderOf(row), quote, conversion.rate, available);
  if (fill === null) return null;
  const used = { instrument, quote };
  if (fill.kind === 'rest') return withContractQuote(desk, resting(row, quote), 'trigger', used);
  // A customer who has stopped trading meanwhile gets the money back, and no position.
  if (desk.view.mayOpen(row) !== undefined) return withdrawContract(desk, row, 'cancelled');
  if (fill.kind === 'uncovered') return withContractQuote(desk, withdrawContract(desk, row, 'uncovered'), 'trigger', used);
  const opened = withConversion(desk, filled(desk, row, quote, fill), conversion);
  const isTriggered = row.orderType === 'stopLimit' && row.triggeredAt === null;
  const draft = isTriggered ? withContractQuote(desk, withTrigger(opened, quote), 'trigger', used) : opened;
  return withContractQuote(desk, draft, 'open', used);
}

/** Its trigger is reached: from the next quote on it waits for its limit. */
function resting(row: PositionRow, quote: Quote): ContractDraft {
  const draft = withTrigger(contractDraft(row), quote);
  return { ...draft, row: { ...draft.row, quotedAt: quote.time } };
}

function withTrigger(draft: ContractDraft, { time }: Quote): ContractDraft {
  return { ...draft, row: { ...draft.row, triggeredAt: new Date(time) } };
}

/**
 * Whether this is the quote that opened an order which waited: filled manually or by another process, the quote may arrive here
 * again from a process that does not know. A quote that opened an order does not close it as well.
 */
function isFilledBy(row: PositionRow, quote: Quote): boolean {
  if (row.orderType === 'market' || quote.time !== row.quotedAt || openingPrice(row.side, quote) !== row.openPrice)
    return false;
  return row.trailingBest === null || row.trailingBest === closingPrice(row.side, quote);
}

/** Opens an order at the quote that reached it; the money comes out of what it held, of a stop order also out of the balance. */
function filled(
  { view: { now } }: ContractDesk,
  row: PositionRow,
  quote: Quote,
  { terms, opening, liquidation, stops }: Fill,
): ContractDraft {
  const held = { userId: row.userId, held: amount(row.hold) };
  const recipe = row.orderType === 'stop' ? stopFilled : limitFilled;
  const open: PositionRow = {
    ...row,
    status: 'open',
    hold: 0n,
    trailingBps: null,
    conversion: formatFixed(terms.conversion),
    openPrice: opening.price,
    openedAt: new Date(now),
    financedUntil: new Date(now),
    margin: opening.margin,
    maintenance: opening.maintenance,
    openFee: opening.fee,
    liquidationPrice: liquidation,
    trailingDistance: stops.trailing?.distance ?? null,
    trailingBest: stops.trailing?.best ?? null,
    quotedAt: quote.time,
  };
  return { ...withPosting(contractDraft(row), now, recipe({ ...held, margin: opening.margin, fee: opening.fee })), row: open };
}

/** The row remembers that its holder was warned, until it recovers. */
function settle(desk: ContractDesk, row: PositionRow, { quote, reached }: Reaching): ContractDraft | null {
  const charged = chargeDue(desk, contractDraft(row));
  // The engine has seen better prices than the row has written down; they count while it speaks of the same version.
  const followed = reached?.version === row.version ? reached.best : null;
  const position = openPositionOf(charged.row);
  const triggered = decideTrigger(position, { warned: row.marginWarned, followed }, quote);
  const trailingBest = bestAfter(position, followed, quote);
  if (triggered === null) return charged.row === row ? null : { ...charged, row: { ...charged.row, trailingBest } };
  if (triggered.kind === 'targets') return takeTargets(desk, charged, quote, { best: triggered.trailingBest, ends: false });
  if (triggered.kind !== 'close') {
    const marginWarned = triggered.kind === 'warn';
    const quotedAt = Math.max(charged.row.quotedAt, quote.time);
    return { ...charged, row: { ...charged.row, marginWarned, trailingBest, quotedAt } };
  }
  if (triggered.reason === 'takeProfit') return takeTargets(desk, charged, quote, { best: triggered.trailingBest, ends: true });
  const seen: ContractDraft = { ...charged, row: { ...charged.row, trailingBest: triggered.trailingBest } };
  return closeAt(desk, seen, quote, triggered.reason);
}
