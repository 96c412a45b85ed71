import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, type Asset } from '../../money/amount.ts';
import { usdt } from '../../money/assets.ts';
import type { AccountRef, Transfer } from '../accounts.ts';

/** Why money moved: a closed list, shown on statements and receipts. */
export const reasons = [
  'house.funded',
  'house.withdrawn',
  'correction.booked',
  'deposit.completed',
  'withdrawal.requested',
  'withdrawal.completed',
  'withdrawal.returned',
  'demo.opened',
  'demo.reset',
  'contract.opened',
  'contract.placed',
  'contract.filled',
  'contract.cancelled',
  'contract.amended',
  'contract.expired',
  'contract.closed',
  'contract.liquidated',
  'contract.voided',
  'margin.added',
  'margin.removed',
  'financing.charged',
  'financing.received',
  'dividend.charged',
  'dividend.received',
  'option.bought',
  'option.won',
  'option.lost',
  'option.tied',
  'option.voided',
  'spot.placed',
  'spot.amended',
  'spot.filled',
  'spot.cancelled',
  'plan.opened',
  'plan.income',
  'plan.matured',
  'plan.left',
  'plan.expired',
  'loan.disbursed',
  'loan.repaid',
  'referral.rewarded',
  'bid.placed',
  'bid.released',
  'nft.won',
  'nft.bought',
  'charity.paid',
] as const;
export type Reason = (typeof reasons)[number];

/** What a posting says: a reason and its transfers in the order in which they are booked. */
export interface Recipe {
  readonly reason: Reason;
  readonly transfers: readonly Transfer[];
}

/** A recipe as it is booked. */
export interface Posting extends Recipe {
  readonly book: Book;
  /** What it is about, `position:7` for example: the transfers of a receipt are found by it. */
  readonly reference: string;
  /** Business time, epoch milliseconds. */
  readonly at: number;
}

/** A line of a recipe. Nothing is booked for nothing; a negative amount is our own mistake. */
export function moves(from: AccountRef, to: AccountRef, amount: Amount, asset: Asset = usdt): Transfer[] {
  if (amount < 0n) throw new Error(`a transfer of ${amount} from ${from.kind} to ${to.kind} is negative`);
  return amount === 0n ? [] : [{ from, to, asset, amount }];
}
