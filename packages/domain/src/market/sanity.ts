import type { FeedKind, HoursId } from '@assay/contract/vocabulary/markets.ts';
import { isOpen, nextClosing } from './hours.ts';
import type { Instrument } from './instrument.ts';
import { mid, type Quote, type Ticks } from './quote.ts';

/**
 * Decides about each quote of one instrument: believed, dropped, or held back until others confirm it. A pure state
 * machine: the caller keeps one `SanityState` per instrument and passes it in with the next quote.
 */
export function checkQuote(state: SanityState, quote: Quote, rules: SanityRules, now: number): Checked {
  const fault = faultOf(quote, state, now);
  if (fault !== undefined) return drop(state, fault);
  const gap = isGap(state, quote, rules);
  const near = state.last === null || isNear(quote, twiceMid(state.last), rules.moveMaxPercent);
  return near && !gap ? accept(state, quote, rules) : hold(state, quote, rules, gap);
}

export interface SanityRules {
  /** A larger move from the last good quote is held. */
  readonly moveMaxPercent: number;
  /** Without a good quote for longer than this, in trading hours, the instrument is suspended. */
  readonly staleAfterMs: number;
  /**
   * Hours whose sessions must begin near the last close, or wait until two operators say that the price is real: a share that
   * has been split looks like one that has crashed, and all quotes agree on it. Null where nothing is split.
   */
  readonly sessions: HoursId | null;
}

/** The last price of a session: the mid of the last quote that was believed in it. */
export interface SessionClose {
  readonly price: Ticks;
  readonly time: number;
  /** When the session ends that it belongs to. */
  readonly until: number;
}

/** A session that is being quoted, with the last price so far. */
interface RunningSession extends SessionClose {
  /** Time of the first quote that was believed in it. */
  readonly begun: number;
}

/** Two operators' word that a price, far from a session's close, is the market's own. */
export interface RealPrice {
  /** Time of the close that it differs from. */
  readonly closeTime: number;
  readonly price: Ticks;
}

export const dropReasons = ['notNumber', 'negative', 'zero', 'crossed', 'outOfOrder', 'future', 'spike'] as const;
export type DropReason = (typeof dropReasons)[number];

