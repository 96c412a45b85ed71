import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { expect, test } from 'vitest';
import { corporateWorld, key, monday, reason } from '../../test/corporate.ts';
import { hour } from '../../test/identity-app.ts';

// A dividend is money of the house by another name: it weighs what it would pay, and an odd one takes three.

const { db, server, two, quote, until } = await corporateWorld('KO');
const { actions } = consoleCalls;

async function weightOf(perUnit: string) {
  const [alice] = await two();
  const asked = { code: 'KO', kind: 'dividend', perUnit, firstDay: '2030-01-09', reason } as const;
  const { proposalId } = await alice.call(actions.propose, asked, key());
  const [row] = await db.query<{ weight: bigint; persons: number }>(
    'select weight::numeric(38, 0) as weight, persons from proposals where id = $1',
    [proposalId],
  );
  await alice.call(consoleCalls.proposals.withdraw, { id: proposalId, note: 'only to see what it weighs' }, key());
  return row;
}

test('a dividend weighs what it would pay in real money, and more than a fifth of the price takes a third person', async () => {
  until(monday + 39 * hour);
  const { demo } = await server.person('shareholder');
  await quote('KO', 50);
  await demo(order.buyU, { code: 'KO', type: 'market', leverage: 2, side: 'long', lots: '10' }, key());
  expect(await weightOf('0.51')).toEqual({ weight: 0n, persons: 2 });
  // As if it were held for real money.
  await db.query('alter table positions disable trigger user');
  await db.query("update positions set book = 'real'");
  await db.query('alter table positions enable trigger user');
  // 10 × 0.51.
  expect(await weightOf('0.51')).toEqual({ weight: 5_100_000n, persons: 2 });
  for (let n = 0; n < 3; n += 1) await two();
  await db.query("update parameters set value = '1000' where key = 'third_person_above'");
  expect(await weightOf('10')).toEqual({ weight: 100_000_000n, persons: 2 });
  expect(await weightOf('10.01')).toEqual({ weight: 1_000_000_001n, persons: 3 });
});
