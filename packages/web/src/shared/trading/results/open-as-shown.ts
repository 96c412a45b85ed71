import { type Amount, amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';

const cent = 10n ** BigInt(usdt.scale - 2);
/** As amounts are shown: cut to cents. */
const cut = (exact: Amount): bigint => (exact / cent) * cent;

/**
 * The open profit with which balance − loans + open profit = equity adds up as it is shown, in whole cents. What is cut off each of
 * the three others is less than a cent.
 */
export function openAsShown(line: { readonly balance: Amount; readonly loans: Amount; readonly equity: Amount }): Amount {
  return amount(cut(line.equity) - cut(line.balance) + cut(line.loans));
}
