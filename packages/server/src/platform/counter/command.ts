import type { Transaction } from '../database.ts';
import type { Refusal } from '../refusal.ts';

/**
 * The priority when more commands wait than a group takes: protection of real money (stops, liquidations), people's own calls,
 * other acts on real accounts, the same on demo accounts, rounds by the clock, alerts.
 */
export const lanes = ['protection', 'people', 'real', 'demo', 'rounds', 'alerts'] as const;
export type Lane = (typeof lanes)[number];

/** A person's call that has not been begun so long after it came is not done: an order that is begun later is answered too late. */
export const waitMsMax = 8000;

/** The call behind a command: what makes a repeat of it known as one. */
export interface Call {
  /** User, book and path: the same key of another user, account or call is another key. */
  readonly scope: string;
  /** The caller's own key; without one, a name of the body: the identical body within three seconds is refused. */
  readonly key: string;
  readonly keyed: boolean;
  readonly bodyHash: Buffer;
  readonly sessionId: string;
  /** When it is too late to begin it, by `performance.now()`: fixed as it comes, whatever it waits for after that. */
  readonly until: number;
}

/** Something to be decided and booked, as a value. */
export interface Command {
  readonly lane: Lane;
  /** Null for acts of the engine and rounds, which are harmless when they are repeated. */
  readonly call: Call | null;
  /** Places of a group that it takes, one by default: what ends many orders at once is as much as several commands. */
  readonly weight?: number;
}

/** What is decided about a command. */
export type Decision<P> =
  | { readonly plan: P }
  | { readonly refusal: Refusal }
  /** Our own mistake: it fails this command and no other. */
  | { readonly failed: unknown }
  /** It depends on what another command of the group brings about: decided again in the next group. */
  | { readonly again: true }
  /**
   * It depends on something unknown at this moment: decided again once this promise resolves, which is started without locks,
   * beside the groups. Other commands of its owner continue meanwhile. Where it rejects nothing was done.
   */
  | { readonly until: () => Promise<void> };

/** What is answered once a plan is durable. */
export interface Planned {
  readonly answer: unknown;
}

/**
 * Thrown by `load` or `decide` where something must exist, and be committed, before the commands can be decided. The
 * counter creates it after their transaction has ended, and begins again: asking for a connection while holding
 * another, with locks, may deadlock.
 */
export class Unprepared extends Error {
  readonly prepare: (tx: Transaction) => Promise<void>;

  constructor(prepare: (tx: Transaction) => Promise<void>) {
    super('something must be there before this can be decided');
    this.prepare = prepare;
  }
}

/** How the commands of a group are loaded, decided and written: what the counter does not know of. */
export interface Work<C extends Command, State, P extends Planned> {
  /** The owner: what one owner waits for does not delay others. */
  ownerOf(command: C): string;
  /** Owners with rows that another transaction has locked at this moment. */
  held(commands: readonly C[]): Promise<ReadonlySet<string>>;
  /** Sends all that the decisions need, locks first, before it waits for any of it. May throw `Unprepared`, as `decide` may. */
  load(tx: Transaction, commands: readonly C[]): Promise<State>;
  /** Decides in the order of arrival; later commands see what earlier ones leave. */
  decide(tx: Transaction, state: State, commands: readonly C[]): Promise<readonly Decision<P>[]>;
  /** Sends what the plans say, without waiting: it travels with the commit. */
  write(tx: Transaction, state: State, plans: readonly P[]): void;
  /**
   * Whether these were committed was unknown, and no notification of their changes was sent: caches of them must be read again,
   * here and by subscribers.
   */
  doubt(commands: readonly C[]): void;
}
