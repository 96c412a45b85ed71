import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { PlanRow } from '@assay/domain/plans/plan.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { PlansContext } from './context.ts';
import { columns, rowId, wireId } from './row.ts';
import { toWire } from './wire.ts';

/** The user's plans, newest first. The cursor is the id of the last one seen. */
export async function listPlans(
  { db, clock }: PlansContext,
  userId: string,
  input: InputOf<typeof order.listSmartOrder>,
): Promise<ResultOf<typeof order.listSmartOrder> | Refusal> {
  const before = input.cursor === undefined ? null : rowId(input.cursor);
  if (before === undefined) return refuse('400', { cursor: '400' });
  const rows = await db.query<PlanRow>(
    `select ${columns} from plans
     where user_id = $1 and ($2::bigint is null or id < $2) and ($3::text is null or status = $3)
     order by id desc limit $4`,
    [userId, before, input.status ?? null, input.limit + 1],
  );
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => toWire(row, clock.now())),
    nextCursor: rows.length > input.limit && last !== undefined ? wireId(last.id) : null,
  };
}
