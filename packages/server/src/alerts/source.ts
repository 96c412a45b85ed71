import { type Quote, priceOf } from '@assay/domain/market/quote.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type Resting, type Source, changedSinceMark } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import type { AlertsContext } from './context.ts';
import { type AlertRow, alertsTopic, columns, restingOf, toWire } from './row.ts';

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
 * Tells of a quote that has reached an alert, and deletes the alert in the same transaction: whoever comes second, an old
 * leader or its owner, finds none. Answers nothing then, or the alert where the quote does not reach it.
 */
function fire(context: AlertsContext, id: number, quote: Quote): Promise<Resting | undefined> {
  const { db, notify } = context;
  return db.transact(async (tx) => {
    const [row] = await tx.query<AlertRow>(`select ${columns} from price_alerts where id = $1 for update`, [id]);
    if (row === undefined) return undefined;
    // It was set, or moved by a split, after that price.
    if (quote.time < row.quotedAt) return restingOf(row);
    const reached = row.direction === 'above' ? quote.bid : quote.ask;
    if (row.direction === 'above' ? reached < row.price : reached > row.price) return restingOf(row);
    await tx.query('delete from price_alerts where id = $1', [id]);
    const { code, direction, price } = toWire(row);
    notify(tx, {
      kind: 'priceAlert',
      userId: row.userId,
      book: null,
      at: quote.time,
      values: { code, direction, price, reached: formatFixed(priceOf(reached, row), row.priceScale) },
    });
    return undefined;
  });
}
