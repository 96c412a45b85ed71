import { keepExcluded } from '../identity/index.ts';
import { exclusionOf } from '../limits/index.ts';
import type { Transaction } from '../platform/database.ts';
import { eraseImages } from '../platform/images/images.ts';
import type { Job } from '../platform/jobs.ts';
import type { ClosingContext } from './context.ts';
import { standingOf } from './obstacles.ts';
import { erasures } from './personal-data.ts';

const perRoundMax = 100;

/** Erases the accounts whose time has come, each in a transaction of its own. */
export function closingJobs(context: ClosingContext): Job[] {
  const { db, clock, log } = context;
  return [
    {
      name: 'closing.erase',
      cron: '* * * * *',
      run: async () => {
        const due = await db.query<{ id: string }>(
          'select user_id::text as id from account_closings where due_at <= $1 order by due_at limit $2',
          [new Date(clock.wall()), perRoundMax],
        );
        for (const { id } of due) {
          const outcome = await db.transact((tx) => eraseAccount(context, tx, id));
          log.info({ userId: id, outcome }, 'an account was to be erased');
        }
      },
    },
  ];
}

/**
 * Erases what is personal of an account that is due. Kept when its owner has signed in again, or when something was opened
 * after all: then the closing has failed, and can be asked for again.
 */
export async function eraseAccount(
  context: ClosingContext,
  tx: Transaction,
  userId: string,
): Promise<'erased' | 'kept' | 'obstructed'> {
  const now = context.clock.wall();
  const [user] = await tx.query<{ email: string; userName: string }>(
    'select email, user_name as "userName" from users where id = $1 and closed_at is null for no key update',
    [userId],
  );
  // A sign-in takes the closing back under the same lock.
  const ended = await tx.query('delete from account_closings where user_id = $1 and due_at <= $2 returning user_id', [
    userId,
    new Date(now),
  ]);
  if (user === undefined || ended.length === 0) return 'kept';
  const { obstacles } = await standingOf(context, tx, userId);
  if (obstacles.length > 0) return 'obstructed';
  await context.endDemoOrders(tx, userId);
  // Whatever is opened for this user at this moment is either seen, or waits: it has its accounts first, and so has this.
  await tx.query('select from users where id = $1 for update', [userId]);
  if ((await standingOf(context, tx, userId)).obstacles.length > 0) return 'obstructed';
  // Who is excluded must not come back under a new account before the exclusion ends.
  const excluded = await exclusionOf(tx, userId, now);
  if (excluded !== undefined) await keepExcluded(tx, context.secret, user.email, excluded);
  await tx.query(
    `update users set user_name = 'closed-' || id, email = 'closed-' || id || '@', password_hash = '', language = 'en',
       mail_word = null, country = null, security_changed_at = null, frozen = true, closed_at = $2 where id = $1`,
    [userId, new Date(now)],
  );
  const pictures = await tx.query<{ id: string }>('select id::text as id from images where owner_id = $1', [userId]);
  await eraseImages(
    tx,
    pictures.map(({ id }) => id),
    now,
  );
  for (const { sql, by } of erasures) await tx.query(sql, [by === 'user' ? userId : user[by]]);
  // The agreements name the borrower by the account's name.
  await tx.query(
    `update loans set agreement = replace(agreement::text, to_jsonb($2::text)::text, to_jsonb('closed-' || $1)::text)::jsonb
     where user_id = $1::bigint and agreement::text like '%' || to_jsonb($2::text)::text || '%'`,
    [userId, user.userName],
  );
  return 'erased';
}
