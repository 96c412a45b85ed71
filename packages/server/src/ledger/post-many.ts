import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type AccountRef, house, unlockedKinds } from '@assay/domain/ledger/accounts.ts';
import type { Posting } from '@assay/domain/ledger/recipes/recipe.ts';
import { type Amount, amount } from '@assay/domain/money/amount.ts';
import type { Queryable, Transaction } from '../platform/database.ts';

/** An account by its whole name. */
export interface AccountName extends AccountRef {
  readonly book: Book;
  /** The asset's code. */
  readonly asset: string;
}

export interface LockedAccount {
  /** Null while the account is not open. */
  readonly id: number | null;
  /** Null where none is kept. */
  readonly balance: Amount | null;
}

export function nameOf({ book, owner, asset, kind }: AccountName): string {
  return `${book}|${owner}|${asset}|${kind}`;
}

const unlocked: ReadonlySet<string> = new Set(unlockedKinds);

/** Whether accounts of a kind keep their balance, and are locked for it. */
export function isKept(kind: AccountRef['kind']): boolean {
  return !unlocked.has(kind);
}

/** Locks accounts in the books' own order, and answers them by their names. */
export async function lockMany(tx: Transaction, accounts: readonly AccountName[]): Promise<Map<string, LockedAccount>> {
  const named = [...new Map(accounts.map((account) => [nameOf(account), account])).values()];
  if (named.length === 0) return new Map();
  const rows = await tx.query<{ id: number | null; balance: bigint | null }>(
    'select id, balance from ledger_lock_many($1, $2, $3, $4)',
    columnsOf(named),
  );
  return new Map(
    named.map((account, place) => {
      const { id = null, balance = null } = rows[place] ?? {};
      return [nameOf(account), { id, balance: balance === null ? null : amount(balance) }];
    }),
  );
}

const columnsOf = (accounts: readonly AccountName[]) => [
  accounts.map(({ book }) => book),
  accounts.map(({ owner }) => owner),
  accounts.map(({ asset }) => asset),
  accounts.map(({ kind }) => kind),
];

/**
 * Owners whose account another transaction has locked at this moment, as `book|owner`. Locks taken to find out are released at
 * once.
 */
export async function heldOwners(
  db: Queryable,
  owners: readonly { readonly userId: string; readonly book: Book }[],
): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>("select book || '|' || owner as name from ledger_held($1, $2)", [
    owners.map(({ book }) => book),
    owners.map(({ userId }) => userId),
  ]);
  return new Set(rows.map(({ name }) => name));
}

/** Opens accounts, always in the same order, so that two transactions that open some can't deadlock. */
export async function openAccounts(db: Queryable, accounts: readonly AccountName[]): Promise<void> {
  for (const book of [...new Set(accounts.map((account) => account.book))].toSorted()) {
    const own = accounts.filter((account) => account.book === book);
    await db.query('select ledger_open_accounts($1, $2, $3, $4)', [
      book,
      own.map(({ owner }) => owner),
      own.map(({ kind }) => kind),
      own.map(({ asset }) => asset),
    ]);
  }
}

/** Ids of the house's accounts, which never change. */
export class HouseAccounts {
  readonly #ids = new Map<string, number>();

  async read(db: Queryable): Promise<void> {
    const rows = await db.query<AccountName & { id: number }>(
      'select id, book, owner, asset, kind from ledger_accounts where owner = $1',
      [house],
    );
    for (const row of rows) this.#ids.set(nameOf(row), row.id);
  }

  idOf(account: AccountName): number | undefined {
    return this.#ids.get(nameOf(account));
  }
}

/**
 * Sends many postings by one statement, without waiting: it travels with the commit and fails it. `idOf` and `expected`
 * say of an account which it is and what it must have afterwards; a decision made on other balances is refused.
 */
export function postMany(
  tx: Transaction,
  postings: readonly Posting[],
  idOf: (account: AccountName) => number,
  expected: (account: AccountName) => Amount | null,
): void {
  if (postings.length === 0) return;
  const numbers = new Map<string, number>();
  const accounts: AccountName[] = [];
  const numberOf = (account: AccountName): number => {
    const name = nameOf(account);
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, accounts.push(account));
    return accounts.length;
  };
  const transfers = postings.flatMap(({ book, transfers: own }, place) =>
    own.map(({ from, to, asset, amount: units }) => ({
      posting: place + 1,
      from: numberOf({ book, asset: asset.code, ...from }),
      to: numberOf({ book, asset: asset.code, ...to }),
      units,
    })),
  );
  tx.withCommit('select cardinality(posted) from ledger_post_many($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
    accounts.map(idOf),
    postings.map(({ book }) => book),
    postings.map(({ reason }) => reason),
    postings.map(({ reference }) => reference),
    postings.map(({ at }) => new Date(at)),
    transfers.map(({ posting }) => posting),
    transfers.map(({ from }) => from),
    transfers.map(({ to }) => to),
    transfers.map(({ units }) => units),
    accounts.map(expected),
  ]);
}
