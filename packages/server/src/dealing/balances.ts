import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { AccountRef } from '@assay/domain/ledger/accounts.ts';
import type { Posting } from '@assay/domain/ledger/recipes/recipe.ts';
import { type Amount, type Asset, amount, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type AccountName, type LockedAccount, isKept, nameOf } from '../ledger/index.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';

/** An account whose lock a decision needs: one of the house, locked in a second step, after those of customers. */
export class NotLocked extends Error {
  readonly account: AccountName;

  constructor(account: AccountName) {
    super(`${nameOf(account)} is not locked`);
    this.account = account;
  }
}

/** Balances under their locks, carried forward from plan to plan of a group. */
export class Balances {
  readonly #loaded: ReadonlyMap<string, LockedAccount>;
  readonly #changed = new Map<string, Amount>();

  constructor(loaded: ReadonlyMap<string, LockedAccount>) {
    this.#loaded = loaded;
  }

  /** Nothing where the account is not open yet. */
  of(account: AccountName): Amount {
    const name = nameOf(account);
    const loaded = this.#loaded.get(name);
    if (loaded === undefined) throw new NotLocked(account);
    return this.#changed.get(name) ?? loaded.balance ?? nothing;
  }

  /** What an account has after all that was booked; null where no balance is kept. */
  expected(account: AccountName): Amount | null {
    return isKept(account.kind) ? this.of(account) : null;
  }

  /**
   * Books all postings, or none. Refused with 10011 (USDT) or 11013 where too little is available; any other account that lacks something is our own mistake.
   */
  book(postings: readonly Posting[]): Refusal | undefined {
    const next = new Map<string, Amount>();
    const move = (book: Book, { owner, kind }: AccountRef, asset: Asset, units: bigint): Refusal | undefined => {
      if (!isKept(kind)) return undefined;
      const account = { book, asset: asset.code, owner, kind };
      const name = nameOf(account);
      const after = amount((next.get(name) ?? this.of(account)) + units);
      if (after < 0n && kind === 'available') return refuse(asset.code === usdt.code ? '10011' : '11013');
      if (after < 0n) throw new Error(`${name} has too little`);
      next.set(name, after);
      return undefined;
    };
    for (const { book, transfers } of postings) {
      for (const { from, to, asset, amount: units } of transfers) {
        const lacking = move(book, from, asset, -units);
        if (lacking !== undefined) return lacking;
        move(book, to, asset, units);
      }
    }
    for (const [name, balance] of next) this.#changed.set(name, balance);
    return undefined;
  }
}
