import { actionCalls } from '@assay/contract/endpoints/console/actions.ts';
import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { type Desk, cursorOf, serveDesk } from '../operators/index.ts';
import { isRefusal } from '../platform/refusal.ts';

type Fault = DeskResult<typeof actionCalls.listFaults>['items'][number];

interface Row extends Omit<Fault, 'since'> {
  readonly place: number;
  readonly since: Date;
}

/** GET instruments/listActionFaults: of all products, because an operator who handles one must know whose order it is. */
export function serveFaultsDesk(desk: Desk): void {
  serveDesk(desk, actionCalls.listFaults, async (_, { limit, cursor }) => {
    const after = cursorOf(cursor);
    if (isRefusal(after)) return after;
    const rows = await desk.db.query<Row>(
      `select f.id as place, f.action_id::text as id, a.code, f.product as kind,
         coalesce(c.order_no, o.order_no, f.order_id::text) as "orderNo",
         coalesce(c.user_id, o.user_id, w.user_id)::text as "userId", coalesce(c.book, o.book) as book,
         f.tries, f.last_error as "lastError", f.since
       from (select * from action_faults where $1::bigint is null or id > $1 order by id limit $2) f
       join corporate_actions a on a.id = f.action_id
       left join positions c on f.product = 'contracts' and c.id = f.order_id
       left join options o on f.product = 'options' and o.id = f.order_id
       left join price_alerts w on f.product = 'priceAlerts' and w.id = f.order_id
       order by f.id`,
      [after, limit + 1],
    );
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      items: rows.slice(0, limit).map(({ place: _place, since, ...row }) => ({ ...row, since: since.toISOString() })),
      nextCursor: last === undefined ? null : String(last.place),
    };
  });
}
