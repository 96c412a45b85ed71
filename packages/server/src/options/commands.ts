import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Order } from '../dealing/index.ts';

/** The name of this product where a group is decided. */
export const options = 'options';

interface About extends Order {
  readonly product: typeof options;
  /** The option that it ends. */
  readonly id: number;
}

/** Buys an option. The number is drawn beforehand, so that deciding twice decides the same. */
export interface Buying extends Order {
  readonly product: typeof options;
  readonly kind: 'buy';
  readonly orderNo: string;
  readonly input: InputOf<typeof order.buyOptions>;
}
/** Settles an option by what was recorded of its expiry: the last quote before it, if there was one. */
export interface Settling extends About {
  readonly kind: 'settle';
  readonly quote: Quote | undefined;
}
/** Its demo account is reset. */
export interface Resetting extends About {
  readonly kind: 'reset';
}

export type OptionCommand = Buying | Settling | Resetting;
