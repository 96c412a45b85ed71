import type { Simulator } from '@assay/domain/market/simulator.ts';
import { type Database, unhurried } from '../../platform/database.ts';
import type { Ticker } from '../ticker.ts';
import { readMark, readTape } from './batches.ts';
import type { Recorder } from './recorder.ts';
import { latestOf, restore } from './restore.ts';

export interface LoadParts {
  readonly db: Database;
  readonly tickers: ReadonlyMap<string, Ticker>;
  readonly simulator?: Pick<Simulator, 'minutes'>;
  readonly recorder: Recorder;
  readonly now: number;
}

export interface Loaded {
  /** Number of the last batch of the tape that is taken in. */
  readonly through: number;
  /** False where these have closed bars that are not recorded yet, so that the next leader loads again. */
  readonly isRecorded: boolean;
}

/** Gives tickers back what was recorded, and from the tape what came after that. */
export function loadAll({ db, tickers, simulator, recorder, now }: LoadParts): Promise<Loaded> {
  for (const ticker of tickers.values()) ticker.reset();
  const groups = Map.groupBy(tickers.values(), (ticker) => ticker.kind);
  // Bars and the mark up to which they are made must be of the same moment. Between two of its statements a thousand bars are made.
  const settings = { ...unhurried, transaction_isolation: 'repeatable read', transaction_read_only: 'on' };
  return db.transact(async (tx) => {
    const folded = await readMark(tx, 'folded');
    for (const group of groups.values()) await restore(tx, group, now, simulator);
    let through = folded;
    for await (const quotes of readTape(tx, folded)) {
      for (const { source, position, acts: _, ...quote } of quotes) {
        const ticker = tickers.get(quote.code);
        through = position;
        if (ticker?.kind !== source || quote.time > latestOf(source, now)) continue;
        ticker.recount(quote);
        recorder.counted(ticker, position);
      }
    }
    return { through, isRecorded: through === folded };
  }, settings);
}
