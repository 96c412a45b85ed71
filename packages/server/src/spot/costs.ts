import { type Asset, amount, nothing, sum } from '@assay/domain/money/amount.ts';
import { type CostBasis, afterLeaving } from '@assay/domain/spot/cost.ts';
import { accountName } from '../dealing/index.ts';
import { balances, held } from '../ledger/index.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import type { Account } from '../portfolio/index.ts';

/** What the account's coins have cost, by asset. */
export async function costsOf(
  db: Queryable,
  { userId, book }: Account,
): Promise<{ readonly asset: string; readonly basis: CostBasis }[]> {
  const rows = await db.query<{ asset: string; quantity: bigint; cost: bigint }>(
    `select asset, quantity, cost from spot_costs
     where user_id = $1 and book = $2 and quantity > 0 order by asset`,
    [userId, book],
  );
  return rows.map((row) => ({ asset: row.asset, basis: { quantity: amount(row.quantity), cost: amount(row.cost) } }));
}

/** What coins of one asset have cost an account. */
export interface AccountCost extends Account {
  readonly asset: string;
  readonly basis: CostBasis;
}

export const costName = ({ userId, book, asset }: Omit<AccountCost, 'basis'>) => `${book}|${userId}|${asset}`;

/**
 * The costs of a group's accounts and coins, by `costName`. To be sent after the locks: who deals holds the lock on the
 * account's USDT, so the deals of an account are counted one after the other.
 */
export async function costsOfMany(
  db: Queryable,
  wanted: readonly Omit<AccountCost, 'basis'>[],
): Promise<ReadonlyMap<string, CostBasis>> {
  if (wanted.length === 0) return new Map();
  const rows = await db.query<Account & { asset: string; quantity: bigint; cost: bigint }>(
    `select c.user_id::text as "userId", c.book, c.asset, c.quantity, c.cost
     from (select distinct * from unnest($1::bigint[], $2::text[], $3::text[]) w (user_id, book, asset)) w
     join spot_costs c using (user_id, book, asset)`,
    [wanted.map(({ userId }) => userId), wanted.map(({ book }) => book), wanted.map(({ asset }) => asset)],
  );
  return new Map(rows.map((row) => [costName(row), { quantity: amount(row.quantity), cost: amount(row.cost) }]));
}

/** When each of these accounts last converted leftovers of coins, by `accountName`. To be sent after the locks. */
export async function lastConverted(db: Queryable, accounts: readonly Account[]): Promise<ReadonlyMap<string, Date>> {
  if (accounts.length === 0) return new Map();
  const rows = await db.query<Account & { at: Date }>(
    `select a.user_id::text as "userId", a.book, max(o.created_at) as at
     from (select distinct * from unnest($1::bigint[], $2::text[]) a (user_id, book)) a
     join spot_orders o on o.user_id = a.user_id and o.book = a.book and o.order_type = 'dust' group by 1, 2`,
    [accounts.map(({ userId }) => userId), accounts.map(({ book }) => book)],
  );
  return new Map(rows.map((row) => [accountName(row), row.at]));
}

/** Sends what coins have cost after the deals of a group; of several of one account and coin the last one counts. */
export function writeCosts(tx: Transaction, costs: readonly AccountCost[]): void {
  const last = [...new Map(costs.map((each) => [costName(each), each])).values()];
  if (last.length === 0) return;
  tx.withCommit(
    `insert into spot_costs (user_id, book, asset, quantity, cost)
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::numeric[], $5::numeric[])
     on conflict (user_id, book, asset) do update set quantity = excluded.quantity, cost = excluded.cost`,
    [
      last.map(({ userId }) => userId),
      last.map(({ book }) => book),
      last.map(({ asset }) => asset),
      last.map(({ basis }) => basis.quantity),
      last.map(({ basis }) => basis.cost),
    ],
  );
}

/**
 * After coins have left an account without a sale: a withdrawal, a correction. Under the lock of its available balance of them,
 * which every fill takes too. Coins that were not bought here have no cost.
 */
export async function costAfterLeaving(tx: Transaction, { userId, book }: Account, asset: Asset): Promise<void> {
  const account = { userId, book, asset: asset.code };
  const before = (await costsOfMany(tx, [account])).get(costName(account));
  if (before === undefined) return;
  const [own] = await balances(tx, book, userId, [asset]);
  const basis = afterLeaving(before, own === undefined ? nothing : sum(own.available, held(own)));
  if (basis.quantity < before.quantity) writeCosts(tx, [{ ...account, basis }]);
}

/** After a demo reset nothing is left that could have cost anything. */
export async function forgetCosts(tx: Transaction, { userId, book }: Account): Promise<void> {
  await tx.query('update spot_costs set quantity = 0, cost = 0 where user_id = $1 and book = $2', [userId, book]);
}
