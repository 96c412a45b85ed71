import { order } from '@assay/contract/endpoints/order.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { minute, standingClock } from '../../test/identity-app.ts';
import { fund, trading } from '../../test/trading.ts';
import { SettlementRound } from './settlement-round.ts';

const db = await testDatabase();
const clock = standingClock();
const { person, quote, options } = await trading(db, { clock });
await fund(db, 'demo');
const running = new AbortController().signal;

it.each([
  ['looked', 1000],
  ['unlooked', minute],
])('an option that is bought after the clock was set back is settled when it expires: %s', async (name, firstLookMs) => {
  const round = new SettlementRound(options, silent);
  const { demo } = await person(name);
  clock.advance(minute);
  await quote(10_000);
  await round.run(running);
  clock.advance(-5000);
  const { id } = await demo(order.buyOptions, { code: coin.code, direction: 'up', amount: '10', periodId: '1min' });
  clock.advance(firstLookMs);
  await round.run(running);
  clock.advance(minute + 3000 - firstLookMs);
  await round.run(running);
  expect((await demo(order.getOptionsOrderById, { id })).status).toBe('void');
});
