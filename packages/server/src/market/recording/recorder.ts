import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { ClosedBar, Ticker } from '../ticker.ts';
import { insertBars, insertQuotes, type RecordedBar, type Running, saveRunning } from './bars.ts';

/** What waits at most while the database is away; beyond it raw quotes are given up first, then the oldest bars. */
const waitingQuotesMax = 100_000;
const waitingBarsMax = 100_000;
/** What a standby keeps of closed bars, some minutes' worth: the leader may have gone before it wrote the last ones. */
const standbyBarsMax = 5_000;

export interface Recorder {
  /** Only the leader writes; two would write everything twice. */
  leads: boolean;
  quoted(ticker: Ticker, quote: Quote): void;
  /** A price is held back: what is kept of the ticker changes, no quote is recorded. */
  held(ticker: Ticker): void;
  closed(ticker: Ticker, bar: ClosedBar): void;
  /**
   * Writes what has come since the last flush in one transaction: closed bars, running minutes, raw quotes. A crash
   * loses what came after the last one, and nothing is ever half there. One flush at a time.
   */
  flush(): Promise<void>;
}

export function createRecorder(
  db: Database,
  numbers: ReadonlyMap<string, number>,
  { log, metrics }: { log: Logger; metrics: Metrics },
): Recorder {
  const lost = metrics.counter('market_recording_lost_total', 'Raw quotes and bars given up because the database was away', [
    'what',
  ]);
  let changed = new Set<Ticker>();
  let quotes = new Map<FeedKind, Quote[]>();
  let bars: RecordedBar[] = [];
  let flushed = Promise.resolve();

  async function write(): Promise<void> {
    // Taken in one go, so that bars and running minutes are of the same moment.
    const taken = { changed, quotes, bars };
    changed = new Set();
    quotes = new Map();
    bars = [];
    if (!recorder.leads) {
      bars = taken.bars.slice(-standbyBarsMax);
      return;
    }
    const states = [...taken.changed].flatMap((ticker) => stateOf(ticker));
    if (states.length === 0 && taken.bars.length === 0) return;
    try {
      await db.transact(async (tx) => {
        await insertBars(tx, taken.bars);
        await saveRunning(tx, states);
        for (const [source, batch] of taken.quotes) await insertQuotes(tx, source, batch, numbers);
      });
    } catch (error) {
      log.warn({ err: error }, 'prices could not be written down; trying again');
      takeBack(taken);
    }
  }

  function takeBack(taken: { changed: Set<Ticker>; quotes: Map<FeedKind, Quote[]>; bars: RecordedBar[] }): void {
    for (const ticker of taken.changed) changed.add(ticker);
    const surplus = taken.bars.length + bars.length - waitingBarsMax;
    bars = [...taken.bars, ...bars].slice(Math.max(0, surplus));
    if (surplus > 0) lost.inc({ what: 'bar' }, surplus);
    for (const [source, batch] of taken.quotes) {
      const waiting = [...batch, ...(quotes.get(source) ?? [])];
      const tooMany = Math.max(0, waiting.length - waitingQuotesMax);
      quotes.set(source, waiting.slice(tooMany));
      if (tooMany > 0) lost.inc({ what: 'quote' }, tooMany);
    }
  }

  const recorder: Recorder = {
    leads: false,
    quoted(ticker, quote) {
      changed.add(ticker);
      const batch = quotes.get(ticker.kind);
      if (batch === undefined) quotes.set(ticker.kind, [quote]);
      else batch.push(quote);
    },
    held: (ticker) => void changed.add(ticker),
    closed(ticker, bar) {
      changed.add(ticker);
      bars.push({ ticker, ...bar });
    },
    flush() {
      flushed = flushed.then(write);
      return flushed;
    },
  };
  return recorder;
}

function stateOf(ticker: Ticker): Running[] {
  const { quote, close, openingGap } = ticker;
  if (quote === undefined) return [];
  return [{ source: ticker.kind, last: quote, close, gap: openingGap?.quote ?? null, minute: ticker.openMinute }];
}
