import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { Order } from '../dealing/index.ts';

/** The name of this product where a group is decided. */
export const yieldPlans = 'plans';

interface About extends Order {
  readonly product: typeof yieldPlans;
  /** The plan that it is about. */
  readonly id: number;
}

/** Buys a plan. The number is drawn beforehand, so that deciding twice decides the same. */
export interface Buying extends Order {
  readonly product: typeof yieldPlans;
  readonly kind: 'buy';
  readonly orderNo: string;
  readonly input: InputOf<typeof order.buySmart>;
}
/** Leaves a plan early. */
export interface Leaving extends About {
  readonly kind: 'leave';
  readonly input: InputOf<typeof order.stopSmart>;
}
/** Does what is due about a plan. */
export interface SeeingTo extends About {
  readonly kind: 'seeTo';
}

export type PlanCommand = Buying | Leaving | SeeingTo;
