import { type ClosingObstacle, remainsBelow } from '@assay/contract/vocabulary/closing.ts';
import { type Amount, amount, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../platform/database.ts';
import { knownValue } from '../portfolio/index.ts';
import type { ClosingContext } from './context.ts';

const smallest = parseAmount(remainsBelow, usdt);

const open: Readonly<Record<Exclude<ClosingObstacle, 'balance'>, string>> = {
  positions: `positions where user_id = $1 and book = 'real' and status in ('open', 'awaiting')`,
  options: `options where user_id = $1 and book = 'real' and status = 'open'`,
  spotOrders: `spot_orders where user_id = $1 and book = 'real' and status = 'open'`,
  plans: 'plans where user_id = $1 and ended_at is null',
  bids: `nfts where bidder_id = $1 and status = 'onSale'`,
  loans: `loans where user_id = $1 and status in ('pendingReview', 'repaying', 'expired')`,
  // What the chain has shown and not confirmed yet will be a deposit; dust, and what no node reports, would block
  // closing for ever.
  deposits: `(select user_id from deposits where status in ('pendingReview', 'approved')
    union all select p.user_id from chain_payments p join networks n on n.id = p.network_id join chain_watches c on c.chain = p.chain
      where p.confirmed_at is null and p.amount >= n.deposit_minimum and c.watched and c.fault is null) d where user_id = $1`,
  withdrawals: `withdrawals where user_id = $1 and status in ('pendingReview', 'approved')`,
  identification: `kyc_cases where user_id = $1 and status = 'pendingReview'`,
};

/** One statement sees one moment: a deposit that is being completed is either still open or on the account already. */
const look = `select
  array_remove(array[${Object.entries(open)
    .map(([name, rows]) => `case when exists (select from ${rows}) then '${name}' end`)
    .join(', ')}], null) as open,
  array(select asset::text || ' ' || balance from ledger_accounts
        where owner = $1::text and book = 'real' and kind = 'available' and balance > 0) as free`;

export interface Standing {
  readonly obstacles: readonly ClosingObstacle[];
  /** Value of what is free on the real account, in USDT. */
  readonly remains: Amount;
}

/** What has to end before an account can be closed. An asset that has no price any more counts as nothing. */
export async function standingOf({ market }: Pick<ClosingContext, 'market'>, db: Queryable, userId: string): Promise<Standing> {
  const [row] = await db.query<{ open: ClosingObstacle[]; free: string[] }>(look, [userId]);
  if (row === undefined) throw new Error('a look at an account without an answer');
  const values = row.free.map((line) => {
    const [code = '', balance = '0'] = line.split(' ');
    return knownValue(market, amount(BigInt(balance)), assetOf(code));
  });
  const remains = sum(...values);
  const small = smallest !== undefined && remains < smallest;
  return { obstacles: small ? row.open : [...row.open, 'balance'], remains };
}
