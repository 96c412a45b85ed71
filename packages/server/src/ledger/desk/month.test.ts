import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { day, minute, refusalOf } from '../../../test/identity-app.ts';
import { fund } from '../../../test/trading.ts';
import type { Queryable } from '../../platform/database.ts';
import { closeDay, serveLedgerDesk, settledTransaction } from '../index.ts';
import { monthMovements } from './month.ts';

// A month of the books is exported as files and added up from these alone: without code of the product.

const db = await testDatabase(12);
const { clock, customer, quote, person } = await funding(db, { waitMs: minute });
await fund(db, 'demo');
const { app, operatorWith } = await consoleApp(db, clock, (desk) => serveLedgerDesk(desk));
const { ledger } = consoleCalls;

/** Lines of a file by the names of their columns. */
async function fileOf(path: string, token: string): Promise<Record<string, string>[]> {
  const { body } = await app.inject({ url: `/swx/console/${path}`, headers: { authorization: token } });
  const [head = '', ...lines] = body.replace('\u{feff}', '').trim().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, place) => [names[place] ?? '', cell])));
}

/** A decimal in its eighteenth part, by hand. */
function unitsOf(text: string): bigint {
  const [, sign = '', whole = '0', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const units = BigInt(whole) * 10n ** 18n + BigInt(rest.padEnd(18, '0'));
  return sign === '-' ? -units : units;
}

async function endDay(name: string): Promise<void> {
  const through = await settledTransaction(db);
  if (through === undefined) throw new Error('the books did not come to rest');
  await db.transact((tx) => closeDay(tx, name, through));
}

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;

it('balances of its beginning and all of its transfers add up to the balances of its end, which are those of the ledger', async () => {
  const ada = await customer('ada_lovelace', '5000');
  const { demo } = await person('trades_on_demo');
  await quote(10_000);
  await demo(order.buyU, long, { idempotencyKey: 'before' });
  await endDay('2029-12-31');
  const { id } = await demo(order.buyU, long, { idempotencyKey: 'within' });
  await quote(10_100);
  await demo(order.stopU, { id }, { idempotencyKey: 'closed' });
  await ada.withdraw(await ada.method(), '250');
  await endDay('2030-01-31');
  const finance = await operatorWith(['finance']);
  expect(await finance.call(ledger.months, {})).toEqual([
    { month: '2030-01', closedThrough: '2030-01-31', days: 1 },
    { month: '2029-12', closedThrough: '2029-12-31', days: 1 },
  ]);
  for (const book of ['real', 'demo']) {
    const query = `month=2030-01&book=${book}`;
    const accounts = await fileOf(`ledger/monthAccounts.csv?${query}`, finance.token);
    const transfers = await fileOf(`ledger/monthTransfers.csv?${query}`, finance.token);
    const now = await fileOf(`ledger/accounts.csv?book=${book}`, finance.token);
    expect(transfers.length).toBeGreaterThan(0);
    for (const { accountId, opening = '', closing = '', asset } of accounts) {
      let units = unitsOf(opening);
      for (const line of transfers) {
        if (line['from.accountId'] === accountId) units -= unitsOf(line['amount'] ?? '');
        if (line['to.accountId'] === accountId) units += unitsOf(line['amount'] ?? '');
      }
      expect(units, `${accountId} ${asset}`).toBe(unitsOf(closing));
      // Nothing has moved since.
      expect(now.find((line) => line['id'] === accountId)?.['balance']).toBe(closing);
    }
    const moved = new Map<string, bigint>();
    for (const line of transfers) {
      const about = [line['reason'], line['asset'], line['from.kind'], line['to.kind']].join(' ');
      moved.set(about, (moved.get(about) ?? 0n) + unitsOf(line['amount'] ?? ''));
    }
    const told = await fileOf(`ledger/monthMovements.csv?${query}`, finance.token);
    expect(
      new Map(
        told.map((line) => [
          `${line['reason']} ${line['asset']} ${line['fromKind']} ${line['toKind']}`,
          unitsOf(line['amount'] ?? ''),
        ]),
      ),
    ).toEqual(moved);
  }
});

it('is read page by page, has nothing of a month of which no day is closed, and is of finance and administrators alone', async () => {
  const finance = await operatorWith(['finance']);
  const whole: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: { id: string }[]; nextCursor: string | null } = await finance.call(ledger.monthTransfers, {
      month: '2030-01',
      book: 'demo',
      limit: 1,
      ...(cursor !== null && { cursor }),
    });
    whole.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  const { items } = await finance.call(ledger.monthTransfers, { month: '2030-01', book: 'demo', limit: 100 });
  expect(whole).toEqual(items.map(({ id }) => id));
  expect((await finance.call(ledger.monthTransfers, { month: '2031-01', book: 'demo' })).items).toEqual([]);
  expect((await finance.call(ledger.monthAccounts, { month: '2031-01', book: 'demo' })).items).toEqual([]);
  expect(await refusalOf(finance.call(ledger.monthTransfers, { month: '2030-01', book: 'demo', cursor: 'x' }))).toBe('400');
  for (const month of ['2030-13', '2030-1', "2030-01'"])
    expect(await refusalOf(finance.call(ledger.monthAccounts, { month, book: 'real' }))).toBe('400');
  for (const roles of [['support'], ['reviewer']] as const) {
    const other = await operatorWith(roles);
    const about = { month: '2030-01', book: 'real' } as const;
    expect(await refusalOf(other.call(ledger.monthAccounts, about))).toBe('403');
    expect(await refusalOf(other.call(ledger.monthTransfers, about))).toBe('403');
    expect(await refusalOf(other.call(ledger.monthMovements, about))).toBe('403');
  }
});

