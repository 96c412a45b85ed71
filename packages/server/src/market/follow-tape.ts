import type { Quote } from '@assay/domain/market/quote.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { readHeld } from './recording/bars.ts';
import { readTape } from './recording/batches.ts';
import type { Heard } from './relay.ts';
import type { Ticker } from './ticker.ts';

/** As often as the leader would publish prices over a bus. */
const followMs = 100;

export interface TapeFollower {
  readonly db: Database;
  readonly log: Logger;
  /** Number of the last batch that is known already. */
  readonly after: number;
  readonly tickers: ReadonlyMap<string, Pick<Ticker, 'kind'>>;
  readonly take: (quote: Quote, heard: Heard) => void;
  readonly hold: (held: ReadonlySet<string>, late: ReadonlySet<string>) => void;
}

/**
 * Follows the process that takes the feeds where nothing but the database is shared. While that does not answer nothing is heard, and
 * prices grow too old to trade on. Answers how to end it: from then on nothing is taken.
 */
export function followTape({ db, log, after, tickers, take, hold }: TapeFollower): () => void {
  let [from, isReading, isAway, isOver] = [after, false, false, false];

  async function read(): Promise<void> {
    // A price held back from another source, when that was last used, is void now.
    const ofOurs = (await readHeld(db)).filter(({ code, source }) => tickers.get(code)?.kind === source);
    const held = new Set(ofOurs.map(({ code }) => code));
    // The tape does not record whether their source is in time: nothing new is opened at live prices.
    if (!isOver) hold(held, new Set(tickers.keys()));
    for await (const quotes of readTape(db, from)) {
      if (isOver) return;
      for (const { source, acts: _, position, ...quote } of quotes) {
        from = position;
        if (tickers.get(quote.code)?.kind === source) take(quote, { position });
      }
    }
  }

  async function look(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      await read();
      isAway = false;
    } catch (error) {
      if (!isAway && !isOver) log.warn({ err: error }, 'prices could not be followed; trying again');
      isAway = true;
    }
    isReading = false;
  }

  const timer = setInterval(() => void look(), followMs);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
