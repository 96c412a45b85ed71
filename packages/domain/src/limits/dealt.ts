import { house } from '../ledger/accounts.ts';
import type { Posting, Reason } from '../ledger/recipes/recipe.ts';
import { type Amount, amount } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';

/** The postings that are results or costs of contracts and options; must match `ledger_is_dealt` of the database. */
export const dealtReasons: ReadonlySet<Reason> = new Set([
  'contract.opened',
  'contract.filled',
  'contract.closed',
  'contract.liquidated',
  'contract.voided',
  'financing.charged',
  'financing.received',
  'dividend.charged',
  'dividend.received',
  'option.won',
  'option.lost',
]);

/**
 * The result of contracts and options for a customer's real account by these postings since a moment, in USDT: results, fees
 * and financing, as the house pays and takes them. Negative is a loss.
 */
export function dealtBy(postings: readonly Posting[], userId: string, since: number): Amount {
  const units = postings
    .filter(({ book, reason, at }) => book === 'real' && dealtReasons.has(reason) && at >= since)
    .flatMap(({ transfers }) => transfers)
    .filter(({ asset }) => asset.code === usdt.code)
    .reduce((sum, { from, to, amount: moved }) => {
      if (from.owner === house && to.owner === userId) return sum + moved;
      return from.owner === userId && to.owner === house ? sum - moved : sum;
    }, 0n);
  return amount(units);
}