it('of a month that runs, pages go on in the books in which they began, whatever is closed meanwhile', async () => {
  const finance = await operatorWith(['finance']);
  const about = { month: '2030-02', book: 'demo' } as const;
  const { demo } = await person('trades_on');
  const buy = () => demo(order.buyU, long, { idempotencyKey: crypto.randomUUID() });
  await quote(10_100);
  await buy();
  await endDay('2030-02-01');
  const first = await finance.call(ledger.monthTransfers, { ...about, limit: 1 });
  const accounts = await finance.call(ledger.monthAccounts, { ...about, limit: 1 });
  const moved = async (through?: string) =>
    (await finance.call(ledger.monthMovements, { ...about, ...(through !== undefined && { through }) })).items.reduce(
      (count, { transfers }) => count + transfers,
      0,
    );
  const before = await moved();
  await buy();
  await endDay('2030-02-02');
  const rest = async (cursor: string | null, limit = 100) =>
    finance.call(ledger.monthTransfers, { ...about, limit, ...(cursor !== null && { cursor }) });
  expect(1 + (await rest(first.nextCursor)).items.length).toBe(before);
  expect(await moved('2030-02-01')).toBe(before);
  expect(await moved()).toBeGreaterThan(before);
  const named = await finance.call(ledger.monthTransfers, { ...about, through: '2030-02-01', limit: 100 });
  expect(named.items).toHaveLength(before);
  // The balance of each account stays as it was, on the pages that follow too.
  const then = await finance.call(ledger.monthAccounts, { ...about, through: '2030-02-01', limit: 100 });
  const on = await finance.call(ledger.monthAccounts, { ...about, cursor: accounts.nextCursor ?? '', limit: 100 });
  expect([...accounts.items, ...on.items]).toEqual(then.items);
  // A day of another month, one that is not closed, and a cursor of no day.
  for (const wrong of [
    { through: '2030-01-31' },
    { through: '2030-02-03' },
    { through: '0000-01-01' },
    { cursor: '2030-02-31_1' },
    { cursor: '1-1' },
  ])
    expect(await refusalOf(finance.call(ledger.monthTransfers, { ...about, ...wrong }))).toBe('400');
  for (const never of ['2030-02-31', '2030-02-29', '2030-13-01', '0000-01-01']) {
    expect(await refusalOf(finance.call(ledger.monthTransfers, { ...about, cursor: `${never}_1-1` })), never).toBe('400');
    expect(await refusalOf(finance.call(ledger.monthAccounts, { ...about, cursor: `${never}_1` })), never).toBe('400');
  }
});

it('transactions are narrowed to days', async () => {
  const finance = await operatorWith(['finance']);
  const listed = async (input: object) => (await finance.call(ledger.transactions, { limit: 100, ...input })).items.length;
  const all = await listed({});
  const [from, to] = [new Date(clock.now() - day).toISOString(), new Date(clock.now() + 1).toISOString()];
  expect(await listed({ from, to })).toBeLessThanOrEqual(all);
  expect(await listed({ from })).toBeGreaterThan(0);
  expect(await listed({ from: to })).toBe(0);
  expect((await listed({ to: from })) + (await listed({ from }))).toBe(all);
});

it('what was added up between two closes is not added up again', async () => {
  const sums: string[] = [];
  const heard: Queryable = {
    query: (sql, values) => {
      if (sql.includes('sum(m.amount)')) sums.push(sql);
      return db.query(sql, values);
    },
  };
  const asked = { month: '2030-01', book: 'demo', limit: 50 } as const;
  const first = await monthMovements(heard, asked);
  expect(await monthMovements(heard, asked)).toEqual(first);
  expect(sums).toHaveLength(1);
  await monthMovements(heard, { ...asked, book: 'real' });
  await monthMovements(heard, { ...asked, month: '2029-12' });
  expect(sums).toHaveLength(3);
  // Of a month that runs, the days that are new alone.
  await monthMovements(heard, { ...asked, month: '2030-02', through: '2030-02-01' });
  await monthMovements(heard, { ...asked, month: '2030-02' });
  expect(sums).toHaveLength(5);
});

it('whoever asks again goes on with the day at which adding up was cut off', async () => {
  const asked = { month: '2030-02', book: 'demo', limit: 50 } as const;
  const whole = await monthMovements(db, asked);
  const days: unknown[] = [];
  const heard: Queryable = {
    query: (sql, values = []) => {
      if (!sql.includes('sum(m.amount)')) return db.query(sql, values);
      days.push(values[1]);
      return days.length === 2 ? Promise.reject(new Error('cut off')) : db.query(sql, values);
    },
  };
  await expect(monthMovements(heard, asked)).rejects.toThrow('cut off');
  expect(await monthMovements(heard, asked)).toEqual(whole);
  const [first, second] = days;
  expect(days).toEqual([first, second, second]);
});
