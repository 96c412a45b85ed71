import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { funding, hashOf } from '../../../test/funding.ts';
import { hour } from '../../../test/identity-app.ts';
import { ownAddress } from '../receive/addresses.ts';
import { reportsWithout } from './payments.ts';

const db = await testDatabase();
const { clock, customer } = await funding(db);

/** Reports as in the table: the transactions that they name are unknown. */
async function reports(userName: string, hashes: readonly string[]): Promise<void> {
  const { userId } = await customer(userName);
  const own = await db.transact((tx) => ownAddress(tx, userId, 'tron'));
  await db.query(
    `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, created_at)
     select 'D300101-' || upper(substr(h, 55)), $1, 'USDT', 'TRC20', 'tron', $2, 500000000, h, now() from unnest($3::text[]) h`,
    [userId, own?.address, hashes],
  );
}

test('somebody who makes transactions up keeps nobody else’s from being looked for', async () => {
  const honest = hashOf(1);
  await reports('honest', [honest]);
  for (let thief = 1; thief <= 6; thief += 1)
    await reports(
      `thief${thief}`,
      Array.from({ length: 10 }, (_, place) => hashOf(thief * 1000 + place)),
    );
  const asked = await reportsWithout(db, 'tron', 1);
  expect(asked).toHaveLength(50);
  expect(asked).toContain(honest);
});

test('with as many accounts as are asked for at once, each block asks for others', async () => {
  const late = hashOf(2);
  await reports('late', [late]);
  for (let thief = 1; thief <= 60; thief += 1) {
    // One network registers sixty people an hour.
    if (thief % 20 === 0) clock.advance(hour);
    await reports(`many${thief}`, [hashOf(100_000 + thief)]);
  }
  const blocks = Array.from({ length: 40 }, (_, block) => reportsWithout(db, 'tron', 100 + block));
  expect((await Promise.all(blocks)).some((asked) => asked.includes(late))).toBe(true);
});
