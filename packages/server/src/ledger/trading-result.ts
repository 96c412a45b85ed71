import { type Amount, amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../platform/database.ts';
import type { Reason } from './recipes/recipe.ts';

/** Deals in which money passes between a customer and the house alone. Spot exchanges one thing for another: its result is no transfer. */
const dealt: readonly Reason[] = [
  'contract.opened',
  'contract.filled',
  'contract.closed',
  'contract.liquidated',
  'contract.voided',
  'financing.charged',
  'financing.received',
  'option.won',
  'option.lost',
];
/** Numbers of transactions grow with their times, nearly: the look goes this much further back. */
const slackMs = 60_000;

/**
 * What contracts and options have brought on a real account since a moment of business time, in USDT: results, fees and
 * financing, as the house paid and took them. It reads the account's entries of that time alone, along their index.
 */
export async function dealtSince(db: Queryable, userId: string, since: Date): Promise<Amount> {
  const side = (own: 'from' | 'to', other: 'from' | 'to', sign: '' | '-') => `
    select ${sign}t.amount as amount from own
    cross join lateral (
      select coalesce((
        select b.transaction_id from ledger_transfers b join ledger_transactions y on y.id = b.transaction_id
        where b.${own}_account = own.id and y.at < $4 order by b.transaction_id desc limit 1), 0) as id
    ) before
    join ledger_transfers t on t.${own}_account = own.id and t.transaction_id > before.id
    join ledger_transactions x on x.id = t.transaction_id and x.at >= $3 and x.reason = any($5)
    join ledger_accounts o on o.id = t.${other}_account and o.house`;
  const [row] = await db.query<{ result: bigint }>(
    `with own as (select id from ledger_accounts where owner = $1 and book = 'real' and asset = $2),
       moved as (${side('from', 'to', '-')} union all ${side('to', 'from', '')})
     select coalesce(sum(amount), 0) as result from moved`,
    [userId, usdt.code, since, new Date(since.getTime() - slackMs), dealt],
  );
  return amount(row?.result ?? 0n);
}
