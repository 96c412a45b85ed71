import { type SpotRow, waitsFor } from '@assay/domain/spot/order.ts';
import { type Resting, changedSinceMark } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import { columns } from './row.ts';

/** Topic on which every change of an order is published to the engine, as a `Resting`. */
export const spotTopic = 'spot';

/**
 * A buyer's limit waits for the ask to fall to it, a seller's for the bid to rise; a trigger the other way round. A take-profit and
 * a stop-loss wait together.
 */
export function restingOf(row: SpotRow): Resting {
  const { id, version, code, quotedAt } = row;
  const base = { id, version, code, quotedAt, trailing: null, order: orderOf(row) };
  if (row.status !== 'open') return { ...base, alive: false, prices: {} };
  return { ...base, alive: true, prices: pricesOf(row) };
}

function pricesOf(row: SpotRow): Resting['prices'] {
  const { type, limit, trigger, triggered } = waitsFor(row);
  const buys = row.side === 'buy';
  const resting = buys ? { askFalls: limit } : { bidRises: limit };
  if (trigger === null || triggered) return resting;
  const begins = buys ? { askRises: trigger } : { bidFalls: trigger };
  return type === 'oco' ? { ...resting, ...begins } : begins;
}

/** Orders of real accounts go first. */
export function orderOf({ userId, book }: Pick<SpotRow, 'userId' | 'book'>) {
  return { owner: { userId, book }, lane: book === 'demo' ? 'demo' : 'real' } as const;
}

/** Everything that waits, in batches by id. */
export async function* loadResting(db: Queryable, batch: number): AsyncGenerator<Resting[]> {
  for (let after = 0; ;) {
    const rows = await db.query<SpotRow>(
      `select ${columns} from spot_orders where status = 'open' and id > $1 order by id limit $2`,
      [after, batch],
    );
    if (rows.length > 0) yield rows.map(restingOf);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    after = last.id;
  }
}

/** All orders that wait, or have waited, changed by transactions at or after the mark, in pages; some may be known already. */
export async function changedSince(db: Queryable, mark: string, after: number, limit: number): Promise<Resting[]> {
  const rows = await db.query<SpotRow>(
    `select ${columns} from spot_orders where ${changedSinceMark} and limit_price is not null and id > $2 order by id limit $3`,
    [mark, after, limit],
  );
  return rows.map(restingOf);
}
