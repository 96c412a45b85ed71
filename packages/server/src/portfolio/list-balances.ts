import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import { formatAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { balances, held } from '../ledger/index.ts';
import type { Account, PortfolioContext } from './context.ts';
import { valueInUsdt } from './value.ts';

/** Every asset that the account has something of, USDT first and always, then by value. */
export async function listBalances(
  { db, market, coinResults }: PortfolioContext,
  { book, userId }: Account,
): Promise<ResultOf<typeof user.listBalances>> {
  const [all, resultOf] = await Promise.all([balances(db, book, userId), coinResults(db, { book, userId })]);
  const dollars = all.some(({ asset }) => asset.code === usdt.code) ? [] : await balances(db, book, userId, [usdt]);
  const own = [...dollars, ...all].map((each) => {
    const whole = sum(each.available, held(each));
    return { ...each, held: held(each), whole, value: valueInUsdt(market, whole, each.asset), result: resultOf(each) };
  });
  return own
    .filter(({ asset, whole }) => whole > 0n || asset.code === usdt.code)
    .toSorted(
      (a, b) => rank(b) - rank(a) || Number((b.value ?? 0n) - (a.value ?? 0n)) || (a.asset.code < b.asset.code ? -1 : 1),
    )
    .map((each) => ({
      asset: each.asset.code,
      available: formatAmount(each.available, each.asset),
      held: formatAmount(each.held, each.asset),
      valueUsdt: each.value === undefined ? null : formatAmount(each.value, usdt),
      ...each.result,
    }));
}

const rank = ({ asset }: { readonly asset: { readonly code: string } }) => (asset.code === usdt.code ? 1 : 0);
