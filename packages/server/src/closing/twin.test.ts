import { expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { funding } from '../../test/funding.ts';
import { minute } from '../../test/identity-app.ts';
import { type Database, unhurried } from '../platform/database.ts';
import type { ClosingContext } from './context.ts';
import { eraseAccount } from './erase.ts';

// A version without the trigger that refuses closed accounts. The story of the erasure must not let it pass.

/** Whether something that is opened while the erasure has not yet committed is let in behind it. */
async function letInLate(db: Database): Promise<boolean> {
  const { clock, market, identity, customer } = await funding(db);
  const { userId } = await customer('comes_late');
  const context: ClosingContext = {
    db,
    clock,
    log: silent,
    market,
    identity,
    coolingOffMs: minute,
    secret: 'a secret of this test alone, long enough',
    endDemoOrders: async () => undefined,
  };
  await db.query(`insert into account_closings (user_id, asked_at, due_at) values ($1, $2, $3)`, [
    userId,
    new Date(clock.wall() - minute),
    new Date(clock.wall()),
  ]);
  const late = await db.transact(async (tx) => {
    expect(await eraseAccount(context, tx, userId)).toBe('erased');
    const opening = db
      .query(
        `insert into withdrawal_methods (user_id, kind, coin, network_id, address, label, created_at, usable_from)
         values ($1, 'coin', 'USDT', 'TRC20', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 'late', now(), now())`,
        [userId],
      )
      .then(
        () => true,
        () => false,
      );
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await db.query(waits)).length === 0);
    return { opening };
  }, unhurried);
  return late.opening;
}

it('what waits for an erasure is refused behind it, which a version without the trigger lets in', async () => {
  expect(await letInLate(await testDatabase())).toBe(false);
  const unguarded = await testDatabase();
  await unguarded.query('drop trigger refuse_closed on withdrawal_methods');
  expect(await letInLate(unguarded)).toBe(true);
});
