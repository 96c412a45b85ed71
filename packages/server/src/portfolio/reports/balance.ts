import { type Amount, amount, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { movedUntil } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Account } from '../context.ts';

/** What an account had at a moment, free and set aside together, without debts: of every asset that it had any of. */
export async function balancesAt(db: Queryable, account: Account, at: Date): Promise<ReadonlyMap<string, Amount>> {
  const sums = await movedUntil(db, account, at);
  return new Map(sums.flatMap(({ asset, sum }) => (sum === 0n ? [] : [[asset, amount(sum)] as const])));
}

export async function usdtAt(db: Queryable, account: Account, at: Date): Promise<Amount> {
  return (await balancesAt(db, account, at)).get(usdt.code) ?? nothing;
}
