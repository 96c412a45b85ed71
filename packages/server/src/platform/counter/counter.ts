import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database, Settings } from '../database.ts';
import { notDone, notKnown, tooMany } from '../refusal.ts';
import { CommitInDoubt, ConnectionLost } from '../statements/lost-connection.ts';
import { askForAnswers, nameOf } from './answers.ts';
import { Aside } from './aside.ts';
import { type Waiting, book, callsOf, inTime } from './booking.ts';
import { type Call, type Command, type Planned, Unprepared, type Work } from './command.ts';
import { isLocked, isTooSlow, isWorthRepeating } from './failures.ts';
import { Lanes } from './lanes.ts';
import { Later } from './later.ts';
import { Places } from './places.ts';

/** Commands, by their weights, that are written together. More would cost little less each, and let the first wait for the last. */
const groupMax = 64;
/** Calls in flight at most; further ones are refused with a retry. The house's own work does not count. */
const waitingMax = 2000;
/** Calls of one owner in flight at most, so that sending more does not delay others. */
const placesOfOwner = 8;
/** A lock held for longer delays only the commands that need it. */
const groupLockMsMax = 50;
/** What these wait for it at most. */
const ownLockMsMax = 1000;
/** A group that lost a race (a deadlock, an answer given meanwhile) is decided again this often before it is split. */
const attemptsMax = 3;
/** For how long it is looked, and how often, whether a commit in doubt still holds what its acts have locked. */
const [freeMsMax, freePauseMs] = [4000, 200];
/** A group for which something must be prepared more often than this is split. */
const preparedMax = 3;

/** How commands are performed together. */
interface Manner<C> {
  readonly lockMs: number;
  /** True where all are one owner's, who alone waits for what they need. */
  readonly alone: boolean;
  /** True once they have waited long for a lock whose owner is unknown. */
  readonly waited: boolean;
  /** To be decided again, before whatever else waits. */
  readonly putBack: (waiting: Waiting<C>) => void;
}

/** A call of this process that has not been answered yet. */
interface Pending {
  readonly call: Call;
  readonly answer: Promise<unknown>;
}

/** A call that is no true repeat is decided by itself, once there is an answer to the call under the same name. */
const isRepeat = (call: Call, first: Call): boolean =>
  call.keyed && call.sessionId === first.sessionId && call.bodyHash.equals(first.bodyHash);

export interface CounterParts<C extends Command, State, P extends Planned> {
  readonly db: Database;
  readonly log: Logger;
  readonly work: Work<C, State, P>;
  /** Milliseconds that only ever grow. */
  readonly elapsed?: () => number;
  /** Calls of one owner that are under way at most; 8 by default. */
  readonly placesMax?: number | undefined;
}

/**
 * Where everything hot is booked: commands are decided and written in groups, one transaction and two round trips each. A group
 * is what has come in while the last one was written, so no command waits for a group to fill. Nothing is answered before it is
 * durable, and a command has its effect once or never: a crash loses a group whole, keys answer repeats.
 */
