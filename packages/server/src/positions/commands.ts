import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { Owner } from '@assay/domain/dealing/draft.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { Order } from '../dealing/index.ts';
import type { Reached } from '../engine/index.ts';
import type { Call } from '../platform/counter/command.ts';

/** The name of this product where a group is decided. */
export const contracts = 'contracts';

interface About extends Order {
  readonly product: typeof contracts;
  /** The order that it changes. */
  readonly id: number;
}

/** A contract at the market, or a limit order. The number is drawn beforehand, so that deciding twice decides the same. */
export interface Opening extends Order {
  readonly product: typeof contracts;
  readonly kind: 'open';
  readonly orderNo: string;
  readonly input: InputOf<typeof order.buyU>;
}
/** Closes a position at the market, or withdraws an order that awaits opening. */
export interface Closing extends About {
  readonly kind: 'close';
  readonly input: InputOf<typeof order.stopU>;
}
/** Sets, changes or removes stops. */
export interface Amending extends About {
  readonly kind: 'amend';
  readonly input: InputOf<typeof order.amendU>;
}
/** A quote has reached one of the order's prices; `followed` is how far its trailing stop had come. */
export interface Acting extends About {
  readonly kind: 'act';
  readonly quote: Quote;
  readonly followed: Reached | null;
}
/** Charges the financing that has fallen due. */
export interface Financing extends About {
  readonly kind: 'finance';
}
/** Ends an order without a price: two operators void it, or its demo account is reset. */
export interface Ending extends About {
  readonly kind: 'void' | 'reset';
}

export type ContractCommand = Opening | Closing | Amending | Acting | Financing | Ending;

/** A call of a customer. */
export function asked(owner: Owner, call: Call | null) {
  return { product: contracts, lane: 'people', owner, call, opens: false } as const;
}

/** An act of the house's own, of which a repeat is harmless. */
export function due(owner: Owner, lane: Order['lane'], id: number) {
  return { product: contracts, lane, owner, call: null, opens: false, id } as const;
}
