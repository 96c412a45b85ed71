import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { SmartOrder } from '@assay/contract/endpoints/order-shapes.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { book } from '@assay/domain/plans/plan.ts';
import type { Call } from '../platform/counter/command.ts';
import { newOrderNo } from '../platform/order-number.ts';
import type { Refusal } from '../platform/refusal.ts';
import { type PlanCommand, yieldPlans } from './commands.ts';
import type { PlansContext } from './context.ts';
import { rowId } from './row.ts';

const ownedBy = (userId: string) => ({ product: yieldPlans, owner: { userId, book } }) as const;

/** Refusals: see `buyPlan` of the domain. */
export function buyPlan(
  { dealer, clock }: PlansContext,
  userId: string,
  call: Call | null,
  input: InputOf<typeof order.buySmart>,
) {
  const orderNo = newOrderNo('P', clock.now());
  const base = { ...ownedBy(userId), lane: 'people', call, opens: true } as const;
  const command: PlanCommand = { ...base, kind: 'buy', orderNo, input };
  return dealer.submit(command) as Promise<SmartOrder | Refusal>;
}

/** Refusals: see `leavePlan` of the domain. */
export function leavePlan({ dealer }: PlansContext, userId: string, call: Call, input: InputOf<typeof order.stopSmart>) {
  const base = { ...ownedBy(userId), lane: 'people', call, opens: false } as const;
  const command: PlanCommand = { ...base, kind: 'leave', id: rowId(input.id) ?? 0, input };
  return dealer.submit(command) as Promise<SmartOrder | Refusal>;
}

/** Does all that is due about one plan; safe to run twice, in two processes, and after any pause. */
export function handleDuePlan({ dealer }: PlansContext, { id, userId }: { readonly id: number; readonly userId: string }) {
  const base = { ...ownedBy(userId), lane: 'rounds', call: null, opens: false } as const;
  const command: PlanCommand = { ...base, kind: 'runDue', id };
  return dealer.submit(command);
}
