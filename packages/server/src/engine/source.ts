import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Quote, Ticks } from '@assay/domain/market/quote.ts';
import type { UnderWay } from '@assay/domain/positions/live-through.ts';
import type { Lane } from '../platform/counter/command.ts';
import type { Queryable } from '../platform/database.ts';
import type { Followed } from './trailing.ts';
import type { Watch } from './triggers.ts';

/** What the engine knows of an order: which prices wake it, as plain numbers that travel over the bus. */
export interface Resting {
  readonly id: number;
  /** Grows with every change; a lower one arriving later is old news. */
  readonly version: number;
  readonly code: string;
  /** False once nothing can wake it any more. */
  readonly alive: boolean;
  /** Prices that wake it, each reached from its own direction. */
  readonly prices: Readonly<Partial<Record<Watch, Ticks>>>;
  /** Wakes it when the followed side of the quote comes back from its best by the distance. */
  readonly trailing: { readonly follows: Followed; readonly distance: Ticks; readonly best: Ticks } | null;
  /** Time of the quote that last decided something: only later ones may wake it. */
  readonly quotedAt: number;
  /** How many splits it has lived through: what a trailing stop had followed before one is in other units. */
  readonly splits?: number;
  /** Whose it is and how urgent, for a source that wants to know when it acts. */
  readonly order?: { readonly owner: { readonly userId: string; readonly book: Book }; readonly lane: Lane };
}

/** The version of an order of which a price was reached, and how far its trailing stop had followed by then. */
export interface Reached {
  readonly version: number;
  readonly best: Ticks | null;
}

/**
 * Condition on the rows that a transaction at or after the mark `$1` has changed. A row that names one which has not begun yet
 * was restored from another cluster, whose numbers mean nothing here: the leader loaded it when it began.
 */
export const changedSinceMark = 'changed >= $1::xid8 and changed < pg_snapshot_xmax(pg_current_snapshot())';

/**
 * The oldest transaction that is still running: whatever it and later ones change has not been seen yet. Asked before a
 * load, it is the mark from which `changedSince` finds all that the load may have missed.
 */
export async function changeMark(db: Queryable): Promise<string> {
  const [row] = await db.query<{ mark: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as mark');
  if (row === undefined) throw new Error('no snapshot');
  return row.mark;
}

/** Orders of one slice that wait for prices. What reaching one means is the slice's own. */
export interface Source {
  /** Topic of the bus on which every change of an order is published as a `Resting`; also its name. */
  readonly topic: string;
  /** Everything alive, in batches, so that a million orders are never in one answer. */
  loadResting(batch: number): AsyncIterable<Resting[]>;
  /** A page by id of the orders changed by transactions at or after the mark; some may be known already. */
  changedSince(mark: string, after: number, limit: number): Promise<Resting[]>;
  /** Acts that are under way at once; few where each takes a connection of its own. */
  readonly actsAtOnceMax?: number;
  /**
   * Does what follows from a quote that reached one of the order's prices, in one transaction. The row under its lock decides,
   * not what the engine remembered. Of terms that were set after `reached`, an older quote says nothing. Answers what the order is
   * now; undefined when there is none.
   */
  act(id: number, quote: Quote, reached: Reached | null, order?: Resting['order']): Promise<Resting | undefined>;
  /** Writes down how far trailing stops have followed; absent where nothing trails. */
  saveTrailing?(improved: readonly ImprovedStop[]): Promise<void>;
}

/** How far a trailing stop has followed, known for one version of its order. */
export interface ImprovedStop {
  readonly id: number;
  readonly version: number;
  readonly best: Ticks;
  /** Time of the last quote that `best` takes into account: the next leader follows from there. */
  readonly quotedAt: number;
}

/** What one slice has to do over a corporate action: its holders, in pages, each as often as need be. */
export interface Adjuster {
  /** What one is called in the log. */
  readonly name: string;
  /** Whose they are, where it is written down which ones failed. */
  readonly product: 'contracts' | 'options' | 'priceAlerts';
  /** A page, by id, of those on an instrument that the action has still to reach. */
  page(code: string, action: UnderWay, after: number, limit: number): Promise<readonly Adjustable[]>;
  adjust(one: Adjustable, action: UnderWay): Promise<unknown>;
  /** Ends one that fails repeatedly, where no customer has money in it and others wait for theirs. */
  giveUp?(one: Adjustable): Promise<unknown>;
}

export interface Adjustable {
  readonly id: number;
  readonly userId: string;
  readonly book: Book;
}
