import type { AssetClass, FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { Quote, Ticks } from './quote.ts';

/**
 * Decides about each quote of one instrument: believed, dropped, or held back until others confirm it. A pure state
 * machine: whoever keeps the market keeps one `SanityState` per instrument and hands it back with the next quote.
 */
export function checkQuote(state: SanityState, quote: Quote, rules: SanityRules, now: number): Checked {
  const fault = faultOf(quote, state, now);
  if (fault !== undefined) return drop(state, fault);
  if (state.last === null || isNear(quote, state.last, rules.moveMaxPercent)) return accept(state, quote);
  return hold(state, quote);
}

export interface SanityRules {
  /** A larger move from the last good quote is held. */
  readonly moveMaxPercent: number;
  /** Without a good quote for longer than this, in trading hours, the instrument is suspended. */
  readonly staleAfterMs: number;
}

export const dropReasons = ['notNumber', 'negative', 'zero', 'crossed', 'outOfOrder', 'future', 'spike'] as const;
export type DropReason = (typeof dropReasons)[number];

export interface SanityState {
  /** The last quote that was believed. */
  readonly last: Quote | null;
  /** The quote that moved too far, then at most three later ones; empty while all is well. */
  readonly held: readonly Quote[];
  readonly dropped: Readonly<Record<DropReason, number>>;
}

export type Verdict =
  | {
      readonly outcome: 'accepted';
      /** Held quotes that this one shows to have been right: nothing acted on them, but they are good prices of their time. */
      readonly confirmed?: readonly Quote[];
    }
  | { readonly outcome: 'held' }
  | { readonly outcome: 'dropped'; readonly reason: DropReason };

export interface Checked {
  readonly state: SanityState;
  readonly verdict: Verdict;
}

/** Why nothing may trade on an instrument, apart from trading hours: never quoted, a held move, or no fresh quote. */
export type Suspension = 'unpriced' | 'spike' | 'stale';

/** A feed's clock may run ahead of ours by this much before its quote is refused: it would block all later ones. */
const futureToleranceMs = 5_000;
const agreeingQuotes = 3;
const agreeWithinPercent = 2;

const staleAfterMs = { crypto: 10_000, other: 60_000, replay: 180_000 } as const;
const moveMaxPercent = { crypto: 30, other: 20 } as const;

/** The rules of the specification's asset classes; a replay has one bar a minute, so three bars may be missing. */
export function sanityRules(assetClass: AssetClass, feed: FeedKind): SanityRules {
  const kind = assetClass === 'crypto' ? 'crypto' : 'other';
  return { moveMaxPercent: moveMaxPercent[kind], staleAfterMs: staleAfterMs[feed === 'replay' ? 'replay' : kind] };
}

/** The state before the first quote, or after a restart with the last good quote that was kept. */
export function initialSanity(last: Quote | null = null): SanityState {
  const dropped = { notNumber: 0, negative: 0, zero: 0, crossed: 0, outOfOrder: 0, future: 0, spike: 0 };
  return { last, held: [], dropped };
}

/** Undefined while the instrument may trade. Outside trading hours (`open` false) no quote is missed. */
export function suspension(state: SanityState, rules: SanityRules, now: number, open: boolean): Suspension | undefined {
  if (state.last === null) return 'unpriced';
  if (state.held.length > 0) return 'spike';
  return open && now - state.last.time > rules.staleAfterMs ? 'stale' : undefined;
}

const accepted: Verdict = { outcome: 'accepted' };
const held: Verdict = { outcome: 'held' };

function faultOf(quote: Quote, state: SanityState, now: number): DropReason | undefined {
  const { bid, ask, time, volume } = quote;
  if (!Number.isSafeInteger(bid) || !Number.isSafeInteger(ask)) return 'notNumber';
  if (!Number.isSafeInteger(time) || !Number.isFinite(volume)) return 'notNumber';
  if (bid < 0 || ask < 0 || volume < 0) return 'negative';
  if (bid === 0 || ask === 0) return 'zero';
  if (bid > ask) return 'crossed';
  if (time > now + futureToleranceMs) return 'future';
  const previous = state.held.at(-1) ?? state.last;
  return previous !== null && time < previous.time ? 'outOfOrder' : undefined;
}

function drop(state: SanityState, reason: DropReason): Checked {
  return { state: { ...state, dropped: counted(state, reason, 1) }, verdict: { outcome: 'dropped', reason } };
}

/** Whether the price came back or the move was confirmed, everything still held is given up. */
function accept(state: SanityState, quote: Quote): Checked {
  const dropped = state.held.length === 0 ? state.dropped : counted(state, 'spike', state.held.length);
  return { state: { last: quote, held: [], dropped }, verdict: accepted };
}

function hold(state: SanityState, quote: Quote): Checked {
  const [first, ...later] = state.held;
  if (first === undefined) return { state: { ...state, held: [quote] }, verdict: held };
  const candidates = [...later, quote];
  if (candidates.length < agreeingQuotes) return { state: { ...state, held: [first, ...candidates] }, verdict: held };
  if (agree(candidates)) {
    const confirmed = state.held.filter((one) => agree([one, ...candidates]));
    return { ...accept(state, quote), verdict: { outcome: 'accepted', confirmed } };
  }
  const kept = { ...state, held: [first, ...candidates.slice(1)], dropped: counted(state, 'spike', 1) };
  return { state: kept, verdict: held };
}

function counted(state: SanityState, reason: DropReason, count: number): SanityState['dropped'] {
  return { ...state.dropped, [reason]: state.dropped[reason] + count };
}

/** Twice the mid: an integer, so that every comparison here is exact. */
function twiceMid(quote: Quote): Ticks {
  return quote.bid + quote.ask;
}

function isNear(quote: Quote, last: Quote, percentMax: number): boolean {
  const before = twiceMid(last);
  return Math.abs(twiceMid(quote) - before) * 100 <= before * percentMax;
}

function agree(quotes: readonly Quote[]): boolean {
  const prices = quotes.map(twiceMid);
  return Math.max(...prices) * 100 <= Math.min(...prices) * (100 + agreeWithinPercent);
}
