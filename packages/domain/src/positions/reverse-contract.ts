import { afterPostings } from '../dealing/booked-view.ts';
import { userAccount } from '../ledger/accounts.ts';
import { usdt } from '../money/assets.ts';
import { closeContract } from './close-contract.ts';
import { openContract } from './open-contract.ts';
import type { ContractDesk, ContractDraft, PositionRow } from './position.ts';
import { type Refused, isRefused, refused } from './refused.ts';
import type { SeenPrice } from './slippage.ts';

export interface Reversed {
  readonly closed: ContractDraft;
  /** The other side, or why there is none: what was closed stays closed. */
  readonly opened: ContractDraft | Refused;
}

/**
 * Closes an open position at the market and opens the other side with as many lots and the same leverage, without stops, out of what the
 * closing has left. Refusals: those of `closeContract`, 11008 does not trade yet; of the opening, which come with the closing, those of
 * `openContract`, and 10011 balance.
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
  const { code, lots, leverage } = row;
  const owner = { userId: row.userId, book: row.book };
  const input = { code, side: row.side === 'long' ? 'short' : 'long', type: 'market', lots, leverage } as const;
  const after = { ...desk, view: afterPostings(desk.view, closed.postings) };
  // What has just been closed is no order any more.
  const opened = openContract(after, { owner, orderNo, input }, { id, openOrders: openOrders - 1 });
  if (isRefused(opened)) return { closed, opened };
  const left = afterPostings(after.view, opened.postings).balanceOf(row.book, userAccount(row.userId, 'available'), usdt);
  return { closed, opened: left < 0n ? refused('10011', 'lots') : opened };
}
