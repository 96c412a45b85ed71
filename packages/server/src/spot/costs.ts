import { amount } from '@assay/domain/money/amount.ts';
import { type CostBasis, afterBuying, afterSelling, noCost } from '@assay/domain/spot/cost.ts';
import type { Deal, SpotTerms } from '@assay/domain/spot/terms.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import type { Account } from '../portfolio/index.ts';

/** What a sale has earned, and what its coins had cost. */
export interface SaleResult {
  readonly profit: bigint;
  readonly cost: bigint;
}

/** What the account's coins of every asset, or of one, have cost. */
export async function costsOf(
  db: Queryable,
  { userId, book }: Account,
  asset?: string,
): Promise<{ readonly asset: string; readonly basis: CostBasis }[]> {
  const rows = await db.query<{ asset: string; quantity: bigint; cost: bigint }>(
    `select asset, quantity, cost from spot_costs
     where user_id = $1 and book = $2 and ($3::text is null or asset = $3) and quantity > 0 order by asset`,
    [userId, book, asset ?? null],
  );
  return rows.map((row) => ({ asset: row.asset, basis: { quantity: amount(row.quantity), cost: amount(row.cost) } }));
}

/**
 * Counts a deal that has just been posted: the posting holds the lock on the coin's available balance, so the deals of an
 * account come here one after the other. Answers the result of a sale.
 */
export async function countDeal(tx: Transaction, account: Account, terms: SpotTerms, deal: Deal): Promise<SaleResult | null> {
  const { base, priceScale } = terms;
  const [known] = await costsOf(tx, account, base.code);
  const before = known?.basis ?? noCost;
  const at = { base, price: deal.price, priceScale };
  if (terms.side === 'buy') {
    await keep(tx, account, base.code, afterBuying(before, deal.net, at));
    return null;
  }
  const { basis, profit } = afterSelling(before, terms.quantity, at);
  await keep(tx, account, base.code, basis);
  return { profit, cost: before.cost - basis.cost };
}

/** After a demo reset nothing is left that could have cost anything. */
export async function forgetCosts(tx: Transaction, { userId, book }: Account): Promise<void> {
  await tx.query('update spot_costs set quantity = 0, cost = 0 where user_id = $1 and book = $2', [userId, book]);
}

async function keep(tx: Transaction, { userId, book }: Account, asset: string, { quantity, cost }: CostBasis): Promise<void> {
  await tx.query(
    `insert into spot_costs (user_id, book, asset, quantity, cost) values ($1, $2, $3, $4, $5)
     on conflict (user_id, book, asset) do update set quantity = $4, cost = $5`,
    [userId, book, asset, quantity, cost],
  );
}
