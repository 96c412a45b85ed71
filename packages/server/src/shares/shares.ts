import { randomBytes } from 'node:crypto';
import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import type { SharedReceipt } from '@assay/contract/endpoints/sharing.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { sharedResult } from '@assay/domain/sharing/shared-result.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Account, FindReceipt } from '../portfolio/index.ts';
import { figuresOf, publicReceipt } from './public-receipt.ts';

export interface SharesContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly receipts: readonly FindReceipt[];
}

async function find({ receipts }: SharesContext, account: Account, id: string): Promise<Receipt | undefined> {
  for (const look of receipts) {
    const receipt = await look(account, id);
    if (receipt !== undefined) return receipt;
  }
  return undefined;
}

/**
 * Shares a receipt; an existing code is kept, so that a second press makes no second link. Refused with 404 for what is not the
 * caller's, has not ended, or has nothing to be checked.
 */
export async function shareReceipt(
  context: SharesContext,
  account: Account,
  { id, hidesAmounts }: InputOf<typeof user.shareReceipt>,
): Promise<ResultOf<typeof user.shareReceipt> | Refusal> {
  const receipt = await find(context, account, id);
  if (receipt === undefined || figuresOf(receipt) === undefined) return refuse('404', { id: '404' });
  const [row] = await context.db.query<{ code: string }>(
    `insert into shares (code, user_id, book, order_id, hides_amounts, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, book, order_id) where revoked_at is null do update set hides_amounts = excluded.hides_amounts
     returning code`,
    // 128 bits: a code can't be guessed.
    [
      randomBytes(16).toString('base64url'),
      account.userId,
      account.book,
      receipt.id,
      hidesAmounts,
      new Date(context.clock.wall()),
    ],
  );
  if (row === undefined) throw new Error('a share was not written');
  return { code: row.code, hidesAmounts };
}

/** Null for what is not shared. Refused with 404 for what is not the caller's. */
export async function shareOf(
  context: SharesContext,
  account: Account,
  id: string,
): Promise<ResultOf<typeof user.shareOf> | Refusal> {
  if ((await find(context, account, id)) === undefined) return refuse('404', { id: '404' });
  const [share] = await context.db.query<NonNullable<ResultOf<typeof user.shareOf>>>(
    `select code, hides_amounts as "hidesAmounts" from shares
     where user_id = $1 and book = $2 and order_id = $3 and revoked_at is null`,
    [account.userId, account.book, id],
  );
  return share ?? null;
}

/** Refused with 404 for what is not shared. */
export async function revokeShare(
  { db, clock }: SharesContext,
  account: Account,
  id: string,
): Promise<Record<string, never> | Refusal> {
  const revoked = await db.query(
    `update shares set revoked_at = $4 where user_id = $1 and book = $2 and order_id = $3 and revoked_at is null returning id`,
    [account.userId, account.book, id, new Date(clock.wall())],
  );
  return revoked.length === 0 ? refuse('404', { id: '404' }) : {};
}

interface Row {
  readonly userId: string;
  readonly book: Book;
  readonly orderId: string;
  readonly hidesAmounts: boolean;
  readonly createdAt: Date;
}

/** The receipt behind a code, as its owner shares it; 404 for an unknown code and for a revoked one. */
export async function checkShare(context: SharesContext, code: string): Promise<SharedReceipt | Refusal> {
  const [row] = await context.db.query<Row>(
    `select user_id::text as "userId", book, order_id as "orderId", hides_amounts as "hidesAmounts", created_at as "createdAt"
     from shares where code = $1 and revoked_at is null`,
    [code],
  );
  const receipt = row && (await find(context, { userId: row.userId, book: row.book }, row.orderId));
  const figures = receipt && figuresOf(receipt);
  if (row === undefined || receipt === undefined || figures === undefined) return refuse('404', { code: '404' });
  return {
    book: row.book,
    sharedAt: row.createdAt.toISOString(),
    hidesAmounts: row.hidesAmounts,
    figures,
    percent: figures === null ? null : sharedResult(figures),
    receipt: publicReceipt(receipt, row.hidesAmounts),
  };
}
