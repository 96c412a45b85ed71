import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { hour, minute, standingClock } from '../../test/identity-app.ts';
import { fund, trading } from '../../test/trading.ts';

const db = await testDatabase();
const evening = Date.UTC(2031, 0, 31, 22, 30);
const clock = standingClock(evening);
const { quote, person } = await trading(db, { clock });
await fund(db, 'demo');
const again = () => ({ idempotencyKey: crypto.randomUUID() });
const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '10', leverage: 10 } as const;

test('what ended is of the day and the month that the clock of the person shows', async () => {
  const { demo } = await person('far_east');
  await quote(10_000);
  const { id } = await demo(order.buyU, long, again());
  await demo(order.stopU, { id }, again());
  const { net } = await demo(order.results, {});
  const days = (month: string, zone?: string) => demo(order.resultDays, { month, ...(zone !== undefined && { zone }) });
  expect(await days('2031-01')).toEqual([{ day: '2031-01-31', net, results: 1 }]);
  expect(await days('2031-01', 'Europe/Berlin')).toEqual([{ day: '2031-01-31', net, results: 1 }]);
  expect(await days('2031-01', 'Asia/Shanghai')).toEqual([]);
  expect(await days('2031-02', 'Asia/Shanghai')).toEqual([{ day: '2031-02-01', net, results: 1 }]);
  const today = async (zone?: string) => (await demo(order.getProfitTotal, zone === undefined ? {} : { zone })).todayProfit;
  // In Berlin a new day has begun half an hour later, elsewhere it has not.
  clock.advance(hour / 2);
  expect([await today(), await today('Europe/Berlin'), await today('Asia/Shanghai')]).toEqual([net, '0', net]);
  await expect(days('2031-01', 'Mars/Olympus')).rejects.toMatchObject({ code: '400' });
  await expect(today('Mars/Olympus')).rejects.toMatchObject({ code: '400' });
});

test('there is something to report of an account since something was first booked on it', async () => {
  const began = clock.now();
  const { demo, real } = await person('newcomer');
  clock.advance(minute);
  expect(await real(user.reportSpan, {})).toEqual({ first: null, now: new Date(clock.now()).toISOString() });
  await quote(10_000);
  await demo(order.buyU, long, again());
  const { first } = await demo(user.reportSpan, {});
  expect(first).toBe(new Date(began).toISOString());
});
