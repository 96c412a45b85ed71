import type { Owner } from '@assay/domain/dealing/draft.ts';
import type { Reaching } from '@assay/domain/positions/act-on-quote.ts';
import type { AmendRequest } from '@assay/domain/positions/decide-amend.ts';
import type { UnderWay } from '@assay/domain/positions/live-through.ts';
import type { MarginRequest } from '@assay/domain/positions/move-margin.ts';
import type { ContractRequest } from '@assay/domain/positions/open-contract.ts';
import type { SeenPrice } from '@assay/domain/positions/slippage.ts';
import type { Order } from '../dealing/index.ts';
import type { Call } from '../platform/counter/command.ts';

/** The name of this product where a group is decided. */
export const contracts = 'contracts';

interface About extends Order {
  readonly product: typeof contracts;
  /** The order that it changes. */
  readonly id: number;
}

/** A contract at the market, or a limit order. */
export interface Opening extends Order, ContractRequest {
  readonly product: typeof contracts;
  readonly kind: 'open';
}
/** Closes a position at the market, or withdraws an order that awaits opening. */
export interface Closing extends About {
  readonly kind: 'close';
  /** With `lots` a part of it. */
  readonly input: SeenPrice & { readonly lots?: string | undefined };
}
/** Sets, changes or removes stops, and gives an order that waits other terms. */
export interface Amending extends About {
  readonly kind: 'amend';
  readonly input: AmendRequest;
}
/** Moves money between the free balance and a position's margin. */
export interface MarginMoving extends About {
  readonly kind: 'margin';
  readonly input: MarginRequest;
}
/** A quote has reached one of the order's prices. */
export interface Acting extends About, Reaching {
  readonly kind: 'act';
}
/** Charges the financing that has fallen due. */
export interface Financing extends About {
  readonly kind: 'finance';
}
/** Ends an order that has waited until its end. */
export interface Expiring extends About {
  readonly kind: 'expire';
}
/** Has an order live through a corporate action. */
export interface Adjusting extends About {
  readonly kind: 'adjust';
  readonly action: UnderWay;
}
/** Ends an order without a price: two operators void it, or its demo account is reset. */
export interface Ending extends About {
  readonly kind: 'void' | 'reset';
}

/** Ends all of an account, or of one instrument there: positions at the market, or pending orders. */
export interface Sweeping extends Order {
  readonly product: typeof contracts;
  readonly kind: 'closeAll' | 'cancelAll';
  readonly input: { readonly code?: string | undefined };
}
/** Closes a position and opens the other side of it, both at the market. */
export interface Reversing extends About {
  readonly kind: 'reverse';
  /** Of the order that is opened; drawn beforehand, so that deciding twice decides the same. */
  readonly orderNo: string;
  readonly input: SeenPrice;
}

/** What a holder does to a living order. */
export type ByHand = Closing | Amending | MarginMoving;

export type ContractCommand = Opening | ByHand | Sweeping | Reversing | Acting | Financing | Expiring | Adjusting | Ending;

/** A call of a customer. */
export function asked(owner: Owner, call: Call | null) {
  return { product: contracts, lane: 'people', owner, call, opens: false } as const;
}

/** An act of the house's own, of which a repeat is harmless. */
export function due(owner: Owner, lane: Order['lane'], id: number) {
  return { product: contracts, lane, owner, call: null, opens: false, id } as const;
}
