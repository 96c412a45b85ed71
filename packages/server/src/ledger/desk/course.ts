import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../../platform/database.ts';

/** What accounts of the house had at each close since a day, in USDT: as it was closed, not worked out anew. */
export async function houseCourse(
  db: Queryable,
  book: Book,
  kinds: readonly string[],
  since: Date,
): Promise<{ readonly day: string; readonly kind: string; readonly balance: Amount }[]> {
  const rows = await db.query<{ day: string; kind: string; balance: bigint }>(
    `select c.day::text as day, a.kind, k.balance
     from ledger_closes c join ledger_accounts a on a.owner = 'house' and a.book = $1 and a.asset = $2 and a.kind = any ($3)
     cross join lateral (
       select k.balance from ledger_closings k where k.account_id = a.id and k.through_transaction <= c.through_transaction
       order by k.through_transaction desc limit 1
     ) k
     where c.day >= $4::date order by c.day, a.kind`,
    [book, usdt.code, kinds, since.toISOString().slice(0, 10)],
  );
  return rows.map(({ day, kind, balance }) => ({ day, kind, balance: amount(balance) }));
}
