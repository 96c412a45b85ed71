import { index, type MarketInfo, type MarketItem } from '@assay/contract/endpoints/index.ts';
import type { AssetClass } from '@assay/contract/vocabulary/markets.ts';
import type { DealLimits } from '@assay/domain/dealing/house.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Fixed } from '@assay/domain/money/fixed.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';
import { type Http, serve } from '../platform/http.ts';
import { networkOf } from '../platform/networks.ts';
import { refuse, tooMany } from '../platform/refusal.ts';
import { type UnpricedItems, createCatalogue, createDays, createHome, createList, createQuotes } from './listing.ts';
import type { History } from './recording/history.ts';
import { readCandles } from './recording/read-candles.ts';
import { createRecent } from './recording/recent-quotes.ts';
import { createStatistics } from './statistics.ts';
import type { Ticker } from './ticker.ts';
import { chartPrice, marketInfo, marketItem, priceText } from './wire.ts';

/** The options that are offered on an instrument, as the wire has them. */
export type OptionsOf = (instrument: Instrument) => Promise<MarketInfo['options']>;

/** What one new order with real money may be; undefined where there is none. */
export type LimitsOf = (instrument: Instrument) => Promise<DealLimits | undefined>;

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
  /** Classes whose instruments are on no list: who holds one still finds it by its code. */
  readonly unfed?: readonly AssetClass[] | undefined;
  /** The last known rate of the instrument's quote currency in USDT. */
  readonly lastRate: (instrument: Instrument) => Fixed | undefined;
  readonly optionsOf: OptionsOf;
  readonly limitsOf: LimitsOf;
  readonly unpriced: UnpricedItems;
  readonly db: Queryable;
  readonly clock: Clock;
  readonly history: History | undefined;
}

/** GET /index/listMarketAll · /index/listMarketHome · /index/catalogue · /index/quotes · /index/listMarketDay · /index/getMarketInfo/{id} · /index/getKValueByCodeAndDate · /index/recentQuotes · /index/instrumentStatistics */
export function serveMarket(
  http: Http,
  { tickers, unfed = [], lastRate, optionsOf, limitsOf, unpriced, db, clock, history }: MarketRoutes,
): void {
  const offered = [...tickers.values()].filter(({ instrument }) => !unfed.includes(instrument.assetClass));
  const list = createList(offered, unpriced, clock);
  const byId = new Map([...tickers.values()].map((ticker) => [ticker.instrument.id, ticker]));

  const { perAddress } = http.limits;
  // The call is public, and a long chart costs more than other calls.
  const candlesPerNetwork = { ...perAddress, max: Math.ceil(perAddress.max / 4) };

  serve(http, index.listMarketAll, (_call, { type, q }) => list(type, q));

  const home = createHome(offered, clock);
  serve(http, index.listMarketHome, async () => home());
  const catalogue = createCatalogue(offered);
  serve(http, index.catalogue, async () => catalogue());
  const quotes = createQuotes(tickers, offered, clock);
  serve(http, index.quotes, async (_call, { codes }) => quotes(codes));

  const days = createDays(offered, lastRate, clock);
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

/** These of the list, in this order. */
export const itemsOf = (tickers: ReadonlyMap<string, Ticker>, codes: readonly string[], now: number): readonly MarketItem[] =>
  codes.flatMap((code) => tickers.get(code) ?? []).map((ticker) => marketItem(ticker, now));
