import { gunzipSync } from 'node:zlib';
import { index } from '@assay/contract/endpoints/index.ts';
import { customerPrefix } from '@assay/contract/paths.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { identityApp, refusalOf } from '../../test/identity-app.ts';
import { handFeed, listed, standingClock, testMarket } from '../../test/market.ts';
import { Written } from '../platform/reply.ts';

const db = await testDatabase();
const noon = Date.UTC(2030, 0, 7, 12); // a Monday
const minute = 60_000;
const day = 24 * 60 * minute;

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

async function open(...codes: string[]) {
  const clock = standingClock(noon);
  const catalogue = listed(...codes);
  const feed = handFeed(clock, catalogue);
  const market = await testMarket(db, { clock, catalogue, feeds: [feed] });
  await market.start();
  await market.lead();
  const { app, http, call } = await identityApp(db, clock);
  market.registerRoutes(http);
  const quote = async (at: number, code: string, bid: string, ask: string, volume = 0) => {
    clock.set(at);
    await feed.quote(code, bid, ask, { volume });
  };
  /** The list as bytes, for who takes it compressed or not. */
  const fetchList = async (acceptEncoding?: string) => {
    const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
    const answer = await app.inject({ method: 'GET', url: `${customerPrefix}${index.listMarketAll.path}`, headers });
    return { encoding: answer.headers['content-encoding'], bytes: answer.rawPayload };
  };
  return { clock, market, quote, call, fetchList };
}

test('the list shows every instrument with price, reference, signed change and the line of its day', async () => {
  const { clock, market, quote, call } = await open('BTCUSDT', 'EURUSD', 'AAPL');
  for (let at = 0; at < 120; at += 1) await quote(noon + at * minute, 'BTCUSDT', String(64_000 + at), String(64_001 + at));
  await quote(clock.now(), 'EURUSD', '1.1', '1.1001');
  const [bitcoin, euro, apple] = await call(index.listMarketAll, {});
  // Mids 64000.5 and 64119.5: a change of 119 / 64000.5 = 0.18593…%.
  expect(bitcoin).toMatchObject({
    code: 'BTCUSDT',
    type: 2,
    id: 'crypto-BTCUSDT',
    price: '64000.50',
    nowPrice: '64119.50',
    zdf: '0.18',
    open: true,
  });
  // The first price of each of eight quarters of an hour, then the last one.
  expect(bitcoin?.hundred).toEqual([...[0, 15, 30, 45, 60, 75, 90, 105].map((at) => 64_000.5 + at), 64_119.5]);
  expect(euro).toMatchObject({ type: 6, nowPrice: '1.10005', zdf: '0.00', hundred: [1.10005, 1.10005] });
  expect(apple).toMatchObject({ type: 3, price: '', nowPrice: '', zdf: '0.00', hundred: [], open: false });
  await market.stop();
});

test('the list is compressed once for all who take it so, until something changes; who takes it plain gets it plain', async () => {
  const compress = vi.spyOn(Written.prototype, 'compressed');
  const { market, quote, fetchList } = await open('BNBUSDT', 'ETHUSDT');
  await quote(noon, 'BNBUSDT', '64000', '64001');
  const plain = await fetchList();
  expect(plain.encoding).toBeUndefined();
  expect((await fetchList('br;q=1, gzip;q=0')).encoding).not.toBe('gzip');
  const [one, other] = [await fetchList('gzip, deflate, br'), await fetchList('gzip')];
  for (const { encoding, bytes } of [one, other]) {
    expect(encoding).toBe('gzip');
    expect(gunzipSync(bytes)).toEqual(plain.bytes);
  }
  await quote(noon + minute, 'BNBUSDT', '65000', '65001');
  expect(gunzipSync((await fetchList('gzip')).bytes).toString()).toContain('65000.5');
  const [first, second, third] = compress.mock.contexts;
  expect(first).toBe(second);
  expect(third).not.toBe(first);
  compress.mockRestore();
  await market.stop();
});

test('the list narrows by type and by what stands in code or name; plans come later', async () => {
  const { market, call } = await open('BTCUSDT', 'ETHUSDT', 'EURUSD');
  const codes = async (input: { type?: number; q?: string }) =>
    (await call(index.listMarketAll, input)).map(({ code }) => code);
  expect(await codes({ type: 2 })).toEqual(['BTCUSDT', 'ETHUSDT']);
  expect(await codes({ type: 1 })).toEqual([]);
  expect(await codes({ q: ' eThEr ' })).toEqual(['ETHUSDT']);
  expect(await codes({ q: 'usd', type: 6 })).toEqual(['EURUSD']);
  expect(await codes({ q: '%' })).toEqual([]);
  expect(await refusalOf(codes({ type: 8 }))).toBe('400');
  await market.stop();
});

