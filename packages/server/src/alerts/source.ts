import type { Quote } from '@assay/domain/market/quote.ts';
import { type Resting, type Source, changedSinceMark } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import type { AlertsContext } from './context.ts';
import { type AlertRow, alertsTopic, columns, restingOf } from './row.ts';
import { isReached, tell } from './tell.ts';

/** Price alerts as the engine watches them. */
export function alertsSource(context: AlertsContext): Source {
  const { db } = context;
  return {
    topic: alertsTopic,
    loadResting: (batch) => loadResting(db, batch),
    changedSince: async (mark, after, limit) => {
      const rows = await db.query<AlertRow>(
        `select ${columns} from price_alerts where ${changedSinceMark} and id > $2 order by id limit $3`,
        [mark, after, limit],
      );
      return rows.map(restingOf);
    },
    act: (id, quote) => fire(context, id, quote),
  };
}

async function* loadResting(db: Queryable, batch: number): AsyncGenerator<Resting[]> {
  for (let after = 0; ;) {
    const rows = await db.query<AlertRow>(`select ${columns} from price_alerts where id > $1 order by id limit $2`, [
      after,
      batch,
    ]);
    if (rows.length > 0) yield rows.map(restingOf);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    after = last.id;
  }
}

/**
 * Notifies the owner of a quote that has reached an alert, and deletes the alert in the same transaction: a second
 * caller, a former leader or its owner, finds none. Returns nothing then, or the alert where the quote does not reach
 * it.
 */
function fire(context: AlertsContext, id: number, quote: Quote): Promise<Resting | undefined> {
  return context.db.transact(async (tx) => {
    const [row] = await tx.query<AlertRow>(`select ${columns} from price_alerts where id = $1 for update`, [id]);
    if (row === undefined) return undefined;
    if (!isReached(row, quote)) return restingOf(row);
    await tell(context, tx, row, quote);
    return undefined;
  });
}
