import type { Quote } from '@assay/domain/market/quote.ts';
import type { SpotPlacement } from '@assay/domain/spot/place-order.ts';
import type { Order } from '../dealing/index.ts';

/** The name of this product where a group is decided. */
export const spotOrders = 'spot';

interface AboutCoin extends Order {
  readonly product: typeof spotOrders;
  /** The coin whose accounts it may touch; null for one that there is not. */
  readonly base: string | null;
}

interface About extends AboutCoin {
  /** The order that it changes. */
  readonly id: number;
}

/** Buys or sells at the market, or places a limit order. */
export interface Placing extends AboutCoin, SpotPlacement {
  readonly kind: 'place';
}
/** A quote has reached the order's limit. */
export interface Filling extends About {
  readonly kind: 'fill';
  readonly quote: Quote;
}
/** Withdraws an order that waits. */
export interface Cancelling extends About {
  readonly kind: 'cancel';
}

export type SpotCommand = Placing | Filling | Cancelling;