export class Counter<C extends Command, State, P extends Planned> {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #work: Work<C, State, P>;
  readonly #elapsed: () => number;
  readonly #lanes = new Lanes<Waiting<C>>(({ command: { weight = 1 } }) => weight);
  readonly #aside: Aside<Waiting<C>>;
  readonly #later: Later<C>;
  readonly #pending = new Map<string, Pending>();
  readonly #places: Places;
  #writing: Promise<void> | undefined;
  /** Since when the group of now is being written. */
  #begunAt: number | undefined;
  /** When those that wait are looked at next, and by what. */
  #looksAt = Infinity;
  #look: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(parts: CounterParts<C, State, P>) {
    const { db, log, work, elapsed = () => performance.now(), placesMax = placesOfOwner } = parts;
    this.#places = new Places(placesMax);
    this.#db = db;
    this.#log = log;
    this.#work = work;
    this.#elapsed = elapsed;
    this.#later = new Later({ elapsed, back: (waiting) => this.#goOn(waiting) });
    this.#aside = new Aside({
      ownerOf: ({ command }) => work.ownerOf(command),
      elapsed,
      groupMax,
      stillWanted: (late) => this.#acts(late),
      perform: (group, putBack) => this.#perform(group, { lockMs: ownLockMsMax, alone: true, waited: false, putBack }),
    });
  }

  /**
   * Answers what the command was decided to be: its plan's answer, or a refusal. Refused with 503 when too much waits, with 429
   * when too much of its owner's is under way, with 11150 when it is not known what became of it; rejects where our own mistake
   * kept it from being done.
   */
  submit(command: C): Promise<unknown> {
    const { call } = command;
    if (call === null) {
      // Never answered as "not done": its sender does not wait and would take that for done.
      return this.#stopped ? Promise.reject(new Error('the counter takes nothing more')) : this.#enqueue(command, Infinity);
    }
    const name = nameOf(call);
    const first = this.#pending.get(name);
    if (first !== undefined && isRepeat(call, first.call)) return first.answer;
    if (this.#stopped || this.#places.size >= waitingMax) return Promise.resolve(notDone());
    const owner = this.#work.ownerOf(command);
    if (!this.#places.take(owner)) return Promise.resolve(tooMany(1));
    const answer = this.#enqueue(command, call.until).finally(() => {
      if (this.#pending.get(name) === pending) this.#pending.delete(name);
      this.#places.leave(owner);
    });
    const pending = { call, answer };
    if (first === undefined) this.#pending.set(name, pending);
    return answer;
  }

  /** For how long the group of now has been at it, in milliseconds; 0 where nothing waits. */
  get bookingMs(): number {
    return this.#begunAt === undefined ? 0 : this.#elapsed() - this.#begunAt;
  }

  /** Takes nothing more, and finishes what waits. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#later.end();
    await this.#writing;
    await this.#aside.finish();
  }

  #enqueue(command: C, deadline: number): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#lanes.add(command.lane, { command, deadline, resolve, reject, readAt: this.#elapsed() });
    this.#lookAt(deadline);
    this.#writing ??= this.#write();
    return promise;
  }

  /** What was waited for is there. */
  #goOn(waiting: Waiting<C>): void {
    this.#lanes.putBack(waiting.command.lane, waiting);
    this.#lookAt(waiting.deadline);
    this.#writing ??= this.#write();
  }

  /**
   * A caller still waiting at its deadline learns that nothing was done, whatever holds up the group before: a database
   * that hangs takes no group for as long.
   */
  #lookAt(deadline: number): void {
    if (deadline >= this.#looksAt) return;
    clearTimeout(this.#look);
    this.#looksAt = deadline;
    const look = () => {
      this.#looksAt = Infinity;
      const now = this.#elapsed();
      inTime(
        this.#lanes.takeOut((waiting) => waiting.deadline <= now),
        now,
      );
      this.#lookAt([...this.#lanes].reduce((next, waiting) => Math.min(next, waiting.deadline), Infinity));
    };
    this.#look = setTimeout(look, Math.max(1, deadline - this.#elapsed())).unref();
  }

  /** One group after the other while anything waits. Never rejects. */
  async #write(): Promise<void> {
    // What has arrived together is seen together.
    await new Promise((resolve) => setImmediate(resolve));
    const putBack = (waiting: Waiting<C>) => this.#lanes.putBack(waiting.command.lane, waiting);
    while (this.#lanes.size > 0) {
      const group = this.#aside.withoutSuspects(this.#lanes.take(groupMax));
      this.#begunAt = this.#elapsed();
      await this.#perform(group, { lockMs: groupLockMsMax, alone: false, waited: false, putBack });
    }
    this.#begunAt = undefined;
    this.#writing = undefined;
  }

  /** Callers learn that nothing was done, so that they need not wait; the house's own work keeps waiting. */
  #acts(group: readonly Waiting<C>[]): Waiting<C>[] {
    for (const { command, resolve } of group) if (command.call !== null) resolve(notDone());
    return group.filter(({ command }) => command.call === null);
  }

  /** Each time before writing begins, whose time is over is sent away: what went before may have taken long. */
  async #perform(asked: readonly Waiting<C>[], manner: Manner<C>, attempt = 1): Promise<void> {
    const group = inTime(asked, this.#elapsed());
    if (group.length === 0) return;
    try {
      await this.#attempt(group, manner);
    } catch (error) {
      if (error instanceof CommitInDoubt) await this.#doubt(group, manner, error);
      else if (isLocked(error) && !manner.alone) await this.#setAside(group, manner);
      else if (error instanceof ConnectionLost || isTooSlow(error) || isLocked(error)) this.#turnAway(group, error);
      else if (isWorthRepeating(error) && attempt < attemptsMax) await this.#perform(group, manner, attempt + 1);
      else await this.#split(group, manner, error);
    }
  }

  /** A command whose rows are locked by another transaction waits alone; the others go on. */
  async #setAside(group: readonly Waiting<C>[], manner: Manner<C>): Promise<void> {
    const commands = group.map(({ command }) => command);
    const held = await this.#work.held(commands).catch(() => new Set<string>());
    if (held.size === 0) return this.#searchHeld(group, manner);
    this.#log.info({ owners: held.size, commands: group.length }, 'a group goes on without those whose rows are held');
    const isHeld = ({ command }: Waiting<C>) => held.has(this.#work.ownerOf(command));
    this.#aside.add(group.filter(isHeld));
    await this.#perform(
      group.filter((waiting) => !isHeld(waiting)),
      manner,
    );
  }

  /**
   * The locked row is no customer's account: it was released meanwhile, or belongs to the house, which all wait for, or is an
   * order. The command that needs it is found by splitting in halves that wait no longer than any group, and then waits aside.
   */
  async #searchHeld(group: readonly Waiting<C>[], manner: Manner<C>): Promise<void> {
    if (!manner.waited) return this.#perform(group, { ...manner, lockMs: ownLockMsMax, waited: true });
    if (group.length === 1) return this.#aside.add(group);
    await this.#halves(group, { ...manner, lockMs: groupLockMsMax });
  }

  /**
   * What is put aside of the first half takes along what is behind it in the second, and so does what is to be decided again:
   * one owner's stay in the order in which they came.
   */
  async #halves(group: readonly Waiting<C>[], manner: Manner<C>): Promise<void> {
    const half = Math.ceil(group.length / 2);
    const [first, second] = [group.slice(0, half), group.slice(half)];
    const ownerOf = ({ command }: Waiting<C>) => this.#work.ownerOf(command);
    const again = new Set<Waiting<C>>();
    const own = { ...manner, putBack: (waiting: Waiting<C>) => again.add(waiting) };
    await this.#perform(first, own);
    const owners = new Set(Array.from(again, ownerOf));
    for (const waiting of second) if (owners.has(ownerOf(waiting))) again.add(waiting);
    const free = second.filter((waiting) => !again.has(waiting));
    await this.#perform(manner.alone ? free : this.#aside.without(free), own);
    for (const waiting of group.toReversed()) if (again.has(waiting)) manner.putBack(waiting);
  }

  /** Between two transactions nothing is held, not even a connection: then what they need is prepared. */
  async #attempt(group: readonly Waiting<C>[], manner: Manner<C>): Promise<void> {
    const lockTimeout = { lock_timeout: String(manner.lockMs) };
    const later = (waiting: Waiting<C>, until: () => Promise<void>) => this.#later.add(waiting, until);
    const parts = { db: this.#db, work: this.#work, elapsed: this.#elapsed, lockMs: manner.lockMs, later };
    for (let prepared = 0; ; prepared += 1) {
      try {
        const again = await book(parts, group);
        for (const waiting of again.toReversed()) manner.putBack(waiting);
        return;
      } catch (error) {
        if (!(error instanceof Unprepared) || prepared === preparedMax) throw error;
        await this.#prepare(error, lockTimeout);
      }
    }
  }

  /** Of the group itself nothing was sent. Whether it is prepared the group sees when it begins again. */
  async #prepare({ prepare }: Unprepared, settings: Settings): Promise<void> {
    try {
      await this.#db.transact(prepare, settings);
    } catch (error) {
      if (!(error instanceof CommitInDoubt)) throw error;
      this.#log.warn({ err: error }, 'what a group needs may not have been prepared');
    }
  }

  /**
   * A statement was refused: the command behind it is found by halves, and takes none of the others with it. Its sender may try again,
   * and then nothing is to be searched for.
   */
  async #split(group: readonly Waiting<C>[], manner: Manner<C>, error: unknown): Promise<void> {
    if (group.length > 1) return this.#halves(group, manner);
    this.#aside.suspect(group);
    for (const { reject } of group) reject(error);
  }

  /** Nothing was done: no connection, no lock, or no end to a statement, which halves would wait for again and again. */
  #turnAway(group: readonly Waiting<C>[], error: unknown): void {
    this.#log.warn({ err: error, commands: group.length }, 'a group was not done');
    if (isTooSlow(error)) this.#aside.suspect(group);
    for (const { command, resolve, reject } of group) {
      if (command.call === null) reject(error);
      else resolve(notDone());
    }
  }

  /** The connection was lost at the commit. The others go on until its outcome is known. */
  async #doubt(group: readonly Waiting<C>[], { alone, putBack }: Manner<C>, error: unknown): Promise<void> {
    this.#log.warn({ err: error, commands: group.length }, 'the commit of a group is in doubt');
    if (alone) await this.#settle(group, error, putBack);
    else this.#aside.hold(group, (back) => this.#settle(group, error, back));
  }

  /** Acts without a key are repeated by their sender: that is harmless. */
  async #settle(group: readonly Waiting<C>[], error: unknown, putBack: Manner<C>['putBack']): Promise<void> {
    for (const { command, reject } of group) if (command.call === null) reject(error);
    const asked = group.filter(({ command }) => command.call !== null);
    const readAt = Math.min(...asked.map((waiting) => waiting.readAt));
    const answered = await askForAnswers({ db: this.#db, log: this.#log, elapsed: this.#elapsed, readAt }, callsOf(asked));
    const now = this.#elapsed();
    for (const waiting of asked.toReversed()) {
      const { call } = waiting.command;
      if (answered === undefined || call === null) {
        waiting.resolve(notKnown());
        continue;
      }
      const known = answered(call);
      if (known !== undefined) waiting.resolve(known.answer);
      else if (waiting.deadline < now) waiting.resolve(notDone());
      else putBack(waiting);
    }
    const commands = group.map(({ command }) => command);
    // Acts have no key to ask by: but the committing backend releases its locks when it is done.
    if (asked.length < group.length) await this.#untilFree(commands);
    // After that, since subscribers look at once.
    this.#work.doubt(commands);
  }

  async #untilFree(commands: readonly C[]): Promise<void> {
    const owners = new Set(commands.map((command) => this.#work.ownerOf(command)));
    for (const until = this.#elapsed() + freeMsMax; this.#elapsed() < until; await pause(freePauseMs)) {
      const held = await this.#work.held(commands).catch(() => new Set());
      if (owners.isDisjointFrom(held)) return;
    }
  }
}
