import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { expect, test } from 'vitest';
import { corporateWorld, key, monday, reason } from '../../test/corporate.ts';
import { day, hour, minute } from '../../test/identity-app.ts';
import { handFeed, listed, testMarket } from '../../test/market.ts';

const codes = ['AAPL', 'MSFT'];
const { db, clock, server, two, quote, until, seeThrough, record } = await corporateWorld(...codes);
const { market } = server;
const { instruments, proposals } = consoleCalls;

/** Two operators call the price real that waits. */
async function callReal(code: string) {
  await market.flush();
  const [alice, bob] = await two();
  const { proposalId } = await alice.call(instruments.proposeRealPrice, { code, reason }, key());
  expect(await bob.call(proposals.approve, { id: proposalId }, key())).toMatchObject({ status: 'approved' });
}

const quoteUntilBelieved = (code: string, dollars: number) =>
  expect
    .poll(async () => {
      await quote(code, dollars);
      return market.tradable(code);
    })
    .toBe(true);

test('what operators call real of a share that was once split is believed, the same morning, later and over a restart', async () => {
  // Past the minutes in which a price is a first one.
  for (let times = 0; times < 2; times += 1) {
    await quote('AAPL', 700);
    await quote('MSFT', 400);
    clock.advance(10 * minute);
  }
  await record({ code: 'AAPL', kind: 'split', toUnits: 7, fromUnits: 1, firstDay: '2030-01-08' });
  await record({ code: 'MSFT', kind: 'split', toUnits: 2, fromUnits: 1, firstDay: '2030-01-08' });
  until(monday + 21 * hour);
  await seeThrough('AAPL');
  await seeThrough('MSFT');
  until(monday + day + 14 * hour + 30 * minute);
  await quote('AAPL', 100);
  expect(market.tradable('AAPL')).toBe(true);
  // 25% below half of 400, and of the same close as the split's own word.
  await quote('MSFT', 150);
  expect(market.tradable('MSFT')).toBe(false);
  await callReal('MSFT');
  await quoteUntilBelieved('MSFT', 150);

  clock.advance(10 * minute);
  await quote('AAPL', 100);
  until(monday + 2 * day + 14 * hour + 30 * minute);
  await quote('AAPL', 75);
  expect(market.tradable('AAPL')).toBe(false);
  await callReal('AAPL');
  await market.flush();
  await market.stop();

  const catalogue = listed(...codes);
  const feed = handFeed(clock, catalogue);
  const restarted = await testMarket(db, { clock, catalogue, feeds: [feed] });
  await restarted.start();
  await restarted.lead();
  for (let place = 0; place < 4; place += 1) {
    expect(restarted.tradable('AAPL')).toBe(false);
    clock.advance(1000);
    await feed.quote('AAPL', '75', '75');
    if (restarted.tradable('AAPL')) break;
  }
  expect([restarted.tradable('AAPL'), restarted.quote('AAPL')?.bid]).toEqual([true, 750_000]);
  await restarted.stop();
});
