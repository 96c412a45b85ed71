import { demoOpened, demoReset } from '@assay/domain/ledger/recipes/house.ts';
import { type Amount, amount, nothing } from '@assay/domain/money/amount.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import type { Refusal } from '../platform/refusal.ts';
import { type Posted, lockAllBalances, post } from './post.ts';
import { balances } from './queries.ts';

interface DemoAccount {
  readonly userId: string;
  /** The first balance, in USDT. */
  readonly amount: Amount;
  /** Business time, epoch milliseconds. */
  readonly at: number;
}

const referenceOf = (userId: string) => `demo:${userId}`;

/** Gives a new user the play money of the demo account. */
export async function openDemo(tx: Transaction, demo: DemoAccount): Promise<Posted | Refusal> {
  return post(tx, { book: 'demo', reference: referenceOf(demo.userId), at: demo.at, ...demoOpened(demo) });
}

/** A slice whose orders a demo reset ends. */
export interface DemoOrders {
  /** Locks the user's open demo orders until the transaction ends. */
  lock(tx: Transaction, userId: string): Promise<void>;
  /** Ends them and releases what they held. */
  end(tx: Transaction, userId: string): Promise<void>;
}

/**
 * Ends all orders on a user's demo account, before the reset takes the money back; safe to call again. Everywhere an order
 * is locked before a balance, and all balances of a transaction together: so the orders of every slice come first here.
 */
export async function endDemoOrders(tx: Transaction, userId: string, slices: readonly DemoOrders[]): Promise<void> {
  for (const slice of slices) await slice.lock(tx, userId);
  await lockAllBalances(tx, 'demo', userId);
  for (const slice of slices) await slice.end(tx, userId);
}

/**
 * Releases all that the demo account holds, takes everything back and issues the first balance anew. The slices end their
 * open things in the same transaction, since nothing backs them any more.
 */
export async function resetDemo(tx: Transaction, demo: DemoAccount): Promise<Posted | Refusal> {
  await lockAllBalances(tx, 'demo', demo.userId);
  const own = await balances(tx, 'demo', demo.userId);
  return post(tx, { book: 'demo', reference: referenceOf(demo.userId), at: demo.at, ...demoReset({ ...demo, balances: own }) });
}

/** When a user's demo account was last begun afresh; null for never. */
export async function demoBegan(db: Queryable, userId: string): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(
    `select max(at) as at from ledger_transactions where reference = $1 and reason = 'demo.reset'`,
    [referenceOf(userId)],
  );
  return row?.at ?? null;
}

/** The play money with which a user's demo account began, or was last begun afresh. */
export async function demoIssued(db: Queryable, userId: string): Promise<Amount> {
  const [row] = await db.query<{ issued: bigint }>(
    `select coalesce(sum(m.amount), 0) as issued from ledger_transfers m join ledger_accounts a on a.id = m.to_account
     where a.owner = $2 and m.transaction_id = (select max(id) from ledger_transactions where reference = $1)
       and exists (select from ledger_accounts f where f.id = m.from_account and f.house)`,
    [referenceOf(userId), userId],
  );
  return row === undefined ? nothing : amount(row.issued);
}
