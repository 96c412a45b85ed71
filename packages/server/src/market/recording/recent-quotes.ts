import { recentQuotes } from '@assay/contract/vocabulary/limits.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Ticker } from '../ticker.ts';

/** How far before the last quote the tape is read: of a market that rests, the end of its last session. */
const spanMs = 600_000;

export type ReadRecent = (ticker: Ticker, limit: number) => Promise<readonly Quote[]>;

/**
 * The last quotes of an instrument, oldest first. Those that this process has not received itself are read from the tape, once
 * for all callers, and again where a split has changed their units.
 */
export function createRecent(db: Queryable): ReadRecent {
  const kept = new Map<Ticker, { splits: number; quotes: Promise<readonly Quote[]> }>();

  function earlier(ticker: Ticker): Promise<readonly Quote[]> {
    const known = kept.get(ticker);
    if (known?.splits === ticker.splits) return known.quotes;
    const quotes = readBefore(db, ticker);
    kept.set(ticker, { splits: ticker.splits, quotes });
    quotes.catch(() => kept.delete(ticker));
    return quotes;
  }

  return async (ticker, limit) => {
    if (ticker.recent.length >= limit) return ticker.recent.slice(-limit);
    const before = await earlier(ticker);
    const [first] = ticker.recent;
    const older = first === undefined ? before : before.filter(({ time }) => time < first.time);
    return [...older, ...ticker.recent].slice(-limit);
  };
}

interface QuoteRow {
  bid: number;
  ask: number;
  time: number;
  volume: number;
}

async function readBefore(db: Queryable, { instrument, kind, quote, unitsSince }: Ticker): Promise<readonly Quote[]> {
  if (quote === undefined) return [];
  const from = Math.max(quote.time - spanMs, unitsSince);
  const rows = await db.query<QuoteRow>(
    `select one.bid, one.ask, one.time, one.volume
     from quote_batches batch,
       unnest(numbers, bids, asks, times_ms, volumes) with ordinality as one (number, bid, ask, time, volume, place)
     where batch.source = $2 and quote_batch_span(batch.times_ms) && int8range($3, $4, '[]')
       and one.number = (select number from instruments where code = $1) and one.time between $3 and $4
     order by one.time desc, batch.id desc, one.place desc limit $5`,
    [instrument.code, kind, from, quote.time, recentQuotes.max],
  );
  return rows.map((row) => ({ code: instrument.code, ...row })).toReversed();
}
