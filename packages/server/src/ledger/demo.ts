import { demoOpened, demoReset } from '@assay/domain/ledger/recipes/house.ts';
import type { Amount } from '@assay/domain/money/amount.ts';
import type { Transaction } from '../platform/database.ts';
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
