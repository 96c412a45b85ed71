import type { BookChange } from '@assay/contract/endpoints/console/proposals.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { AccountRef, Transfer } from '@assay/domain/ledger/accounts.ts';
import { type Amount, type Asset, amount, formatAmount, minus, nothing, sum } from '@assay/domain/money/amount.ts';
import type { Queryable } from '../../platform/database.ts';

/** What the accounts that transfers touch have now, and would have behind them. */
export async function booksAround(db: Queryable, book: Book, transfers: readonly Transfer[]): Promise<BookChange[]> {
  const touched = new Map(
    transfers.flatMap(({ from, to, asset }) =>
      [from, to].map((account) => [`${account.owner} ${account.kind} ${asset.code}`, { account, asset }]),
    ),
  );
  const changes: BookChange[] = [];
  for (const { account, asset } of touched.values()) {
    const before = await balanceOf(db, book, account, asset);
    const moved = (side: 'from' | 'to') =>
      sum(
        ...transfers
          .filter(
            (one) => one.asset.code === asset.code && one[side].owner === account.owner && one[side].kind === account.kind,
          )
          .map((one) => one.amount),
      );
    const after = minus(sum(before, moved('to')), moved('from'));
    const { owner, kind } = account;
    changes.push({ owner, kind, asset: asset.code, before: formatAmount(before, asset), after: formatAmount(after, asset) });
  }
  return changes;
}

async function balanceOf(db: Queryable, book: Book, { owner, kind }: AccountRef, asset: Asset): Promise<Amount> {
  const [row] = await db.query<{ balance: bigint }>(
    'select ledger_balance(id) as balance from ledger_accounts where owner = $1 and book = $2 and asset = $3 and kind = $4',
    [owner, book, asset.code, kind],
  );
  return row === undefined ? nothing : amount(row.balance);
}
