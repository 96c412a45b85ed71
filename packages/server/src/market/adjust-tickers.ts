import type { Quote } from '@assay/domain/market/quote.ts';
import type { Queryable } from '../platform/database.ts';
import { readPriceActions } from './recording/actions.ts';
import type { Ticker } from './ticker.ts';

/**
 * Passes to every ticker what was recorded of its instrument; returns those whose last price is in other units now.
 * `begun` are the instruments of which this process begins an action that it has not written down yet.
 */
export async function adjustTickers(
  db: Queryable,
  tickers: ReadonlyMap<string, Ticker>,
  begun: Set<string>,
): Promise<[Ticker, Quote][]> {
  const byCode = Map.groupBy(await readPriceActions(db), ({ code }) => code);
  return [...tickers].flatMap(([code, ticker]): [Ticker, Quote][] => {
    const actions = byCode.get(code) ?? [];
    if (!actions.some(({ stopsAt }) => stopsAt !== null)) begun.delete(code);
    const restated = ticker.adjust(
      actions.map((each) => (begun.has(code) && each.stopsAt !== null ? { ...each, stopsAt: 0 } : each)),
    );
    return restated === undefined ? [] : [[ticker, restated]];
  });
}
