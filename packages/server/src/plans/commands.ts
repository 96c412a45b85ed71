import type { PlanPurchase } from '@assay/domain/plans/buy-plan.ts';
import type { PlanExit } from '@assay/domain/plans/leave-plan.ts';
import type { Order } from '../dealing/index.ts';

/** The name of this product where a group is decided. */
export const yieldPlans = 'plans';

interface About extends Order {
  readonly product: typeof yieldPlans;
  /** The plan that it is about. */
  readonly id: number;
}

/** Buys a plan. */
export interface Buying extends Order, PlanPurchase {
  readonly product: typeof yieldPlans;
  readonly kind: 'buy';
}
/** Leaves a plan early. */
export interface Leaving extends About {
  readonly kind: 'leave';
  readonly input: PlanExit;
}
/** Does what is due about a plan. */
export interface SeeingTo extends About {
  readonly kind: 'runDue';
}

export type PlanCommand = Buying | Leaving | SeeingTo;
