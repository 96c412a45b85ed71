import type { DeskInput } from '@assay/contract/endpoints/console/desk-call.ts';
import { type DeskView, viewCalls } from '@assay/contract/endpoints/console/session.ts';
import { viewsMax } from '@assay/contract/vocabulary/operators.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Audit } from './audit-entry.ts';
import type { Desk, OperatorCall } from './desk.ts';
import { serveDesk, serveDeskMove } from './serve-desk.ts';

/** GET views/list · POST views/save, views/remove. Each operator has their own. */
export function serveViews(desk: Desk): void {
  serveDesk(desk, viewCalls.list, ({ operator }, { list }) => viewsOf(desk.db, operator.id, list));
  serveDeskMove(desk, viewCalls.save, (call, input, tx, audit) => saveView(desk, call, tx, audit, input));
  serveDeskMove(desk, viewCalls.remove, async ({ operator }, { list, name }, tx, audit) => {
    const removed = await tx.query(
      'delete from desk_views where operator_id = $1 and list = $2 and name = $3 returning 1 as one',
      [operator.id, list, name],
    );
    if (removed.length === 0) return refuse('404', { name: '404' });
    audit({ action: 'view.removed', subject: `view:${list}` });
    return viewsOf(tx, operator.id, list);
  });
}

function viewsOf(db: Queryable, operatorId: string, list: string): Promise<DeskView[]> {
  return db.query<DeskView>(
    'select name, filters from desk_views where operator_id = $1 and list = $2 order by lower(name), name',
    [operatorId, list],
  );
}

/** Refused with 11280 where the operator has as many of this list as are kept. */
async function saveView(
  { clock }: Desk,
  { operator }: OperatorCall,
  tx: Transaction,
  audit: Audit,
  { list, name, filters }: DeskInput<typeof viewCalls.save>,
): Promise<DeskView[] | Refusal> {
  // Of two that are saved at once the second counts the first.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 4127104))', [operator.id]);
  const others = await tx.query('select from desk_views where operator_id = $1 and list = $2 and name <> $3', [
    operator.id,
    list,
    name,
  ]);
  if (others.length >= viewsMax) return refuse('11280', { name: '11280' });
  await tx.query(
    `insert into desk_views (operator_id, list, name, filters, changed_at) values ($1, $2, $3, $4, $5)
     on conflict (operator_id, list, name) do update set filters = excluded.filters, changed_at = excluded.changed_at`,
    [operator.id, list, name, JSON.stringify(filters), new Date(clock.wall())],
  );
  audit({ action: 'view.saved', subject: `view:${list}` });
  return viewsOf(tx, operator.id, list);
}
