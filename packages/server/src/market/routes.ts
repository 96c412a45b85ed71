import { index, type MarketInfo, type MarketItem } from '@assay/contract/endpoints/index.ts';
import type { DealLimits } from '@assay/domain/dealing/house.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Fixed } from '@assay/domain/money/fixed.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';
import { type Http, serve } from '../platform/http.ts';
import { networkOf } from '../platform/networks.ts';
import { refuse, tooMany } from '../platform/refusal.ts';
import { Written } from '../platform/reply.ts';
import type { History } from './recording/history.ts';
import { readCandles } from './recording/read-candles.ts';
import { createRecent } from './recording/recent-quotes.ts';
import { createStatistics } from './statistics.ts';
import type { Ticker } from './ticker.ts';
import { chartPrice, marketDay, marketInfo, marketItem, priceText } from './wire.ts';

/** The options that are offered on an instrument, as the wire has them. */
export type OptionsOf = (instrument: Instrument) => Promise<MarketInfo['options']>;

/** What one new order with real money may be; undefined where there is none. */
export type LimitsOf = (instrument: Instrument) => Promise<DealLimits | undefined>;

/** What is listed after the instruments and has no price: the products of yield plans. */
export interface UnpricedItems {
  items(): Promise<readonly MarketItem[]>;
  /** By id or by code, as instruments are. */
  info(asked: string): Promise<MarketInfo | undefined>;
}

/** What is offered beside prices: nothing where it is left out. */
export type Offers = [optionsOf?: OptionsOf, unpriced?: UnpricedItems, limitsOf?: LimitsOf];

export function offersOf(
  ...[
    optionsOf = async () => [],
    unpriced = { items: async () => [], info: async () => undefined },
    limitsOf = async () => undefined,
  ]: Offers
): Pick<MarketRoutes, 'optionsOf' | 'unpriced' | 'limitsOf'> {
  return { optionsOf, unpriced, limitsOf };
}

export interface MarketRoutes {
  readonly tickers: ReadonlyMap<string, Ticker>;
  /** The last known rate of the instrument's quote currency in USDT. */
  readonly lastRate: (instrument: Instrument) => Fixed | undefined;
  readonly optionsOf: OptionsOf;
  readonly limitsOf: LimitsOf;
  readonly unpriced: UnpricedItems;
  readonly db: Queryable;
  readonly clock: Clock;
  readonly history: History | undefined;
}

