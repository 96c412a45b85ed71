import type { CatalogueItem, MarketFigures, MarketInfo, MarketItem } from '@assay/contract/endpoints/index.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { popularItems, popularMax } from '@assay/domain/market/popular.ts';
import type { Fixed } from '@assay/domain/money/fixed.ts';
import type { Clock } from '../platform/clock.ts';
import { Written } from '../platform/reply.ts';
import type { Ticker } from './ticker.ts';
import { catalogueItem, marketDay, marketFigures, marketItem, marketLine } from './wire.ts';

/** What is listed after the instruments and has no price: the products of yield plans. */
export interface UnpricedItems {
  items(): Promise<readonly MarketItem[]>;
  /** By id or by code, as instruments are. */
  info(asked: string): Promise<MarketInfo | undefined>;
}

/** Ranges and turnovers of a day move slowly: those of a few seconds ago are as good for a list. */
const daysAgeMsMax = 5_000;

export function createDays(tickers: readonly Ticker[], lastRate: (instrument: Instrument) => Fixed | undefined, clock: Clock) {
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
/** Lists cached for the next request of the same one: compressing the whole list costs more than all the rest. */
const listsMax = 16;

/** The market list as JSON, narrowed to a type and to what has `q` in its code or name. */
export function createList(tickers: readonly Ticker[], unpriced: UnpricedItems, clock: Clock) {
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

/** Lists of a moment, written anew after as long as an item is. */
function aged(clock: Clock, write: () => unknown): () => Written {
  let written = new Written('[]');
  let writtenAt = -Infinity;
  return () => {
    if (clock.elapsed() - writtenAt >= itemAgeMsMax) {
      writtenAt = clock.elapsed();
      const json = JSON.stringify(write());
      if (json !== written.json) written = new Written(json);
    }
    return written;
  };
}

/** What home shows first: chosen once, since types of instruments do not change while the product runs. */
export function createHome(tickers: readonly Ticker[], clock: Clock): () => Written {
  const shown = popularItems(
    tickers.map((ticker) => ({ ticker, type: ticker.instrument.type })),
    popularMax,
  );
  return aged(clock, () => shown.map(({ ticker }) => marketItem(ticker, clock.now())));
}

/** Names without figures: the same for as long as the product runs. */
export function createCatalogue(tickers: readonly Ticker[]): () => Written {
  const items: readonly CatalogueItem[] = tickers.map(({ instrument }) => catalogueItem(instrument));
  const written = new Written(JSON.stringify(items), 'tagged');
  return () => written;
}

/**
 * Figures of the instruments asked for with their lines, in the order of the market; without codes, of all that are offered,
 * without lines.
 */
export function createQuotes(
  tickers: ReadonlyMap<string, Ticker>,
  offered: readonly Ticker[],
  clock: Clock,
): (codes: readonly string[] | undefined) => Written | MarketFigures[] {
  const all = aged(clock, () => offered.map((ticker) => marketFigures(ticker, clock.now())));
  return (codes) => {
    if (codes === undefined) return all();
    const now = clock.now();
    return [...new Set(codes)].flatMap((code) => {
      const ticker = tickers.get(code);
      return ticker === undefined ? [] : [{ ...marketFigures(ticker, now), hundred: marketLine(ticker, now) }];
    });
  };
}
