import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, type Asset, amount, nothing, sum } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../platform/database.ts';
import { type AccountRef, type Balances, type HouseKind, type UserKind, heldKinds, house } from './accounts.ts';
import type { Reason } from './recipes/recipe.ts';

/** The user's balances per asset; without `assets`, of every asset that the account ever had. */
export async function balances(db: Queryable, book: Book, userId: string, assets?: readonly Asset[]): Promise<Balances[]> {
  const rows = await db.query<{ asset: string; kind: UserKind; balance: bigint }>(
    `select asset, kind, balance from ledger_accounts
     where owner = $1 and book = $2 and ($3::text[] is null or asset = any($3)) order by asset`,
    [userId, book, assets?.map((asset) => asset.code) ?? null],
  );
  const codes = assets?.map((asset) => asset.code) ?? [...new Set(rows.map((row) => row.asset))];
  return codes.map((code) => {
    const of = (kind: UserKind) => amount(rows.find((row) => row.asset === code && row.kind === kind)?.balance ?? 0n);
    return {
      asset: assetOf(code),
      available: of('available'),
      margin: of('margin'),
      order: of('order'),
      withdrawal: of('withdrawal'),
      bid: of('bid'),
      plan: of('plan'),
      loan: of('loan'),
    };
  });
}

/** All that a user has set aside in one asset. */
export function held(own: Balances): Amount {
  return sum(...heldKinds.map((kind) => own[kind]));
}

/** The balance of a house account: kept of the protected ones, summed up for the others. */
export async function houseBalance(db: Queryable, book: Book, kind: HouseKind, asset: Asset): Promise<Amount> {
  const [row] = await db.query<{ balance: bigint }>(
    'select ledger_balance(id) as balance from ledger_accounts where owner = $1 and book = $2 and asset = $3 and kind = $4',
    [house, book, asset.code, kind],
  );
  return row === undefined ? nothing : amount(row.balance);
}

/** A transfer as a receipt shows it. */
export interface BookedTransfer {
  readonly transactionId: number;
  readonly at: Date;
  readonly reason: Reason;
  readonly from: AccountRef;
  readonly to: AccountRef;
  readonly asset: Asset;
  readonly amount: Amount;
}

/** All transfers about one thing (`position:7`), oldest first. */
export async function transfersOf(db: Queryable, reference: string): Promise<BookedTransfer[]> {
  const rows = await db.query<{
    transaction_id: number;
    at: Date;
    reason: Reason;
    asset: string;
    amount: bigint;
    from_owner: string;
    from_kind: UserKind | HouseKind;
    to_owner: string;
    to_kind: UserKind | HouseKind;
  }>(
    `select t.transaction_id, x.at, x.reason, f.asset, t.amount,
       f.owner as from_owner, f.kind as from_kind, o.owner as to_owner, o.kind as to_kind
     from ledger_transactions x
     join ledger_transfers t on t.transaction_id = x.id
     join ledger_accounts f on f.id = t.from_account
     join ledger_accounts o on o.id = t.to_account
     where x.reference = $1 order by t.transaction_id, t.position`,
    [reference],
  );
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    at: row.at,
    reason: row.reason,
    from: { owner: row.from_owner, kind: row.from_kind },
    to: { owner: row.to_owner, kind: row.to_kind },
    asset: assetOf(row.asset),
    amount: amount(row.amount),
  }));
}