/** GET /index/listMarketAll · /index/listMarketDay · /index/getMarketInfo/{id} · /index/getKValueByCodeAndDate · /index/recentQuotes · /index/instrumentStatistics */
export function serveMarket(
  http: Http,
  { tickers, lastRate, optionsOf, limitsOf, unpriced, db, clock, history }: MarketRoutes,
): void {
  const list = createList([...tickers.values()], unpriced, clock);
  const byId = new Map([...tickers.values()].map((ticker) => [ticker.instrument.id, ticker]));

  const { perAddress } = http.limits;
  // Anybody may ask, and a long chart costs more than other calls.
  const candlesPerNetwork = { ...perAddress, max: Math.ceil(perAddress.max / 4) };

  serve(http, index.listMarketAll, (_call, { type, q }) => list(type, q));

  const days = createDays([...tickers.values()], lastRate, clock);
  serve(http, index.listMarketDay, async () => days());

  serve(http, index.getMarketInfo, async (_call, { id }) => {
    const ticker = byId.get(id) ?? tickers.get(id);
    if (ticker === undefined) return (await unpriced.info(id)) ?? refuse('404');
    const options = await optionsOf(ticker.instrument);
    const limits = await limitsOf(ticker.instrument);
    return marketInfo(ticker, clock.now(), lastRate(ticker.instrument), options, limits);
  });

  const recent = createRecent(db);
  serve(http, index.recentQuotes, async (call, { code, limit }) => {
    const waitMs = http.limit(`recent:${networkOf(call.ip)}`, candlesPerNetwork);
    if (waitMs > 0) return tooMany(waitMs / 1000);
    const ticker = tickers.get(code);
    if (ticker === undefined) return refuse('11009', { code: '11009' });
    const text = (ticks: number) => priceText(ticks, ticker.instrument);
    return (await recent(ticker, limit)).map(({ time, bid, ask }) => ({ time, bid: text(bid), ask: text(ask) }));
  });

  const statistics = createStatistics({ db, clock, history });
  serve(http, index.instrumentStatistics, async (call, { code }) => {
    const waitMs = http.limit(`candles:${networkOf(call.ip)}`, candlesPerNetwork);
    if (waitMs > 0) return tooMany(waitMs / 1000);
    const ticker = tickers.get(code);
    return ticker === undefined ? refuse('11009', { code: '11009' }) : statistics(ticker);
  });

  serve(http, index.getKValueByCodeAndDate, async (call, { code, period, from, to, limit }) => {
    const waitMs = http.limit(`candles:${networkOf(call.ip)}`, candlesPerNetwork);
    if (waitMs > 0) return tooMany(waitMs / 1000);
    const ticker = tickers.get(code);
    if (ticker === undefined) return refuse('11009', { code: '11009' });
    const now = clock.now();
    const bars = await readCandles(db, ticker, history, { period, from: from ?? 0, to: to ?? now, limit }, now);
    if (bars === undefined) return refuse('503');
    const price = (ticks: number) => chartPrice(ticks, ticker.instrument);
    return bars.map(({ time, open, high, low, close, volume }) => {
      return { time, open: price(open), high: price(high), low: price(low), close: price(close), volume };
    });
  });
}

/** Ranges and turnovers of a day move slowly: those of a few seconds ago are as good for a list. */
const daysAgeMsMax = 5_000;

function createDays(tickers: readonly Ticker[], lastRate: MarketRoutes['lastRate'], clock: Clock) {
  let written = new Written('[]');
  let writtenAt = -Infinity;
  return (): Written => {
    if (clock.elapsed() - writtenAt >= daysAgeMsMax) {
      writtenAt = clock.elapsed();
      const days = tickers.map((ticker) => marketDay(ticker, clock.now(), lastRate(ticker.instrument)));
      written = new Written(JSON.stringify(days.filter((day) => day !== undefined)));
    }
    return written;
  };
}

/** An item is written anew after this long, however many callers ask: the whole list is half a megabyte. */
const itemAgeMsMax = 250;
/** Lists that are kept for whoever asks for the same one next: compressing the whole one costs more than all the rest. */
const listsMax = 16;

/** The market list as JSON, narrowed to a type and to what has `q` in its code or name. */
function createList(tickers: readonly Ticker[], unpriced: UnpricedItems, clock: Clock) {
  const entries = tickers.map((ticker) => {
    const { code, name, type } = ticker.instrument;
    return { ticker, type, words: `${code}\n${name}`.toLowerCase(), json: '' };
  });
  let writtenAt = -Infinity;
  const lists = new Map<string, Written>();
  return async (type: number | undefined, q: string | undefined): Promise<Written> => {
    if (clock.elapsed() - writtenAt >= itemAgeMsMax) {
      for (const entry of entries) entry.json = JSON.stringify(marketItem(entry.ticker, clock.now()));
      writtenAt = clock.elapsed();
    }
    const word = (q ?? '').trim().toLowerCase();
    const others = (await unpriced.items()).map((item) => {
      return { type: item.type, words: `${item.code}\n${item.appName}`.toLowerCase(), json: JSON.stringify(item) };
    });
    const chosen = [...entries, ...others].filter((entry) => {
      return (type === undefined || entry.type === type) && entry.words.includes(word);
    });
    const json = `[${chosen.map((entry) => entry.json).join(',')}]`;
    const asked = `${type} ${word}`;
    const known = lists.get(asked);
    if (known?.json === json) return known;
    if (lists.size >= listsMax) lists.clear();
    const written = new Written(json);
    lists.set(asked, written);
    return written;
  };
}
