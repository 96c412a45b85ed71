import { gunzipSync } from 'node:zlib';
import { index } from '@assay/contract/endpoints/index.ts';
import { customerPrefix } from '@assay/contract/paths.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { identityApp, refusalOf } from '../../test/identity-app.ts';
import { handFeed, listed, standingClock, testMarket } from '../../test/market.ts';
import type { MarketOptions } from './index.ts';

const db = await testDatabase();
const noon = Date.UTC(2030, 0, 7, 12); // a Monday
const minute = 60_000;

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

async function open(...codes: string[]) {
  return openWith({}, ...codes);
}

async function openWith(options: Pick<MarketOptions, 'unfed'>, ...codes: string[]) {
  const clock = standingClock(noon);
  const catalogue = listed(...codes);
  const feed = handFeed(clock, catalogue);
  const market = await testMarket(db, { clock, catalogue, feeds: [feed], ...options });
  await market.start();
  await market.lead();
  const { app, http, call } = await identityApp(db, clock);
  market.registerRoutes(http);
  const quote = async (at: number, code: string, bid: string, ask: string) => {
    clock.set(at);
    await feed.quote(code, bid, ask);
  };
  const fetchCatalogue = (headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: `${customerPrefix}${index.catalogue.path}`, headers });
  return { clock, market, quote, call, fetchCatalogue };
}

test('figures apart from names say together what the list says, and lines come of who is asked for', async () => {
  const { clock, market, quote, call } = await open('BTCUSDT', 'EURUSD', 'AAPL');
  for (let at = 0; at < 40; at += 1) await quote(noon + at * minute, 'BTCUSDT', String(64_000 + at), String(64_001 + at));
  await quote(clock.now(), 'EURUSD', '1.1', '1.1001');
  clock.set(clock.now() + 250);
  const [list, names, figures] = [
    await call(index.listMarketAll, {}),
    await call(index.catalogue, {}),
    await call(index.quotes, {}),
  ];
  const together = names.map((name, place) => ({ ...name, ...figures[place] }));
  expect(together).toEqual(list.map(({ hundred: _, ...item }) => item));
  const [euro, bitcoin] = await call(index.quotes, { codes: ['EURUSD', 'BTCUSDT', 'NOSUCH', 'EURUSD'] });
  expect([euro?.code, bitcoin?.code]).toEqual(['EURUSD', 'BTCUSDT']);
  expect(bitcoin?.hundred).toEqual(list[0]?.hundred);
  expect(bitcoin?.hundred).toHaveLength(4);
  expect(await call(index.quotes, { codes: ['AAPL'] })).toEqual([
    { code: 'AAPL', price: '', nowPrice: '', zdf: '0.00', open: false, hundred: [] },
  ]);
  expect(await refusalOf(call(index.quotes, { codes: Array.from({ length: 101 }, (_, place) => `A${place}`) }))).toBe('400');
  await market.stop();
});

test('home is told ten of the market as the list has them: coins first, then one of each other kind', async () => {
  const coins = ['BTCUSDT', 'ETHUSDT', 'BNBUSDT', 'SOLUSDT', 'XRPUSDT', 'ADAUSDT', 'LTCUSDT', 'DOTUSDT'];
  const { market, quote, call } = await open(...coins, 'AAPL', 'MSFT', 'EURUSD', 'GBPUSD', 'XAUUSD');
  await quote(noon, 'BTCUSDT', '64000', '64001');
  const home = await call(index.listMarketHome, {});
  const list = await call(index.listMarketAll, {});
  expect(home).toEqual(home.map(({ code }) => list.find((item) => item.code === code)));
  const types = home.map(({ type }) => type);
  expect(types.slice(0, 6)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(types.slice(6).toSorted((a, b) => a - b)).toEqual([2, 3, 6, 7]);
  await market.stop();
});

test('who has the catalogue is told that it is the same; a price changes nothing of it', async () => {
  const { market, quote, fetchCatalogue } = await open('BTCUSDT', 'ETHUSDT');
  const first = await fetchCatalogue({ 'accept-encoding': 'gzip' });
  expect(gunzipSync(first.rawPayload).toString()).toBe((await fetchCatalogue()).body);
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
  const tag = String(first.headers.etag);
  expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
  await quote(noon + minute, 'BTCUSDT', '64000', '64001');
  const again = await fetchCatalogue({ 'if-none-match': tag });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
  expect((await fetchCatalogue({ 'if-none-match': 'W/"another"' })).statusCode).toBe(200);
  await market.stop();
});

test('what a live installation has no prices of is on no list, and its holders still find it', async () => {
  const { market, call, quote } = await openWith({ unfed: ['stock', 'forex'] }, 'BTCUSDT', 'EURUSD', 'AAPL', 'XAUUSD');
  await quote(noon, 'BTCUSDT', '64000', '64001');
  const names = async () => [
    (await call(index.listMarketAll, {})).map(({ code }) => code),
    (await call(index.listMarketHome, {})).map(({ code }) => code),
    (await call(index.catalogue, {})).map(({ code }) => code),
    (await call(index.quotes, {})).map(({ code }) => code),
  ];
  expect(await names()).toEqual(Array.from({ length: 4 }, () => ['BTCUSDT', 'XAUUSD']));
  expect(await call(index.listMarketAll, { q: 'apple' })).toEqual([]);
  expect(await call(index.getMarketInfo, { id: 'AAPL' })).toMatchObject({ code: 'AAPL', bid: '', high24h: '' });
  await market.stop();
});