test('a falling price has a signed change; the list is written anew after a quarter of a second', async () => {
  const { clock, market, quote, call } = await open('SOLUSDT');
  await quote(noon, 'SOLUSDT', '200', '200');
  const read = async () => (await call(index.listMarketAll, {}))[0];
  expect(await read()).toMatchObject({ nowPrice: '200.00', zdf: '0.00' });
  await quote(noon + 100, 'SOLUSDT', '195', '195');
  expect(await read()).toMatchObject({ nowPrice: '200.00' });
  clock.set(noon + 250);
  expect(await read()).toMatchObject({ nowPrice: '195.00', zdf: '-2.50' });
  // A day later the price of then is the reference no more; without any quote since, nothing has changed.
  clock.set(noon + day + minute);
  expect(await read()).toMatchObject({ price: '195.00', nowPrice: '195.00', zdf: '0.00', open: false });
  await market.stop();
});

test('what is closed keeps the change, the line, the range and the turnover of the day before its last price', async () => {
  const { clock, market, quote, call } = await open('AAPL', 'EURJPY', 'USDJPY');
  const [thursday, friday] = [Date.UTC(2030, 0, 10, 20, 30), Date.UTC(2030, 0, 11, 20, 30)];
  await quote(thursday, 'AAPL', '199', '199');
  await quote(friday, 'AAPL', '200', '200', 10);
  await quote(friday + 20 * minute, 'AAPL', '205', '205', 10);
  await quote(friday + 21 * minute, 'EURJPY', '160', '160', 1000);
  clock.set(Date.UTC(2030, 0, 13, 12));
  const [apple] = await call(index.listMarketAll, {});
  expect(apple).toMatchObject({ price: '200.00', nowPrice: '205.00', zdf: '2.50', open: false, hundred: [200, 205, 205] });
  // 10 × 200 + 10 × 205; a dollar's rate in yen was never quoted.
  expect(await call(index.listMarketDay, {})).toEqual([
    { code: 'AAPL', high: '205.00', low: '200.00', turnover: '4050', hour: { change: '0.00', beyondUsual: 0 } },
    { code: 'EURJPY', high: '160.00', low: '160.00', turnover: '', hour: { change: '0.00', beyondUsual: 0 } },
  ]);
  await market.stop();
});

test('one instrument shows terms, hours and figures, by id and by code', async () => {
  const { market, quote, call } = await open('EURJPY', 'USDJPY');
  await quote(noon, 'USDJPY', '160', '160');
  await quote(noon, 'EURJPY', '170', '170.02', 1000);
  await quote(noon + minute, 'EURJPY', '171', '171.02', 500);
  const info = await call(index.getMarketInfo, { id: 'forex-EURJPY' });
  expect(info).toEqual(await call(index.getMarketInfo, { id: 'EURJPY' }));
  // Turnover 1000 × 170.01 + 500 × 171.01 = 255,515 yen; forex closes on Friday at 17:00 in New York.
  expect(info).toMatchObject({
    assetClass: 'forex',
    base: 'EUR',
    quote: 'JPY',
    bid: '171.00',
    ask: '171.02',
    open24h: '170.01',
    high24h: '171.01',
    low24h: '170.01',
    turnover24h: '255515.00',
    quoteToUsdt: '0.00625',
    quoteTime: new Date(noon + minute).toISOString(),
    feed: 'live',
    suspended: false,
    open: true,
    hours: {
      id: 'forex',
      timeZone: 'America/New_York',
      opensAt: '2030-01-13T22:00:00.000Z',
      closesAt: '2030-01-11T22:00:00.000Z',
    },
    options: [],
    spot: null,
    plan: null,
  });
  expect(info.contract).toMatchObject({ leverages: expect.arrayContaining([20]) as number[], financingAt: '21:00' });
  expect(await refusalOf(call(index.getMarketInfo, { id: 'crypto-NOSUCH' }))).toBe('404');
  await market.stop();
});

test('the last quotes are those of the tape, oldest first: heard here, and from before a restart', async () => {
  const { clock, market, quote, call } = await open('ADAUSDT');
  for (let at = 0; at < 50; at += 1) await quote(noon + at * 1000, 'ADAUSDT', `0.${3000 + at}`, `0.${3001 + at}`);
  const all = await call(index.recentQuotes, { code: 'ADAUSDT', limit: 256 });
  expect([all.length, all[0], all.at(-1)]).toEqual([
    50,
    { time: noon, bid: '0.30', ask: '0.3001' },
    { time: noon + 49_000, bid: '0.3049', ask: '0.305' },
  ]);
  expect(await call(index.recentQuotes, { code: 'ADAUSDT' })).toEqual(all.slice(-40));
  await market.flush();
  await market.stop();
  const again = await open('ADAUSDT');
  await again.quote(clock.now() + 1000, 'ADAUSDT', '0.31', '0.3101');
  const later = { time: noon + 50_000, bid: '0.31', ask: '0.3101' };
  expect(await again.call(index.recentQuotes, { code: 'ADAUSDT' })).toEqual([...all.slice(-39), later]);
  expect(await refusalOf(again.call(index.recentQuotes, { code: 'NOPE' }))).toBe('11009');
  expect(await refusalOf(again.call(index.recentQuotes, { code: 'ADAUSDT', limit: 257 }))).toBe('400');
  await again.market.stop();
});
