import type { OptionPurchase } from '@assay/domain/options/buy-option.ts';
import type { Ending } from '@assay/domain/options/end-option.ts';
import type { UnderWay } from '@assay/domain/positions/live-through.ts';
import type { Order } from '../dealing/index.ts';

/** The name of this product where a group is decided. */
export const options = 'options';

interface About extends Order {
  readonly product: typeof options;
  /** The option that it ends. */
  readonly id: number;
}

/** Buys an option. */
export interface Buying extends Order, OptionPurchase {
  readonly product: typeof options;
  readonly kind: 'buy';
}
/** Has an option live through a corporate action. */
export interface Adjusting extends About {
  readonly kind: 'adjust';
  readonly action: UnderWay;
}
/** Settles an option, or ends it with its demo account. */
export type Ended = About & Ending;

export type OptionCommand = Buying | Ended | Adjusting;
