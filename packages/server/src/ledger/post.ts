import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { AccountRef, Transfer } from '@assay/domain/ledger/accounts.ts';
import type { Posting } from '@assay/domain/ledger/recipes/recipe.ts';
import { type Amount, type Asset, amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';

export interface Posted {
  readonly transactionId: number;
  /** Every user and protected account of the posting with its balance after it. */
  readonly balances: readonly AccountBalance[];
}

/** The user's available balance after a posting of one asset; undefined when it did not touch it. */
export function availableIn({ balances }: Posted): Amount | undefined {
  return balances.find(({ kind }) => kind === 'available')?.balance;
}

interface AccountInAsset extends AccountRef {
  readonly asset: Asset;
}

export interface AccountBalance extends AccountInAsset {
  readonly balance: Amount;
}

/** Transfers of one posting; a demo reset of many assets is the longest. */
const transfersMax = 500;

/** The accounts of a posting, each once, as the database takes them: transfers give their accounts by number. */
function numbered(transfers: readonly Transfer[]): { accounts: AccountInAsset[]; from: number[]; to: number[] } {
  const accounts: AccountInAsset[] = [];
  const numbers = new Map<string, number>();
  const numberOf = ({ owner, kind }: AccountRef, asset: Asset): number => {
    const name = `${owner}|${kind}|${asset.code}`;
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, accounts.push({ owner, kind, asset }));
    return accounts.length;
  };
  const from = transfers.map((transfer) => numberOf(transfer.from, transfer.asset));
  const to = transfers.map((transfer) => numberOf(transfer.to, transfer.asset));
  return { accounts, from, to };
}

/**
 * Books all transfers of a recipe, or none. Refused with 10011 (USDT) or 11013 (other assets) when the user has too little
 * available; then nothing has been written. Any other account that lacks money is our own mistake and throws.
 * A transaction that posts more than once takes all its locks beforehand (`lockBalances`), or two could wait for each other.
 */
export async function post(tx: Transaction, posting: Posting): Promise<Posted | Refusal> {
  const { transfers } = posting;
  if (transfers.length === 0 || transfers.length > transfersMax) throw new Error(`a posting of ${transfers.length} transfers`);
  const { accounts, from, to } = numbered(transfers);
  const [row] = await tx.query<{ posted: number | null; balances: (string | null)[]; lacking: number | null }>(
    'select posted, balances::text[], lacking from ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    [
      posting.book,
      posting.reason,
      posting.reference,
      new Date(posting.at),
      accounts.map((account) => account.owner),
      accounts.map((account) => account.kind),
      accounts.map((account) => account.asset.code),
      from,
      to,
      transfers.map((transfer) => transfer.amount),
    ],
  );
  if (row === undefined || row.posted === null) return lacking(accounts[(row?.lacking ?? 0) - 1], posting);
  const balances = accounts.flatMap((account, place) => {
    const balance = row.balances[place] ?? null;
    return balance === null ? [] : [{ ...account, balance: amount(BigInt(balance)) }];
  });
  return { transactionId: row.posted, balances };
}

function lacking(account: AccountInAsset | undefined, { reason, reference }: Posting): Refusal {
  if (account?.kind === 'available') return refuse(account.asset.code === usdt.code ? '10011' : '11013');
  throw new Error(`${reason} of ${reference}: ${account?.kind} of ${account?.owner} has too little`);
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
  const rows = await tx.query<{ balance: bigint | null }>('select balance from ledger_lock_many($1, $2, $3, $4)', [
    accounts.map(() => book),
    accounts.map((account) => account.owner),
    accounts.map(() => asset.code),
    accounts.map((account) => account.kind),
  ]);
  return rows.map((row) => amount(row.balance ?? 0n));
}

/**
 * Locks all accounts of a user in a book until the transaction ends. For transactions that post about several assets one
 * after the other. Accounts that do not exist yet need no lock: what reaches them comes from an available balance.
 */
export async function lockAllBalances(tx: Transaction, book: Book, userId: string): Promise<void> {
  await tx.query(
    `select from (
       select array_agg(book) as books, array_agg(owner) as owners, array_agg(asset::text) as assets, array_agg(kind) as kinds
       from ledger_accounts where book = $1 and owner = $2
     ) own, ledger_lock_many(books, owners, assets, kinds)`,
    [book, userId],
  );
}
