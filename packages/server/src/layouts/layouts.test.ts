import { user } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { trading } from '../../test/trading.ts';

const db = await testDatabase();
const { person } = await trading(db);

test('how the site is set up is the person’s, on both accounts, and what came last stands', async () => {
  const [{ demo, real }, other] = [await person('arranger'), await person('neighbour')];
  expect(await demo(user.layout, {})).toEqual({ layout: null });
  await demo(user.setLayout, { layout: '{"pair":"red-up"}' });
  expect(await real(user.setLayout, { layout: '{"pair":"green-up"}' })).toEqual({ layout: '{"pair":"green-up"}' });
  expect(await demo(user.layout, {})).toEqual({ layout: '{"pair":"green-up"}' });
  expect(await other.demo(user.layout, {})).toEqual({ layout: null });
});

test('nothing is kept that is no JSON object, or that is long', async () => {
  const { demo } = await person('hoarder');
  const long = JSON.stringify({ a: 'x'.repeat(32_768) });
  for (const layout of ['', '[1]', '7', 'null', '{"a":', long]) {
    expect(await refusalOf(demo(user.setLayout, { layout }))).toBe('400');
  }
  // With its frame of eight characters: just as long as it may be.
  const longest = JSON.stringify({ a: 'x'.repeat(32_760) });
  expect((await demo(user.setLayout, { layout: longest })).layout).toHaveLength(32_768);
});
