import { keepExcluded } from '../identity/index.ts';
import { exclusionOf } from '../limits/index.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import type { Job } from '../platform/jobs.ts';
import { isRefusal } from '../platform/refusal.ts';
import { parameter } from '../settings/index.ts';
import type { ClosingContext } from './context.ts';
import { standingOf } from './obstacles.ts';
import { erasures, laterErasures, personErasures } from './personal-data.ts';

const perRoundMax = 100;

/** Erases the accounts whose time has come, and what was kept of them when that is over, each in a transaction of its own. */
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
    {
      name: 'closing.forget',
      cron: '23 * * * *',
      run: async () => {
        const due = await db.query<{ id: string }>(
          'select user_id::text as id from retentions where until <= $1 order by until limit $2',
          [new Date(clock.wall()), perRoundMax],
        );
        for (const { id } of due) {
          await db.transact((tx) => forget(tx, id, clock.wall()));
          log.info({ userId: id }, 'what was kept of a closed account is erased');
        }
      },
    },
  ];
}

/** How many years the law demands to keep what is known of customers. */
export async function retentionYears(db: Queryable): Promise<number> {
  const years = await parameter(db, 'retention_years');
  if (isRefusal(years)) throw new Error('the parameter retention_years is missing');
  return Number(years);
}

/** Erases what was kept of a closed account, once its time is over. */
async function forget(tx: Transaction, userId: string, now: number): Promise<void> {
  const ended = await tx.query('delete from retentions where user_id = $1 and until <= $2 returning user_id', [
    userId,
    new Date(now),
  ]);
  if (ended.length === 0) return;
  const excluded = await exclusionOf(tx, userId, now);
  for (const { sql } of [...laterErasures, ...(excluded === undefined ? personErasures : [])]) await tx.query(sql, [userId]);
}

/**
 * Erases what is personal of an account that is due, but for what the law demands to keep, which stays as it is. Kept when its
 * owner has signed in again, or when something was opened after all: then the closing has failed, and can be requested again.
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
  // A self-excluded customer must not return under a new account before the exclusion ends.
  const excluded = await exclusionOf(tx, userId, now);
  if (excluded !== undefined) await keepExcluded(tx, context.secret, user.email, excluded);
  await tx.query(
    `update users set user_name = 'closed-' || id, email = 'closed-' || id || '@', password_hash = '', language = 'en',
       mail_word = null, country = null, security_changed_at = null, frozen = true, closed_at = $2 where id = $1`,
    [userId, new Date(now)],
  );
  for (const { sql, by } of erasures) await tx.query(sql, [by === 'user' ? userId : user[by]]);
  await tx.query(`insert into retentions (user_id, until) values ($1, $2::timestamptz + make_interval(years => $3))`, [
    userId,
    new Date(now),
    await retentionYears(tx),
  ]);
  return 'erased';
}
