import type { CloseReason } from '@assay/contract/vocabulary/statuses.ts';
import { withPosting } from '@assay/domain/dealing/draft.ts';
import { houseAccount } from '@assay/domain/ledger/accounts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { amount, minus, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { decideClose, refuseToClose } from '@assay/domain/positions/settle.ts';
import type { SeenPrice } from '@assay/domain/positions/slippage.ts';
import { mayBecome, statusAfter } from '@assay/domain/positions/statuses.ts';
import { type Refusal, refuse, refusalOf } from '../platform/refusal.ts';
import { type Desk, type Draft, draftOf, withQuote } from './draft.ts';
import { chargeDue } from './finance.ts';
import { type PositionRow, marginLeft, openPositionOf } from './row.ts';

/**
 * Closes a position at the market, or withdraws an order that awaits opening. Withdrawing is always allowed, closing only
 * while the instrument trades. Refusals: 404 not yours, 11008 already ended, 10015 not tradable, 11004 the price is worse than
 * what was seen and accepted.
 */
export function close(desk: Desk, row: PositionRow | undefined, seen: SeenPrice): Draft | Refusal {
  const { market } = desk;
  if (row === undefined) return refuse('404', { id: '404' });
  if (row.status === 'awaiting') return withdraw(desk, row, 'cancelled');
  if (row.status !== 'open') return refuse('11008');
  const quote = market.quote(row.code);
  if (quote === undefined || !market.tradable(row.code)) return refuse('10015');
  const moved = refuseToClose(seen, openPositionOf(row).terms, quote);
  if (moved !== null) return refusalOf(moved);
  return closeAt(desk, chargeDue(desk, draftOf(row)), quote, 'manual');
}

/**
 * Settles an open position at a quote: money, row and quote together. By hand and by trigger alike. The best price that a
 * trailing stop has followed is written down with it, so that the receipt can show what was reached.
 */
export function closeAt(desk: Desk, draft: Draft, quote: Quote, reason: CloseReason): Draft {
  const { row } = draft;
  const { view } = desk;
  const status = statusAfter(reason);
  const instrument = desk.market.instrument(row.code);
  if (!mayBecome(row.status, status)) throw new Error(`position ${row.id} is ${row.status} and can't become ${status}`);
  if (instrument === undefined) throw new Error(`position ${row.id} is on ${row.code}, which is not in the catalogue`);
  const { profit, fee, gap, closePrice } = decideClose(openPositionOf(row), quote);
  // The fund is locked only where it is needed, after the accounts of customers.
  const insurance = gap > 0n ? { insurance: view.balanceOf(row.book, houseAccount('insurance'), usdt) } : {};
  const recipe = recipes.contractClosed({
    userId: row.userId,
    margin: marginLeft(row),
    profit: minus(profit, gap),
    fee,
    liquidated: reason === 'liquidation',
    ...insurance,
  });
  const closed: PositionRow = {
    ...row,
    status,
    closeReason: reason,
    closePrice,
    closedAt: new Date(view.now),
    closeFee: fee,
    profit,
    gap,
    quotedAt: quote.time,
  };
  return { ...withQuote(desk, withPosting(draft, view.now, recipe), 'close', instrument, quote), row: closed };
}

/** Withdraws an order that awaits opening and gives back all that it held. */
export function withdraw({ view }: Desk, row: PositionRow, reason: 'cancelled' | 'reset'): Draft {
  const recipe = recipes.limitCancelled({ userId: row.userId, held: amount(row.hold) });
  const withdrawn: PositionRow = { ...row, status: 'cancelled', closeReason: reason, closedAt: new Date(view.now), hold: 0n };
  return { ...withPosting(draftOf(row), view.now, recipe), row: withdrawn };
}

/**
 * Gives a position back without a price: there is neither profit nor loss. Voided by operators it returns every fee that it
 * has paid; financing that fell due while it was open stays paid. With a demo account it ends as it is.
 */
export function giveBack(desk: Desk, row: PositionRow, reason: 'void' | 'reset'): Draft {
  const { view } = desk;
  const draft = reason === 'void' ? chargeDue(desk, draftOf(row)) : draftOf(row);
  const fees = reason === 'void' ? amount(row.openFee) : nothing;
  const recipe = recipes.contractVoided({ userId: row.userId, margin: marginLeft(draft.row), fees });
  const ended: PositionRow = { ...draft.row, status: 'cancelled', closeReason: reason, closedAt: new Date(view.now) };
  return { ...withPosting(draft, view.now, recipe), row: ended };
}
