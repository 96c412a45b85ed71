import type { CloseReason } from '@assay/contract/vocabulary/statuses.ts';
import { withPosting } from '../dealing/draft.ts';
import { houseAccount } from '../ledger/accounts.ts';
import { contractClosed, contractVoided, limitCancelled, orderExpired } from '../ledger/recipes/contracts.ts';
import type { Quote } from '../market/quote.ts';
import { amount, minus, nothing } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { isOfOldUnits } from '../splits/split.ts';
import { chargeDue } from './charge-due.ts';
import {
  type ContractDesk,
  type ContractDraft,
  type PositionRow,
  contractDraft,
  marginLeft,
  openPositionOf,
  withContractQuote,
} from './position.ts';
import { type Refused, isRefused, refused } from './refused.ts';
import { decideClose, refuseToClose } from './settle.ts';
import type { SeenPrice } from './slippage.ts';
import { mayBecome, statusAfter } from './statuses.ts';

/**
 * Closes a position at the market, or withdraws an order that awaits opening. Withdrawing is always allowed, closing only
 * while the instrument trades. Refusals: 404 not yours, 11008 already ended, 10015 not tradable, 11004 the price is worse than
 * what was seen and accepted.
 */
export function closeContract(desk: ContractDesk, row: PositionRow | undefined, seen: SeenPrice): ContractDraft | Refused {
  if (row?.status === 'awaiting') return withdrawContract(desk, row, 'cancelled');
  const quote = closingQuote(desk, row, seen);
  if (isRefused(quote)) return quote;
  if (row === undefined) return refused('404', 'id');
  return closeAt(desk, chargeDue(desk, contractDraft(row)), quote, 'manual');
}

/** The quote at which an open position can be closed by hand now; refusals are those of `closeContract`. */
export function closingQuote({ market }: ContractDesk, row: PositionRow | undefined, seen: SeenPrice): Quote | Refused {
  if (row === undefined) return refused('404', 'id');
  if (row.status !== 'open') return refused('11008');
  const quote = market.quote(row.code);
  if (quote === undefined || !market.tradable(row.code) || isOfOldUnits(row.splits, quote)) return refused('10015');
  return refuseToClose(seen, openPositionOf(row).terms, quote) ?? quote;
}

/**
 * Settles an open position at a quote: money, row and quote together. By hand and by trigger alike. The best price that a
 * trailing stop has followed is written down with it, so that the receipt can show what was reached.
 */
export function closeAt(desk: ContractDesk, draft: ContractDraft, quote: Quote, reason: CloseReason): ContractDraft {
  const { row } = draft;
  const { view } = desk;
  const status = statusAfter(reason);
  const instrument = desk.market.instrument(row.code);
  if (!mayBecome(row.status, status)) throw new Error(`position ${row.id} is ${row.status} and can't become ${status}`);
  if (instrument === undefined) throw new Error(`position ${row.id} is on ${row.code}, which is not in the catalogue`);
  const { profit, fee, gap, closePrice } = decideClose(openPositionOf(row), quote);
  // The fund is locked only where it is needed, after the accounts of customers.
  const insurance = gap > 0n ? { insurance: view.balanceOf(row.book, houseAccount('insurance'), usdt) } : {};
  const recipe = contractClosed({
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
  return { ...withContractQuote(desk, withPosting(draft, view.now, recipe), 'close', { instrument, quote }), row: closed };
}

/** Withdraws an order that awaits opening and gives back all that it held. */
export function withdrawContract(
  { view }: ContractDesk,
  row: PositionRow,
  reason: 'cancelled' | 'uncovered' | 'reset',
): ContractDraft {
  return freed(row, reason, limitCancelled, view.now);
}

/** An order that has waited until its end, whenever it is looked at. */
export function expireContract(row: PositionRow): ContractDraft {
  if (row.expiresAt === null) throw new Error(`order ${row.id} waits for as long as nobody withdraws it`);
  return freed(row, 'expired', orderExpired, row.expiresAt.getTime());
}

function freed(row: PositionRow, reason: CloseReason, recipe: typeof limitCancelled, at: number): ContractDraft {
  const ended: PositionRow = { ...row, status: 'cancelled', closeReason: reason, closedAt: new Date(at), hold: 0n };
  return { ...withPosting(contractDraft(row), at, recipe({ userId: row.userId, held: amount(row.hold) })), row: ended };
}

/**
 * Gives a position back without a price: there is neither profit nor loss. Voided by operators it returns every fee that it
 * has paid; financing that fell due while it was open stays paid. With a demo account it ends as it is.
 */
export function giveBack(desk: ContractDesk, row: PositionRow, reason: 'void' | 'reset'): ContractDraft {
  const { view } = desk;
  const draft = reason === 'void' ? chargeDue(desk, contractDraft(row)) : contractDraft(row);
  const fees = reason === 'void' ? amount(row.openFee) : nothing;
  const recipe = contractVoided({ userId: row.userId, margin: marginLeft(draft.row), fees });
  const ended: PositionRow = { ...draft.row, status: 'cancelled', closeReason: reason, closedAt: new Date(view.now) };
  return { ...withPosting(draft, view.now, recipe), row: ended };
}
