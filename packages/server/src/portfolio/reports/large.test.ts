import { randomUUID } from 'node:crypto';
import { order } from '@assay/contract/endpoints/order.ts';
import { customerPrefix } from '@assay/contract/endpoints/registry.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { minute } from '../../../test/identity-app.ts';
import { wordsOf } from '../../../test/pdf.ts';
import { trading } from '../../../test/trading.ts';
import { post } from '../../ledger/index.ts';
import { coinsReport } from './coins.ts';
import { incomeReport } from './income.ts';
import { type Report, periodOf } from './report.ts';
import { tradesReport } from './trades.ts';

const db = await testDatabase();
const { app, clock, quote, person, rounds, portfolio } = await trading(db);
const { signal } = new AbortController();

function file(token: string, query: string) {
  return app.inject({
    method: 'GET',
    url: `${customerPrefix}/user/exportReport?year=2030&${query}`,
    headers: { authorization: token, virtually: 'NO', 'accept-language': 'en' },
  });
}

/** A customer who has won one option, 8 of 10, and then the given number of others like it, a second apart. */
async function winner(name: string, more: number) {
  const someone = await person(name);
  await quote(10_000);
  await someone.demo(order.buyOptions, { code: 'COINUSDT', direction: 'up', amount: '10', periodId: '1min' });
  clock.advance(minute - 1000);
  await quote(10_300);
  clock.advance(2000);
  for (const round of rounds) if (round.name === 'settlement') await round.run(signal);
  await db.query(
    `insert into options overriding user value
     select (jsonb_populate_record(o, jsonb_build_object('order_no', 'O300107-' || lpad((o.id * 1000000 + n)::text, 10, '0'),
       'opened_at', o.opened_at + n * interval '1 second', 'expires_at', o.expires_at + n * interval '1 second',
       'settled_at', o.settled_at + n * interval '1 second'))).*
     from options o, generate_series(1, $2) n where user_id = $1`,
    [someone.userId, more],
  );
  clock.advance(more * 1000);
  return someone;
}

const { token, demo, userId } = await winner('diligent', 5_009);
const csvRows = async (kind: string) => {
  const { body } = await file(token, `kind=${kind}&format=csv`);
  return body
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));
};

it('the trades of a year are all told, and summed up, however many there are', async () => {
  const rows = await csvRows('trades');
  const of = (type: string) => rows.filter(([told]) => told === type);
  expect(of('option')).toHaveLength(5_010);
  expect(new Set(of('option').map((cells) => cells.at(-1))).size).toBe(5_010);
  // 8 of each.
  const resultOf = (type: string) => of(type)[0]?.at(-3);
  expect(resultOf('total')).toBe('40080');
  // Only one of them is in the books: 100,000 at the beginning, and 8.
  expect([resultOf('opening'), resultOf('otherMovements'), resultOf('closing')]).toEqual(['0', '59928', '100008']);
});

it('in print they are cut, which the last line says, nothing is summed up, and others have turns between the rows', async () => {
  let [turns, isWritten] = [0, false];
  const written = file(token, 'kind=trades&format=pdf').finally(() => (isWritten = true));
  for (; !isWritten; turns += 1) await new Promise(setImmediate);
  // Of five thousand rows, each five.
  expect(turns).toBeGreaterThan(950);
  const pages = wordsOf((await written).rawPayload);
  expect(pages.at(-1)).toContain('Cut after 5000 lines, so there are no totals. A CSV file holds up to 200000 lines.');
  expect(pages.join('\n').match(/^Option$/gm)).toHaveLength(5_000);
  expect(pages.join('\n')).not.toMatch(/Total|Closing balance/);
});

it('one person has one file at a time, of whichever kind', async () => {
  const both = await Promise.all([file(token, 'kind=trades&format=csv'), file(token, 'kind=coins&format=csv')]);
  // Which of the two comes first is not said.
  const [taken, refused] = both.toSorted((a, b) => a.statusCode - b.statusCode);
  expect([taken?.statusCode, refused?.statusCode]).toEqual([200, 429]);
  expect(refused?.headers['retry-after']).toBe('5');
  expect((await file(token, 'kind=coins&format=csv')).statusCode).toBe(200);
});

describe('a report beyond its limit', () => {
  const period = periodOf({ year: 2030, beginsOn: '01-01' });
  const typesOf = async ({ lines }: Report) => {
    const types: string[] = [];
    for await (const { type } of lines) types.push(type);
    return types;
  };
  const account = { userId, book: 'demo' as const };

  it('of trades ends with that instead of totals', async () => {
    expect(await typesOf(tradesReport(portfolio, account, period, 3))).toEqual([
      'opening',
      'option',
      'option',
      'option',
      'cut',
    ]);
    expect((await typesOf(tradesReport(portfolio, account, period, 5_010))).slice(-3)).toEqual([
      'total',
      'otherMovements',
      'closing',
    ]);
  });

  it('of coins too, be it of sales, of what came before them, or of what is held', async () => {
    await quote(10_300);
    for (const [side, quantity] of [
      ['buy', '1'],
      ['buy', '1'],
      ['buy', '1'],
      ['sell', '1.5'],
    ] as const) {
      await demo(order.submit, { code: 'COINUSDT', side, type: 'market', quantity }, { idempotencyKey: randomUUID() });
    }
    const types = (linesMax: number) => typesOf(coinsReport(portfolio, account, period, linesMax));
    // Two lots for the sale, one average, two lots that are left.
    expect(await types(5)).toEqual(['fifo', 'fifo', 'average', 'totalFifo', 'totalAverage', 'lot', 'lot', 'closing']);
    expect(await types(4)).toEqual(['fifo', 'fifo', 'average', 'cut']);
    expect(await types(3)).toEqual(['cut']);
  });

  it('of coins also where USDT came before them: as many as may be told are all there, and one more ends it', async () => {
    const bringer = await person('bringer');
    const bring = async (asset: string) => {
      const came = recipes.depositCompleted({ userId: bringer.userId, asset: assetOf(asset), amount: amount(100_000_000n) });
      clock.advance(1000);
      await db.transact((tx) => post(tx, { book: 'real', reference: `test:${randomUUID()}`, at: clock.now(), ...came }));
    };
    for (const asset of ['USDT', 'USDT', 'USDT', 'COIN', 'COIN', 'COIN']) await bring(asset);
    const types = () => typesOf(coinsReport(portfolio, { userId: bringer.userId, book: 'real' }, period, 3));
    expect(await types()).toEqual(['lot', 'lot', 'lot', 'closing']);
    await bring('COIN');
    expect(await types()).toEqual(['cut']);
  });

  it('of income too', async () => {
    const saver = await person('saver');
    for (const reference of ['plan:1', 'plan:2', 'plan:3']) {
      await db.query(
        `select ledger_post('demo', 'plan.income', $2, $3, array['house', $1], array['issuance', 'available'], array['USDT', 'USDT'],
           array[1], array[2], array[1000000]::numeric[])`,
        [saver.userId, reference, new Date(clock.now())],
      );
    }
    const types = (linesMax: number) =>
      typesOf(incomeReport(portfolio, { userId: saver.userId, book: 'demo' }, period, linesMax));
    expect(await types(2)).toEqual(['opening', 'planIncome', 'planIncome', 'cut']);
    expect(await types(3)).toEqual([
      'opening',
      'planIncome',
      'planIncome',
      'planIncome',
      'total',
      'otherThanIncome',
      'closing',
    ]);
  });
});