export interface SanityState {
  /** The last quote that was believed. */
  readonly last: Quote | null;
  /** The quote that moved too far, then at most three later ones; empty while all is well. */
  readonly held: readonly Quote[];
  /** What first prices are compared with; null where no sessions are compared, or none has been seen. */
  readonly close: SessionClose | null;
  /** The last session that was quoted. It becomes the close when it is old enough, or over. */
  readonly session: RunningSession | null;
  readonly real: RealPrice | null;
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
/** Nothing trades on a price that is older than this, whatever its feed. */
export const staleAfterMsMax = Math.max(...Object.values(staleAfterMs));
const moveMaxPercent = { crypto: 30, other: 20 } as const;
/** A first price of a session further from the last close than this waits for two operators. */
export const gapMaxPercent = 20;
/** What comes this soon after the first price counts as one too: a feed may begin by repeating the last of the day before. */
const firstPricesMs = 300_000;

/**
 * The rules of the specification's asset classes; a replay has one bar a minute, so three bars may be missing. Simulated shares
 * are never split: their prices come from this house, and after a long rest may well lie elsewhere.
 */
export function sanityRules({ assetClass, hours }: Pick<Instrument, 'assetClass' | 'hours'>, feed: FeedKind): SanityRules {
  const kind = assetClass === 'crypto' ? 'crypto' : 'other';
  const isShare = assetClass === 'stock' || assetClass === 'etf';
  return {
    moveMaxPercent: moveMaxPercent[kind],
    staleAfterMs: staleAfterMs[feed === 'replay' ? 'replay' : kind],
    sessions: isShare && feed !== 'simulated' ? hours : null,
  };
}

/** The state before the first quote. */
export function initialSanity(): SanityState {
  const dropped = { notNumber: 0, negative: 0, zero: 0, crossed: 0, outOfOrder: 0, future: 0, spike: 0 };
  return { last: null, held: [], close: null, session: null, real: null, dropped };
}

/** What is kept of an instrument's state over a restart. */
export interface KeptSanity {
  readonly last: Quote;
  readonly close: Pick<SessionClose, 'price' | 'time'> | null;
  /** The price that waited for two operators. */
  readonly gap: Quote | null;
}

/** The state after a restart, as far as it was kept. */
export function restoredSanity({ last, close, gap }: KeptSanity, rules: SanityRules): SanityState {
  const before = believe(initialSanity(), last, rules);
  if (close === null || rules.sessions === null) return before;
  const until = nextClosing(rules.sessions, close.time) ?? Infinity;
  return { ...before, close: { ...close, until }, held: gap === null ? [] : [gap] };
}

/** The state after another process has judged a quote and accepted it. */
export function believe(state: SanityState, quote: Quote, { sessions }: SanityRules): SanityState {
  if (sessions === null || !isOpen(sessions, quote.time)) return { ...state, last: quote, held: [] };
  const running = state.session !== null && quote.time < state.session.until ? state.session : null;
  const until = running?.until ?? nextClosing(sessions, quote.time) ?? Infinity;
  const begun = running?.begun ?? quote.time;
  const session = { price: mid(quote), time: quote.time, until, begun };
  const before = closeBefore(state, quote.time);
  const close = before === null || quote.time >= begun + firstPricesMs ? session : before;
  return { ...state, last: quote, held: [], session, close };
}

/** What a price of a moment is compared with: a session that is over is the last one, however short it was. */
function closeBefore({ session, close }: SanityState, time: number): SessionClose | null {
  return session !== null && time >= session.until ? session : close;
}

/**
 * The state once two operators have spoken: from now on quotes near that price are judged as everywhere else. What they have said of an
 * earlier close is read again and again, and says nothing of a later one.
 */
export function believeReal(state: SanityState, real: RealPrice): SanityState {
  return state.real !== null && real.closeTime < state.real.closeTime ? state : { ...state, real };
}

export interface OpeningGap {
  readonly close: SessionClose;
  /** The latest quote that is held back. */
  readonly quote: Quote;
}

/** The price that two operators must confirm: too far from the last session's close. Undefined while there is none. */
export function openingGap(state: SanityState, rules: SanityRules): OpeningGap | undefined {
  const quote = state.held.at(-1);
  const close = quote === undefined ? null : closeBefore(state, quote.time);
  if (quote === undefined || close === null || !isGap(state, quote, rules)) return undefined;
  return { close, quote };
}

/** Whether two prices are as near as the first one of a session must be to the last close. */
export function isNearClose(quote: Quote, close: Ticks): boolean {
  return isNear(quote, 2 * close, gapMaxPercent);
}

/**
 * Undefined while the instrument may trade. Outside trading hours (`open` false) no quote is missed. The age of a quote is by
 * its own time, also when that is in the future (a clock was set), or by when it arrived: the longer counts.
 */
export function suspension(
  state: Pick<SanityState, 'last' | 'held'>,
  rules: SanityRules,
  now: number,
  open: boolean,
  heardMsAgo = 0,
): Suspension | undefined {
  if (state.last === null) return 'unpriced';
  if (state.held.length > 0) return 'spike';
  const age = Math.max(Math.abs(now - state.last.time), heardMsAgo);
  return open && age > rules.staleAfterMs ? 'stale' : undefined;
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
function accept(state: SanityState, quote: Quote, rules: SanityRules): Checked {
  const dropped = state.held.length === 0 ? state.dropped : counted(state, 'spike', state.held.length);
  return { state: { ...believe(state, quote, rules), dropped }, verdict: accepted };
}

/** Outside of the session of the last close, and too far from it: no number of quotes makes up for what is not known. */
function isGap(state: SanityState, quote: Quote, { sessions }: SanityRules): boolean {
  const [close, real] = [closeBefore(state, quote.time), state.real];
  if (sessions === null || close === null || quote.time < close.until || isNearClose(quote, close.price)) return false;
  return real === null || real.closeTime !== close.time || !isNearClose(quote, real.price);
}

function hold(state: SanityState, quote: Quote, rules: SanityRules, gap: boolean): Checked {
  const [first, ...later] = state.held;
  if (first === undefined) return { state: { ...state, held: [quote] }, verdict: held };
  const candidates = [...later, quote];
  if (candidates.length < agreeingQuotes) return { state: { ...state, held: [first, ...candidates] }, verdict: held };
  if (!gap && agree(candidates)) {
    const confirmed = state.held.filter((one) => agree([one, ...candidates]));
    return { ...accept(state, quote, rules), verdict: { outcome: 'accepted', confirmed } };
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

/** `before` is twice a price. */
function isNear(quote: Quote, before: Ticks, percentMax: number): boolean {
  return Math.abs(twiceMid(quote) - before) * 100 <= before * percentMax;
}

function agree(quotes: readonly Quote[]): boolean {
  const prices = quotes.map(twiceMid);
  return Math.max(...prices) * 100 <= Math.min(...prices) * (100 + agreeWithinPercent);
}
