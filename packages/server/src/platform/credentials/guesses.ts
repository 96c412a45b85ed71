import type { Database } from '../database.ts';
import type { Limit } from '../limits/rate-limit.ts';
import { type Refusal, isRefusal } from '../refusal.ts';
import { type Budget, clearAttempts, returnAttempt, takeAttempt } from './attempts.ts';

/** How often one account's password may be guessed wrongly. */
export interface GuessLimits {
  /** From one network: what a user with a forgotten password needs. */
  readonly perNetwork: Limit;
  /** From all networks together that the account does not know; once spent, the account is besieged. */
  readonly strangers: Limit;
  /** From one unknown network while it is besieged: enough for the owner who knows the password, with one typing error. */
  readonly besieged: Limit;
}

/** Whose password is tried, and from where. `known` is a device and network that the account has been signed in from. */
export interface Guesser {
  readonly account: string;
  readonly network: string;
  readonly known: boolean;
}

/** What a guess was counted under. */
export interface Guess {
  readonly own: readonly Budget[];
  readonly shared: readonly Budget[];
}

const ofNetwork = ({ account, network }: Guesser, { perNetwork }: GuessLimits): Budget => ({
  key: `${account}:${network}`,
  ...perNetwork,
});
const ofSiege = ({ account, network }: Guesser, { besieged }: GuessLimits): Budget => ({
  key: `${account}:besieged:${network}`,
  ...besieged,
});

/**
 * Counts a guess before it is made. Guessing is slowed down, but others can't lock a user out: a known device has a budget of
 * its own, and from anywhere else the right password is still accepted twice an hour while strangers attack the account. `also`
 * are budgets that are not the account's. Refused with 429; then those that were not spent are not charged.
 */
export async function takeGuess(
  db: Database,
  now: number,
  guesser: Guesser,
  limits: GuessLimits,
  also: readonly Budget[] = [],
): Promise<Guess | Refusal> {
  const own = [ofNetwork(guesser, limits)];
  // First of all the guesser's own: once it is spent, no more of the account's can be used up from there.
  const spent = await takeAttempt(db, now, [...own, ...also]);
  if (spent !== undefined) return spent;
  if (guesser.known) return { own, shared: also };
  const strangers: Budget = { key: guesser.account, ...limits.strangers };
  const besieged = await takeAttempt(db, now, [strangers]);
  if (besieged === undefined) return { own, shared: [...also, strangers] };
  const last = ofSiege(guesser, limits);
  const refused = await takeAttempt(db, now, [last]);
  return isRefusal(refused) ? refused : { own: [...own, last], shared: also };
}

/** The guess was right: the caller's own budgets start again, and shared budgets get this attempt back. */
export async function forgiveGuess(db: Database, { own, shared }: Guess): Promise<void> {
  await clearAttempts(db, own);
  await returnAttempt(db, shared);
}

/** An owner proved in another way may try again from there. */
export async function forgetGuesses(db: Database, guesser: Guesser, limits: GuessLimits): Promise<void> {
  await clearAttempts(db, [ofNetwork(guesser, limits), ofSiege(guesser, limits)]);
}
