import { order } from '@assay/contract/endpoints/order.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { hour, minute, standingClock } from '../../../test/identity-app.ts';
import { recomputed, taxYears } from '../../../test/tax-year.ts';
import { fund, trading } from '../../../test/trading.ts';
import { post } from '../../ledger/index.ts';

const db = await testDatabase();
const newYear = Date.UTC(2031, 0, 1);
const clock = standingClock(newYear - hour);
const { app, quote, person } = await trading(db, { clock });
await fund(db, 'real');
const { file, lines, taxYear } = taxYears(app);
const again = () => ({ idempotencyKey: crypto.randomUUID() });
const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '10', leverage: 10 } as const;

/** A customer who closes a part of a contract in the last hour of a year, and the rest in the first of the next. */
async function overNewYear() {
  clock.advance(newYear - hour - clock.now());
  const someone = await person('reveller');
  const { userId, token, real } = someone;
  const deposit = recipes.depositCompleted({ userId, amount: parseAmount('5000', usdt) ?? nothing });
  await db.transact((tx) => post(tx, { book: 'real', reference: `test:${userId}`, at: clock.now(), ...deposit }));
  await quote(10_000);
  const { id, orderNo } = await real(order.buyU, long, again());
  await quote(10_200);
  await real(order.stopU, { id, lots: '4' }, again());
  const running = await lines(token, 'trades');
  clock.advance(2 * hour);
  await quote(10_100);
  await real(order.stopU, { id }, again());
  return { ...someone, orderNo, running };
}

test('a contract of which a part was closed the year before is worked out from the trades of both years', async () => {
  const { token, orderNo, running } = await overNewYear();
  const told = (rows: readonly Record<string, string>[]) =>
    rows.filter(({ type }) => type === 'contract').map(({ quantity, result }) => [quantity, result]);
  const [before, after] = [await taxYear(token, 'real', 2030), await taxYear(token, 'real', 2031)];
  expect(told(await lines(token, 'trades'))).toEqual([['4', '7.192']]);
  expect(told(await lines(token, 'trades', '', 'real', 2031))).toEqual([['6', '4.794']]);
  expect(await recomputed(before)).toBe('agrees');
  expect(await recomputed({ ...after, 'trades-2030': before['trades'] ?? '' })).toBe('agrees');
  // Without them it can't be known, which is said.
  expect(await recomputed(after)).toBe(
    `agrees\norder ${orderNo} was not compared: a part of it ended in a year whose trades are not here`,
  );
  const better = after['trades']?.replaceAll(',6,1.206,', ',7,1.206,').replaceAll(',4.794,', ',5.794,') ?? '';
  const edited = { ...after, trades: better, 'trades-2030': before['trades'] ?? '' };
  expect(await recomputed(edited)).toContain(`order ${orderNo}: the export says 12.986, the ledger 11.986`);
  // Ten files a minute.
  clock.advance(minute);
  // A closing balance is of the time of the report, as long as the year runs; then of its end.
  const closings = [running, await lines(token, 'trades')].map((rows) => rows.at(-1)?.['closed']);
  expect(closings).toEqual(['2030-12-31T23:00:02.001Z', '2031-01-01T00:00:00.000Z']);

  // One statement holds so many lines: longer histories take several.
  const { statement: _, ...others } = after;
  const part = (query: string) => file(token, `exportTransfers?format=csv&${query}`).then(({ text }) => text);
  const [first, second] = [await part('to=2031-01-01T00:00:00.000Z'), await part('from=2031-01-01T00:00:00.000Z')];
  const whole = { ...others, 'trades-2030': before['trades'] ?? '' };
  expect(await recomputed({ ...whole, 'statement-b': first, 'statement-a': second })).toBe('agrees');
  expect(await recomputed({ ...whole, 'statement-b': second })).toContain('opening balance: the export says');
});
