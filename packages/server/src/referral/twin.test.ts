import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, it } from 'vitest';
import { rewritten } from '../../test/broken-twin.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { inviting } from '../../test/inviting.ts';
import { balances } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { ReferralRound } from './round.ts';

// Versions without one guard each. The checks that the other stories make must not let them pass.

it('a version that pays whatever is there, and a database that lets it, pays twice', async () => {
  const db = await testDatabase();
  const { referral, person, trade, nextMorning } = await inviting(db);
  const inviter = await person('inviter');
  const friend = await person('friend', { inviteCode: inviter.inviteCode, deposit: '1000' });
  const twice = async (database: Database) => {
    await trade(friend.real);
    nextMorning();
    const rounds = [1, 2].map(() => new ReferralRound({ ...referral, db: database }, silent).run(new AbortController().signal));
    await Promise.all(rounds);
    const [own] = await balances(db, 'real', inviter.userId, [usdt]);
    return own && formatAmount(own.available, usdt);
  };
  const greedy = () =>
    rewritten(
      db,
      (sql) => (sql.includes('update invite_rewards') ? sql.replace('and paid_at is null returning', 'returning') : sql),
      (sql) => sql.includes('for share'),
      2,
    );
  // The database alone already keeps the second one out, at the reward and at the reference of its posting.
  expect(await twice(greedy())).toBe('2');
  await db.query('drop trigger paid_once on invite_rewards');
  expect(await twice(greedy())).toBe('4');
  await db.query('drop index ledger_transactions_rewarded_once');
  expect(await twice(greedy())).toBe('8');
});
