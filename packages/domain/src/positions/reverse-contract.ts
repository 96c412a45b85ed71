import { afterGiving, afterPostings } from '../dealing/booked-view.ts';
import type { Taking } from '../dealing/house.ts';
import { userAccount } from '../ledger/accounts.ts';
import type { Instrument } from '../market/instrument.ts';
import { amount, payout } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { formatFixed } from '../money/fixed.ts';
import { unsplit } from '../splits/split.ts';
import { closeContract } from './close-contract.ts';
import { openContract } from './open-contract.ts';
import { type ContractDesk, type ContractDraft, type PositionRow, openPositionOf, termsOf } from './position.ts';
import { type Refused, isRefused, refused } from './refused.ts';
import type { SeenPrice } from './slippage.ts';
import { lotsToday, notionalAt } from './terms.ts';

export interface Reversed {
  readonly closed: ContractDraft;
  /** The other side, or why there is none: what was closed stays closed. */
  readonly opened: ContractDraft | Refused;
}

/**
 * Closes an open position at the market and opens the other side in the same size and with the same leverage, without stops, out of what
 * the closing has left, and judged by what it has cost. Refusals: those of `closeContract`, 11008 does not trade yet; of the opening, which
 * come with the closing, those of `openContract`, 10011 balance, and 11007 where splits have left no lots that could be ordered.
 */
export function reverseContract(
  desk: ContractDesk,
  row: PositionRow | undefined,
  seen: SeenPrice,
  { id, orderNo, openOrders }: { readonly id: number; readonly orderNo: string; readonly openOrders: number },
): Reversed | Refused {
  if (row?.status === 'awaiting') return refused('11008');
  const closed = closeContract(desk, row, seen);
  if (row === undefined || isRefused(closed)) return isRefused(closed) ? closed : refused('404', 'id');
  const instrument = desk.market.instrument(row.code);
  if (instrument === undefined) return { closed, opened: refused('11009', 'code') };
  const { code, leverage } = row;
  const owner = { userId: row.userId, book: row.book };
  const side = row.side === 'long' ? 'short' : 'long';
  const lots = formatFixed(lotsToday(termsOf(row), instrument.contract.lotSize));
  const input = { code, side, type: 'market', lots, leverage } as const;
  const view = afterGiving(afterPostings(desk.view, closed.postings), givenUp(row, instrument));
  const available = view.balanceOf(row.book, userAccount(row.userId, 'available'), usdt);
  // What has just been closed is no order any more.
  const situation = { id, openOrders: openOrders - 1, available };
  return { closed, opened: openContract({ ...desk, view }, { owner, orderNo, input }, situation) };
}

/** What the house has held for the position: its notional as it was opened. */
function givenUp(row: PositionRow, instrument: Instrument): Taking {
  const { terms, cover } = openPositionOf(row);
  const notional = payout(notionalAt({ ...terms, splits: unsplit }, cover.openPrice), usdt);
  return { owner: row, instrument, side: row.side, notional: amount(-notional), product: 'contract', waits: false };
}
