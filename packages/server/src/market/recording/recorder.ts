import type { Database } from '../../platform/database.ts';
import type { Fence } from '../../platform/lead/lead.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { ClosedBar } from '../series.ts';
import type { Ticker } from '../ticker.ts';
import { insertBars, type RecordedBar, type RunningNow, saveRunning } from './bars.ts';
import { saveMark } from './batches.ts';

/** Bars that wait at most while the database is away; beyond it the oldest are given up. */
const waitingBarsMax = 100_000;

export interface Recorder {
  /**
   * From now on it writes: only the leader does, two would write everything twice. Nothing once `term`, if there is one, is over: what
   * hung, or was cut off, knows minutes without what has come to the tape since.
   */
  begin(term?: Fence): void;
  /** Writes what is left, and from now on nothing. */
  end(): Promise<void>;
  /** A quote of this batch of the tape has changed what is known of the price. */
  counted(ticker: Ticker, position: number): void;
  /** A price is held back, or was given up: what is kept of the ticker changes, nothing of it counts. */
  held(ticker: Ticker): void;
  closed(ticker: Ticker, bar: ClosedBar): void;
  /**
   * Writes what has come since the last flush in one transaction: closed bars, running minutes, and up to where of the
   * tape they are made. After a crash the rest is made from the tape. One flush at a time.
   */
  flush(): Promise<void>;
}

export function createRecorder(db: Database, { log, metrics }: { log: Logger; metrics: Metrics }): Recorder {
  const lost = metrics.counter('market_recording_lost_total', 'Bars given up because the database was away');
  let changed = new Set<Ticker>();
  let bars: RecordedBar[] = [];
  let position = 0;
  let leads = false;
  let fence: Fence | undefined;
  let flushed = Promise.resolve();

  async function write(): Promise<void> {
    if (!leads) return;
    // Taken in one go, so that bars, running minutes and the mark are of the same moment.
    const taken = { changed, bars, position };
    changed = new Set();
    bars = [];
    const states = [...taken.changed].flatMap((ticker) => stateOf(ticker));
    if (states.length === 0 && taken.bars.length === 0) return;
    try {
      await db.transact(async (tx) => {
        await fence?.ensure(tx);
        await insertBars(tx, taken.bars);
        await saveRunning(tx, states);
        await saveMark(tx, 'folded', taken.position);
      });
    } catch (error) {
      log.warn({ err: error }, 'prices could not be written down; trying again');
      takeBack(taken);
    }
  }

  function takeBack(taken: { changed: Set<Ticker>; bars: RecordedBar[] }): void {
    for (const ticker of taken.changed) changed.add(ticker);
    const surplus = taken.bars.length + bars.length - waitingBarsMax;
    bars = [...taken.bars, ...bars].slice(Math.max(0, surplus));
    if (surplus > 0) lost.inc(surplus);
  }

  const flush = () => (flushed = flushed.then(write));
  return {
    begin(term) {
      fence = term;
      // What was counted while another process led is written by it, or counted again from the tape.
      changed = new Set();
      bars = [];
      leads = true;
    },
    async end() {
      await flush();
      leads = false;
      changed = new Set();
      bars = [];
    },
    counted(ticker, through) {
      changed.add(ticker);
      position = through;
    },
    held: (ticker) => void changed.add(ticker),
    closed(ticker, bar) {
      if (!leads) return;
      changed.add(ticker);
      bars.push({ ticker, ...bar });
    },
    flush,
  };
}

function stateOf(ticker: Ticker): RunningNow[] {
  const { quote, close, openingGap, holding } = ticker;
  if (quote === undefined) return [];
  return [
    { source: ticker.kind, last: quote, close, gap: openingGap?.quote ?? null, minute: ticker.openMinute, held: holding },
  ];
}
