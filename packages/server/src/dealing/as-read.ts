import type { Prices } from '@assay/domain/dealing/desk.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Market } from '../market/index.ts';
import { DecideLater } from './plan.ts';

/**
 * The last published quotes when the tape was read, by code: it then had all of them, and later ones are still to be
 * judged.
 */
export type QuoteSnapshot = ReadonlyMap<string, Quote>;

/** To be asked before the tape is read: a quote is published once it is there. */
export function quoteSnapshotOf(market: Pick<Market, 'instruments' | 'quote'>): QuoteSnapshot {
  return new Map(
    market.instruments().flatMap(({ code }) => {
      const quote = market.quote(code);
      return quote === undefined ? [] : [[code, quote] as const];
    }),
  );
}

/**
 * Prices as of when the tape was read, where nothing is traded at them: a quote that has come since is judged after the change,
 * by the next caller, and neither skipped nor taken for an earlier one.
 */
export function asRead(market: Prices, told: QuoteSnapshot): Prices {
  return {
    instrument: (code) => market.instrument(code),
    quote: (code) => told.get(code),
    tradable: (code) => market.tradable(code),
    fresh: (code) => market.fresh(code),
    feedKind: (instrument) => market.feedKind(instrument),
  };
}

/**
 * For a manual order at the last price: a quote that has come since the tape was read, and reaches the order, goes first.
 * Throws `DecideLater` where there is one, or where not all that have come are known. Read with the tape it decides what
 * becomes of the order, so that each of an order's prices puts off a hand once, however fast quotes come.
 */
export function mustGoFirst(
  market: Pick<Market, 'quotesSince'>,
  told: QuoteSnapshot,
  code: string,
  reaches: (since: readonly Quote[]) => boolean,
): void {
  const since = market.quotesSince(code, told.get(code));
  if (since === undefined || reaches(since)) throw new DecideLater();
}
