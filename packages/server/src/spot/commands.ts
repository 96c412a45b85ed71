import type { Quote } from '@assay/domain/market/quote.ts';
import type { SpotAmendment } from '@assay/domain/spot/amend-order.ts';
import type { DustRequest } from '@assay/domain/spot/convert-dust.ts';
import type { SeenReceived } from '@assay/domain/spot/decide-dust.ts';
import type { SpotPlacement } from '@assay/domain/spot/place-order.ts';
import type { Order } from '../dealing/index.ts';

/** The name of this product where a group is decided. */
export const spotOrders = 'spot';

interface AboutCoins extends Order {
  readonly product: typeof spotOrders;
  /** The coins whose accounts it may touch; none for an order or an instrument that there is not. */
  readonly coins: readonly string[];
}

interface About extends AboutCoins {
  /** The order that it changes. */
  readonly id: number;
}

/** Buys or sells at the market, or places an order that waits. */
export interface Placing extends AboutCoins, SpotPlacement {
  readonly kind: 'place';
}
/** A quote has reached what the order waits for. */
export interface Filling extends About {
  readonly kind: 'fill';
  readonly quote: Quote;
}
/** Changes an order that waits. */
export interface Amending extends About {
  readonly kind: 'amend';
  readonly input: SpotAmendment;
}
/** Withdraws an order that waits. */
export interface Cancelling extends About {
  readonly kind: 'cancel';
  readonly reason: 'cancelled' | 'reset';
}
/** Ends an order whose time has run out. */
export interface Expiring extends About {
  readonly kind: 'expire';
}
/** Withdraws all these orders. */
export interface CancellingAll extends AboutCoins {
  readonly kind: 'cancelAll';
  readonly ids: readonly number[];
}
/** Sells what is left of coins. */
export interface Converting extends AboutCoins {
  readonly kind: 'convert';
  readonly sold: DustRequest['coins'];
  /** What was seen of it. */
  readonly seen: SeenReceived;
}

export type SpotCommand = Placing | Filling | Amending | Cancelling | Expiring | CancellingAll | Converting;

/** The orders that a command changes. */
export function idsOf(command: SpotCommand): readonly number[] {
  if (command.kind === 'cancelAll') return command.ids;
  return command.kind === 'place' || command.kind === 'convert' ? [] : [command.id];
}
