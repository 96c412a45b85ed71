import { randomUUID } from 'node:crypto';
import type { Client } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { instrumentOf } from '@assay/domain/market/catalogue.ts';
import { expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { day, identityApp, refusalOf, standingClock } from '../../test/identity-app.ts';
import { serveCalendar, serveCalendarDesk } from './index.ts';

const { calendar } = consoleCalls;
const db = await testDatabase();
// A Thursday two weeks before Christmas.
const now = Date.UTC(2026, 11, 10, 12);
const clock = standingClock(now);
const site = await identityApp(db, clock);
serveCalendar(site.http, { instrument: instrumentOf });
const { operatorWith } = await consoleApp(db, clock, serveCalendarDesk);
const call = keyed((await operatorWith(['support'])).call);

function keyed(ask: Client): Client {
  return (endpoint, input, options) => ask(endpoint, input, { idempotencyKey: randomUUID(), ...options });
}

const read = (codes: string | string[], input: { from?: number; to?: number; limit?: number } = {}) =>
  site.call(index.calendar, { codes, ...input });
const kinds = async (...asked: Parameters<typeof read>) => (await read(...asked)).map(({ kind }) => kind);
const cpi = { at: '2026-12-15T13:30:00.000Z', currency: 'USD', kind: 'inflation', importance: 3, source: 'bls.gov' } as const;

test('an event stands with the instruments of its currency, gets its figure, and is taken back', async () => {
  const { id } = await call(calendar.add, { ...cpi, forecast: '2.9%' });
  const [event] = await read(['EURUSD', 'BTCUSDT', 'EURGBP']);
  expect(event).toEqual({
    id: `e${id}`,
    at: cpi.at,
    kind: 'inflation',
    codes: ['EURUSD', 'BTCUSDT'],
    currency: 'USD',
    importance: 3,
    title: '',
    previous: '',
    forecast: '2.9%',
    actual: '',
    source: 'bls.gov',
    terms: null,
  });
  expect((await kinds('EURGBP')).includes('inflation')).toBe(false);
  expect(await refusalOf(call(calendar.add, cpi))).toBe('11400');
  await call(calendar.amend, { id, actual: '3.1%' });
  expect((await read('BTCUSDT'))[0]).toMatchObject({ forecast: '2.9%', actual: '3.1%' });
  expect((await call(calendar.list, {})).items).toMatchObject([{ id, ...cpi, actual: '3.1%' }]);
  await call(calendar.remove, { id });
  expect([await read('BTCUSDT'), (await call(calendar.list, {})).items]).toEqual([[], []]);
  expect(await refusalOf(call(calendar.amend, { id, actual: '9' }))).toBe('404');
  expect(await refusalOf(call(calendar.remove, { id }))).toBe('404');
  // Entered again after it was taken back it is another one.
  expect((await call(calendar.add, cpi)).id).not.toBe(id);
});

test('days of rest and early closes stand there by themselves, with the names of the exchange’s rule', async () => {
  const rest = (await read('AAPL', { limit: 200 })).filter(({ currency }) => currency === null);
  expect(rest.map(({ at, kind, title, codes }) => [at, kind, title, codes])).toEqual([
    ['2026-12-24T18:00:00.000Z', 'earlyClose', 'christmasEve', ['AAPL']],
    ['2026-12-25T14:30:00.000Z', 'closed', 'christmas', ['AAPL']],
    ['2027-01-01T14:30:00.000Z', 'closed', 'newYear', ['AAPL']],
  ]);
});

test('a file is imported whole or not at all, and again it only brings what is new', async () => {
  const head = 'at,currency,kind,title,importance,previous,forecast,actual';
  const good = [head, '2026-12-16T13:15Z,EUR,rateDecision,,3,2.00%,2.00%,', '2026-12-17T09:00Z,EUR,confidence,Mood,1,,,'].join(
    '\n',
  );
  const broken = `${good}\n2026-12-18T09:00Z,EUR,rumour,,1,,,`;
  expect(await refusalOf(call(calendar.import, { text: broken, source: 'ecb.europa.eu' }))).toBe('11401');
  const ofEuro = async () => (await read('EURGBP')).filter(({ currency }) => currency === 'EUR');
  expect(await ofEuro()).toEqual([]);
  expect(await call(calendar.import, { text: good, source: 'ecb.europa.eu' })).toEqual({ added: 2, amended: 0 });
  const known = good.replace('2.00%,2.00%,', ',,1.75%');
  expect(await call(calendar.import, { text: known, source: 'ecb.europa.eu' })).toEqual({ added: 0, amended: 2 });
  expect(await ofEuro()).toMatchObject([
    { kind: 'rateDecision', previous: '2.00%', forecast: '2.00%', actual: '1.75%' },
    { kind: 'confidence', title: 'Mood', actual: '' },
  ]);
});

test('a figure is told with the source that it came from', async () => {
  const head = 'at,currency,kind,importance,forecast,actual';
  const told = (figures: string) => [head, `2026-12-17T12:00Z,GBP,rateDecision,3,${figures}`].join('\n');
  const source = async () => (await read('EURGBP')).filter(({ currency }) => currency === 'GBP').map((event) => event.source);
  await call(calendar.import, { text: told('4.00%,'), source: 'a bank' });
  // No notification is sent here.
  await call(calendar.import, { text: told(','), source: 'a calendar' });
  expect(await source()).toEqual(['a bank']);
  await call(calendar.import, { text: told(',3.75%'), source: 'bankofengland.co.uk' });
  expect(await source()).toEqual(['bankofengland.co.uk']);
});

test('nobody asks for all of time, nor for all there is', async () => {
  for (const from of [0, 8_640_000_000_000_000, 9_000_000_000_000_000])
    expect(await refusalOf(read('AAPL', { from }))).toBe('400');
  for (const at of ['0000-01-01T00:00:00.000Z', '1997-12-31T23:59:59.000Z'])
    expect(await refusalOf(call(calendar.add, { ...cpi, at }))).toBe('400');
  expect(await refusalOf(call(calendar.add, { ...cpi, title: 'C\0PI' }))).toBe('400');
  expect(await refusalOf(read('AAPL', { from: now, to: now + 93 * day }))).toBe('400');
  expect(await refusalOf(read('AAPL', { from: now, to: now - 1 }))).toBe('400');
  expect(await refusalOf(read('AAPL', { limit: 201 }))).toBe('400');
  expect(await read(['NOSUCH'])).toEqual([]);
  expect(await read('EURUSD', { limit: 1 })).toHaveLength(1);
  const reader = (await operatorWith(['reviewer'])).call;
  expect(await refusalOf(reader(calendar.remove, { id: '1' }, { idempotencyKey: randomUUID() }))).toBe('403');
  expect(await refusalOf(call(calendar.add, { ...cpi, source: '' }))).toBe('400');
});
