import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, type Asset, amount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { AccountRef, HouseKind, UserKind } from './accounts.ts';
import type { Recipe } from './recipes.ts';

export interface Posting extends Recipe {
  readonly book: Book;
  /** What it is about, `position:7` for example: the transfers of a receipt are found by it. */
  readonly reference: string;
  /** Business time, epoch milliseconds. */
  readonly at: number;
}

export interface Posted {
  readonly transactionId: number;
  /** Every user and protected account of the posting with its balance after it. */
  readonly balances: readonly AccountBalance[];
}

export interface AccountBalance extends AccountRef {
  readonly asset: Asset;
  readonly balance: Amount;
}

interface PostedRow {
  transaction_id: number | null;
  owner: string;
  kind: UserKind | HouseKind;
  asset: string;
  balance: bigint | null;
}

/**
 * Books all transfers of a recipe, or none. Refused with 10011 (USDT) or 11013 (other assets) when the user has too little
 * available; then nothing has been written. Any other account that lacks money is our own mistake and throws.
 * A transaction that posts more than once takes all its locks beforehand (`lockBalances`), or two could wait for each other.
 */
export async function post(tx: Transaction, posting: Posting): Promise<Posted | Refusal> {
  const { transfers } = posting;
  const rows = await tx.query<PostedRow>('select * from ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
    posting.book,
    posting.reason,
    posting.reference,
    new Date(posting.at),
    transfers.map((transfer) => transfer.from.owner),
    transfers.map((transfer) => transfer.from.kind),
    transfers.map((transfer) => transfer.to.owner),
    transfers.map((transfer) => transfer.to.kind),
    transfers.map((transfer) => transfer.asset.code),
    transfers.map((transfer) => transfer.amount),
  ]);
  const [first] = rows;
  if (first === undefined) throw new Error('a posting answers its accounts');
  if (first.transaction_id === null) return lacking(first, posting);
  const balances = rows.flatMap(({ owner, kind, asset, balance }) =>
    balance === null ? [] : [{ owner, kind, asset: assetOf(asset), balance: amount(balance) }],
  );
  return { transactionId: first.transaction_id, balances };
}

function lacking({ owner, kind, asset, balance }: PostedRow, posting: Posting): Refusal {
  if (kind === 'available') return refuse(asset === usdt.code ? '10011' : '11013');
  throw new Error(`${posting.reason} of ${posting.reference}: ${kind} of ${owner} has no more than ${balance} ${asset}`);
}

/**
 * Locks accounts until the transaction ends and answers what each has, in the order asked. For recipes that depend on a
 * balance, and before several postings in one transaction. Only accounts with a kept balance: those of users and the
 * protected ones of the house.
 */
export async function lockBalances(
  tx: Transaction,
  book: Book,
  asset: Asset,
  accounts: readonly AccountRef[],
): Promise<Amount[]> {
  const rows = await tx.query<{ balance: bigint }>('select balance from ledger_lock_balances($1, $2, $3, $4)', [
    book,
    asset.code,
    accounts.map((account) => account.owner),
    accounts.map((account) => account.kind),
  ]);
  return rows.map((row) => amount(row.balance));
}
