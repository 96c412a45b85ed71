import type { Ticks } from '@assay/domain/market/quote.ts';
import { losingTrigger } from '@assay/domain/positions/settle.ts';
import type { Side } from '@assay/domain/positions/terms.ts';
import type { Queryable } from '../platform/database.ts';
import { type PositionRow, columns, openPositionOf } from './row.ts';

/** Topic on which every change of an order is told to the engine, as a `Resting`. */
export const positionsTopic = 'positions';

/** What the engine needs to know of an order: which prices wake it, as plain numbers that travel over the bus. */
export interface Resting {
  readonly id: number;
  /** Grows with every change; a lower one arriving later is old news. */
  readonly version: number;
  readonly code: string;
  readonly side: Side;
  readonly state: 'awaiting' | 'open' | 'ended';
  /** The price that fills an order that waits, on the opening side of the quote. */
  readonly limit: Ticks | null;
  /** Stop-loss or liquidation, whichever comes first, and take-profit, on the closing side. */
  readonly losing: Ticks | null;
  readonly winning: Ticks | null;
  readonly trailing: { readonly distance: Ticks; readonly best: Ticks } | null;
  /** Time of the quote that last decided something: only later ones may trigger. */
  readonly quotedAt: number;
}

export function restingOf(row: PositionRow): Resting {
  const { id, version, code, side, quotedAt, trailingDistance, trailingBest } = row;
  const base = { id, version, code, side, quotedAt, limit: null, losing: null, winning: null, trailing: null };
  if (row.status === 'awaiting') return { ...base, state: 'awaiting', limit: row.limitPrice };
  if (row.status !== 'open') return { ...base, state: 'ended' };
  return {
    ...base,
    state: 'open',
    losing: losingTrigger(openPositionOf(row)),
    winning: row.takeProfit,
    trailing: trailingDistance === null || trailingBest === null ? null : { distance: trailingDistance, best: trailingBest },
  };
}

/** Everything alive, in batches by id, so that a million orders are never in one answer. */
export async function* loadResting(db: Queryable, batch = 5000): AsyncGenerator<Resting[]> {
  for (let after = 0; ;) {
    const rows = await db.query<PositionRow>(
      `select ${columns} from positions where status in ('awaiting', 'open') and id > $1 order by id limit $2`,
      [after, batch],
    );
    if (rows.length > 0) yield rows.map(restingOf);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    after = last.id;
  }
}

/**
 * The oldest transaction that is still running: whatever it and later ones change has not been seen yet. Asked before a
 * load, it is the mark from which `changedSince` finds all that the load may have missed.
 */
export async function changeMark(db: Queryable): Promise<string> {
  const [row] = await db.query<{ mark: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as mark');
  if (row === undefined) throw new Error('no snapshot');
  return row.mark;
}

/** All orders changed by transactions at or after the mark, in pages; some may be known already. */
export async function changedSince(db: Queryable, mark: string, after: number, limit: number): Promise<Resting[]> {
  const rows = await db.query<PositionRow>(
    `select ${columns} from positions where changed >= $1::xid8 and id > $2 order by id limit $3`,
    [mark, after, limit],
  );
  return rows.map(restingOf);
}

/** Writes down how far trailing stops have followed. Never backwards, and not for one that was amended meanwhile. */
export async function saveTrailing(
  db: Queryable,
  improved: readonly { id: number; version: number; best: Ticks }[],
): Promise<void> {
  await db.query(
    `update positions p set trailing_best = i.best
     from unnest($1::bigint[], $2::integer[], $3::bigint[]) as i (id, version, best)
     where p.id = i.id and p.version = i.version and p.status = 'open' and p.trailing_distance is not null
       and case p.side when 'long' then i.best > p.trailing_best else i.best < p.trailing_best end`,
    [improved.map(({ id }) => id), improved.map(({ version }) => version), improved.map(({ best }) => best)],
  );
}
