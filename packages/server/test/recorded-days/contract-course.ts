import type { Move } from './money.ts';
import type { Prices } from './prices.ts';

/** An order for a contract on a recorded day; prices in ticks. */
export interface Contract {
  readonly prices: Prices;
  readonly at: number;
  readonly side: 'long' | 'short';
  readonly lots: string;
  readonly leverage: number;
  readonly limit?: bigint;
  /** Of a stop entry; with a limit it rests there from then on. */
  readonly trigger?: bigint;
  /** Until when it waits. */
  readonly expires?: number;
  readonly stopLoss?: bigint;
  readonly takeProfit?: bigint;
  /** Lots that take their profit before, nearest first. */
  readonly targets?: readonly { readonly price: bigint; readonly lots: string }[];
  /** Set by an amendment at the moment of the order. */
  readonly trailing?: bigint;
  /** What its owner does to it on the way. */
  readonly deeds?: readonly Deed[];
  /** When its owner closes or withdraws it, or turns it around. */
  readonly endBy?: number;
  readonly turns?: boolean;
}

/** Some of it is closed, margin is moved, or an order that waits is given other terms; those that are left out stay. */
export type Deed =
  | { readonly kind: 'part'; readonly at: number; readonly lots: string }
  | { readonly kind: 'margin'; readonly at: number; readonly way: 'add' | 'remove'; readonly amount: string }
  | { readonly kind: 'terms'; readonly at: number; readonly limit?: bigint; readonly trigger?: bigint; readonly lots?: string };

/** What each is answered with; null where it is done. */
export type DeedRefused = '10015' | '11008' | '11300' | '11301' | '11302' | '11306' | null;

/** What becomes of it. */
export interface ContractCourse {
  /** What the order is answered with when nothing may be traded. */
  readonly refused: '10015' | null;
  /** What `endBy` is answered with when it comes too late, or while nothing may be traded. */
  readonly endRefused: '11008' | '10015' | null;
  /** What ended it with others, and what found that it could not. */
  readonly endedBy: Sweep | null;
  readonly withstood: readonly Sweep[];
  readonly status: 'awaiting' | 'open' | 'closed' | 'liquidated' | 'closedEarly' | 'cancelled';
  readonly closeReason: string | null;
  /** What prices reached, at the opening by a limit and at the end, each with its numbers. */
  readonly triggers: readonly string[];
  readonly openTime: number | null;
  readonly openPrice: bigint | null;
  readonly closeTime: number | null;
  readonly closePrice: bigint | null;
  readonly profit: bigint | null;
  readonly financing: bigint;
  /** Moment, time, bid and ask of each quote that decided. */
  readonly quotes: readonly string[];
  readonly moves: readonly Move[];
  /** In the order of the deeds that there was time for. */
  readonly answers: readonly DeedRefused[];
  /** What targets and its owner have taken, each as an order of its own. */
  readonly parts: readonly PartCourse[];
}

/** A part of a contract; before its own movements its receipt lists so many of the order's. */
export interface PartCourse {
  readonly lots: string;
  readonly closeTime: number;
  readonly closePrice: bigint;
  readonly profit: bigint;
  readonly financing: bigint;
  readonly closeReason: 'takeProfit' | 'manual';
  /** What the price reached; nothing where its owner closed it. */
  readonly triggers: readonly string[];
  readonly quotes: readonly string[];
  readonly moves: readonly Move[];
  readonly before: number;
}

/** Everything of an instrument that is open is closed at once, or all that waits is withdrawn. */
export interface Sweep {
  readonly code: string;
  readonly at: number;
  readonly kind: 'closeAll' | 'cancelAll';
}

/** An act on a contract, alone or among others. */
export type Act = { readonly kind: 'end' | 'turn'; readonly at: number } | Sweep | Deed;

export const isDeed = (act: Act): act is Deed => act.kind === 'part' || act.kind === 'margin' || act.kind === 'terms';

export const nothingYet: ContractCourse = {
  refused: null,
  endRefused: null,
  endedBy: null,
  withstood: [],
  status: 'awaiting',
  closeReason: null,
  triggers: [],
  openTime: null,
  openPrice: null,
  closeTime: null,
  closePrice: null,
  profit: null,
  financing: 0n,
  quotes: [],
  moves: [],
  answers: [],
  parts: [],
};
