import { levelAfter } from '@assay/domain/splits/split.ts';
import { readUnjudged } from '../dealing/index.ts';
import type { Adjuster } from '../engine/index.ts';
import type { AlertsContext } from './context.ts';
import { type AlertRow, alertsTopic, columns, endOf, restingOf } from './row.ts';
import { isReached, tell } from './tell.ts';

/**
 * Price alerts over a split: each moves to the price that means the same. What an earlier quote reached is notified
 * first. One that no price reaches any more is gone, and so is one that can't be moved: in the old units it would fire
 * at a wrong price.
 */
export function alertsAdjuster({ db, bus, notify }: Pick<AlertsContext, 'db' | 'bus' | 'notify'>): Adjuster {
  return {
    name: 'a price alert',
    product: 'priceAlerts',
    page: async (code, { id, terms }, after, limit) => {
      if (terms.kind === 'dividend') return [];
      const rows = await db.query<{ id: number; userId: string }>(
        `select id, user_id::text as "userId" from price_alerts
         where code = $1 and adjusted_by is distinct from $2 and id > $3 order by id limit $4`,
        [code, id, after, limit],
      );
      // An alert belongs to a person and to neither account.
      return rows.map((row) => ({ ...row, book: 'demo' }));
    },
    adjust: ({ id }, { id: action, terms, since }) =>
      db.transact(async (tx) => {
        if (terms.kind === 'dividend') return;
        const [row] = await tx.query<AlertRow>(
          `select ${columns} from price_alerts where id = $1 and adjusted_by is distinct from $2 for update`,
          [id, action],
        );
        if (row === undefined) return;
        const unjudged = await readUnjudged(tx, { table: 'price_alerts', topic: alertsTopic }, [id]);
        const reached = unjudged.find((quote) => isReached(row, quote));
        if (reached !== undefined) {
          await tell({ notify }, tx, row, reached);
          tx.afterCommit(() => bus.publish(alertsTopic, endOf(row)));
          return;
        }
        const price = levelAfter(row.price, terms.ratio, row.direction);
        if (price === null) await tx.query('delete from price_alerts where id = $1', [id]);
        else
          await tx.query(
            `update price_alerts set price = $2, quoted_at = greatest(quoted_at, $3::bigint + 1), adjusted_by = $4, version = version + 1,
               changed = pg_current_xact_id() where id = $1`,
            [id, price, since, action],
          );
        const moved: AlertRow = { ...row, version: row.version + 1, quotedAt: Math.max(row.quotedAt, since + 1) };
        tx.afterCommit(() => bus.publish(alertsTopic, price === null ? endOf(row) : restingOf({ ...moved, price })));
      }),
    giveUp: ({ id }) =>
      db.transact(async (tx) => {
        const [row] = await tx.query<AlertRow>(`delete from price_alerts where id = $1 returning ${columns}`, [id]);
        if (row !== undefined) tx.afterCommit(() => bus.publish(alertsTopic, endOf(row)));
      }),
  };
}
