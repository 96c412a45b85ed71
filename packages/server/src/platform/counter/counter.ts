import type { Logger } from 'pino';
import type { Database } from '../database.ts';
import { isRefusal, notDone, notKnown, tooMany } from '../refusal.ts';
import { CommitInDoubt, ConnectionLost } from '../statements/lost-connection.ts';
import { type Answered, askForAnswers, isKept, keepAnswers, readAnswers } from './answers.ts';
import { Aside } from './aside.ts';
import { type Call, type Command, type Decision, type Planned, Unprepared, type Work } from './command.ts';
import { isLocked, isWorthRepeating } from './failures.ts';
import { Lanes } from './lanes.ts';
import { Places } from './places.ts';

/** Commands, by their weights, that are written together. More would cost little less each, and let the first wait for the last. */
const groupMax = 64;
/** Calls that are under way at most; whoever comes then is told to come back. What the house does by itself takes nobody's place. */
const waitingMax = 2000;
/** Calls of one owner that are under way at most: whoever sends more makes nobody else wait. */
const placesOfOwner = 8;
/** A person's call that has not been begun by then is not done, nor one whose caller would have it sooner. */
const waitMsMax = 8000;
/** Whoever holds a lock for longer keeps nobody waiting but those who need that one. */
const groupLockMsMax = 50;
/** What these wait for it at most. */
const ownLockMsMax = 1000;
/**
 * Statements over lists are planned once, along their indexes, whatever the tables' sizes are at that moment: the planner would
 * rather know how long each list is, and plan each of them anew in every group.
 */
const settings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};
/** A group that lost a race (a deadlock, an answer given meanwhile) is decided again this often before it is split. */
const attemptsMax = 3;
/** A group for which something must be prepared more often than this is split. */
const preparedMax = 3;

interface Waiting<C> {
  readonly command: C;
  readonly deadline: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** When it was last read that nobody had answered it, by `elapsed`. */
  readAt: number;
}

/** How commands are performed together. */
interface Manner<C> {
  readonly lockMs: number;
  /** True where all are one owner's, who alone waits for what they need. */
  readonly alone: boolean;
  /** True once they have waited long for something of which nobody is known to be the owner. */
  readonly waited: boolean;
  /** To be decided again, before whatever else waits. */
  readonly putBack: (waiting: Waiting<C>) => void;
}

/** A call of this process that has not been answered yet. */
interface Pending {
  readonly call: Call;
  readonly answer: Promise<unknown>;
}

export interface CounterParts<C extends Command, State, P extends Planned> {
  readonly db: Database;
  readonly log: Logger;
  readonly work: Work<C, State, P>;
  /** Milliseconds that only ever grow. */
  readonly elapsed?: () => number;
  /** Calls of one owner that are under way at most; 8 unless told. */
  readonly placesMax?: number | undefined;
}

/**
 * Where everything hot is booked: commands are decided and written in groups, one transaction and two round trips each. A
 * group is what has come in while the last one was written, so nobody waits for company. Nothing is answered before it is
 * durable, and a command has its effect once or never: a crash loses a group whole, keys answer repeats.
 */
export class Counter<C extends Command, State, P extends Planned> {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #work: Work<C, State, P>;
  readonly #elapsed: () => number;
  readonly #lanes = new Lanes<Waiting<C>>(({ command: { weight = 1 } }) => weight);
  readonly #aside: Aside<Waiting<C>>;
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
    this.#aside = new Aside({
      ownerOf: ({ command }) => work.ownerOf(command),
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
    if (call === null) return this.#enqueue(command);
    const name = `${call.scope}|${call.key}`;
    const first = this.#pending.get(name);
    if (first !== undefined) return this.#repeat(first, command, call);
    const owner = this.#work.ownerOf(command);
    if (!this.#places.take(owner)) return Promise.resolve(tooMany(1));
    const answer = this.#enqueue(command).finally(() => {
      this.#pending.delete(name);
      this.#places.leave(owner);
    });
    this.#pending.set(name, { call, answer });
    return answer;
  }

  /** For how long the group of now has been at it, in milliseconds; 0 where nothing waits. */
  get bookingMs(): number {
    return this.#begunAt === undefined ? 0 : this.#elapsed() - this.#begunAt;
  }

  /** Takes nothing more, and finishes what waits. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#writing;
    await this.#aside.finish();
  }

  /** A repeat of a call under way has its answer; what is no true repeat is looked at when that has one. */
  async #repeat(first: Pending, command: C, call: Call): Promise<unknown> {
    const same = call.keyed && call.sessionId === first.call.sessionId && call.bodyHash.equals(first.call.bodyHash);
    if (same) return first.answer;
    await first.answer.catch(() => undefined);
    return this.submit(command);
  }

  #enqueue(command: C): Promise<unknown> {
    // What the house does by itself is never turned away for the crowd, and never told as an answer that it was not done: its
    // sender, whom nobody waits for, would take that for done.
    if (command.call === null) {
      if (this.#stopped) return Promise.reject(new Error('the counter takes nothing more'));
    } else if (this.#stopped || this.#pending.size >= waitingMax) return Promise.resolve(notDone());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waitMs = Math.min(waitMsMax, command.call?.waitMs ?? Infinity);
    const now = this.#elapsed();
    const deadline = command.call === null ? Infinity : now + waitMs;
    this.#lanes.add(command.lane, { command, deadline, resolve, reject, readAt: now });
    this.#lookAt(deadline);
    this.#writing ??= this.#write();
    return promise;
  }

  /**
   * Whoever still waits at his deadline hears that nothing was done, whatever holds up the group before: a database that hangs
   * takes no group for as long.
   */
  #lookAt(deadline: number): void {
    if (deadline >= this.#looksAt) return;
    clearTimeout(this.#look);
    this.#looksAt = deadline;
    const look = () => {
      this.#looksAt = Infinity;
      this.#inTime(this.#lanes.takeOut(this.#isLate()));
      this.#lookAt([...this.#lanes].reduce((next, waiting) => Math.min(next, waiting.deadline), Infinity));
    };
    this.#look = setTimeout(look, Math.max(1, deadline - this.#elapsed())).unref();
  }

  #isLate(): (waiting: Waiting<C>) => boolean {
    const now = this.#elapsed();
    return ({ deadline }) => deadline <= now;
  }

  /** One group after the other while anything waits. Never rejects. */
  async #write(): Promise<void> {
    // What has arrived together is seen together.
    await new Promise((resolve) => setImmediate(resolve));
    const putBack = (waiting: Waiting<C>) => this.#lanes.putBack(waiting.command.lane, waiting);
    while (this.#lanes.size > 0) {
      const group = this.#aside.without(this.#lanes.take(groupMax));
      this.#begunAt = this.#elapsed();
      await this.#perform(group, { lockMs: groupLockMsMax, alone: false, waited: false, putBack });
    }
    this.#begunAt = undefined;
    this.#writing = undefined;
  }

  #inTime(group: readonly Waiting<C>[]): Waiting<C>[] {
    const isLate = this.#isLate();
    for (const waiting of group) if (isLate(waiting)) waiting.resolve(notDone());
    return group.filter((waiting) => !isLate(waiting));
  }

  /** People are told that nothing was done, so that they need not wait for it; what the house does by itself goes on waiting. */
  #acts(group: readonly Waiting<C>[]): Waiting<C>[] {
    for (const { command, resolve } of group) if (command.call !== null) resolve(notDone());
    return group.filter(({ command }) => command.call === null);
  }

  /** Each time before writing begins, whose time is over is sent away: what went before may have taken long. */
  async #perform(asked: readonly Waiting<C>[], manner: Manner<C>, attempt = 1): Promise<void> {
    const group = this.#inTime(asked);
    if (group.length === 0) return;
    try {
      await this.#attempt(group, manner);
    } catch (error) {
      if (error instanceof CommitInDoubt) await this.#settle(group, manner, error);
      else if (error instanceof ConnectionLost) this.#notBegun(group, error);
      else if (isLocked(error) && !manner.alone) await this.#setAside(group, manner);
      else if (isWorthRepeating(error) && attempt < attemptsMax) await this.#perform(group, manner, attempt + 1);
      else await this.#split(group, manner, error);
    }
  }

  /** Whose rows somebody else holds waits for them alone; the others go on. */
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
   * What is held is nobody's account: it has been let go meanwhile, or belongs to the house, which all wait for, or it is an
   * order. Who needs that is found by halves that wait no longer than any group, and waits for it aside.
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
    const free = manner.alone ? second : this.#aside.without(second);
    for (const waiting of free) if (owners.has(ownerOf(waiting))) again.add(waiting);
    await this.#perform(
      free.filter((waiting) => !again.has(waiting)),
      own,
    );
    for (const waiting of group.toReversed()) if (again.has(waiting)) manner.putBack(waiting);
  }

  /** Between two transactions nothing is held, not even a connection: then what they need is prepared. */
  async #attempt(group: readonly Waiting<C>[], manner: Manner<C>): Promise<void> {
    const lockTimeout = { lock_timeout: String(manner.lockMs) };
    for (let prepared = 0; ; prepared += 1) {
      try {
        return await this.#book(group, manner);
      } catch (error) {
        if (!(error instanceof Unprepared) || prepared === preparedMax) throw error;
        await this.#db.transact(error.prepare, lockTimeout);
      }
    }
  }

  async #book(group: readonly Waiting<C>[], manner: Manner<C>): Promise<void> {
    const outcomes = await this.#db.transact(
      async (tx) => {
        // Sent in this order: locks first, then what is read under them.
        const loading = this.#work.load(
          tx,
          group.map(({ command }) => command),
        );
        const [loaded, answered] = await Promise.all([loading, readAnswers(tx, callsOf(group))]);
        for (const waiting of group) waiting.readAt = this.#elapsed();
        const decided = await this.#decide(group, answered, (commands) => this.#work.decide(tx, loaded, commands));
        const plans = decided.flatMap(({ decision }) => (decision !== undefined && 'plan' in decision ? [decision.plan] : []));
        this.#work.write(tx, loaded, plans);
        keepAnswers(tx, decided.flatMap(answerToKeep));
        return decided;
      },
      { ...settings, lock_timeout: String(manner.lockMs) },
    );
    const again = outcomes.flatMap((outcome) => this.#answer(outcome));
    for (const waiting of again.toReversed()) manner.putBack(waiting);
  }

  /** Repeats have their answers; the rest is decided together. */
  async #decide(
    group: readonly Waiting<C>[],
    answered: Answered,
    decide: (commands: readonly C[]) => Promise<readonly Decision<P>[]>,
  ): Promise<Outcome<C, P>[]> {
    const outcomes = group.map((waiting) => {
      const { call } = waiting.command;
      return { waiting, known: call === null ? undefined : answered(call) };
    });
    const open = outcomes.filter(({ known }) => known === undefined);
    const decisions = await decide(open.map(({ waiting }) => waiting.command));
    const byWaiting = new Map(open.map(({ waiting }, place) => [waiting, decisions[place]]));
    return outcomes.map(({ waiting, known }) => ({ waiting, known, decision: byWaiting.get(waiting) }));
  }

  /** Answers a command whose transaction is durable. What is to be decided again is answered back. */
  #answer({ waiting, known, decision }: Outcome<C, P>): Waiting<C>[] {
    if (known !== undefined) waiting.resolve(known.answer);
    else if (decision === undefined) waiting.reject(new Error('a command was not decided'));
    else if ('plan' in decision) waiting.resolve(decision.plan.answer);
    else if ('refusal' in decision) waiting.resolve(decision.refusal);
    else if ('failed' in decision) waiting.reject(decision.failed);
    else return [waiting];
    return [];
  }

  /** A statement was refused: the command behind it is found by halves, and takes none of the others with it. */
  async #split(group: readonly Waiting<C>[], manner: Manner<C>, error: unknown): Promise<void> {
    if (group.length === 1 || (manner.alone && isLocked(error))) {
      for (const { command, resolve, reject } of group) {
        if (command.call !== null && isLocked(error)) resolve(notDone());
        else reject(error);
      }
      return;
    }
    await this.#halves(group, manner);
  }

  /** No connection, and nothing written yet. */
  #notBegun(group: readonly Waiting<C>[], error: unknown): void {
    this.#log.warn({ err: error, commands: group.length }, 'a group could not be begun');
    for (const { command, resolve, reject } of group) {
      if (command.call === null) reject(error);
      else resolve(notDone());
    }
  }

  /** The connection was lost at the commit. Acts without a key are repeated by whoever sent them: that is harmless. */
  async #settle(group: readonly Waiting<C>[], { putBack }: Manner<C>, error: unknown): Promise<void> {
    this.#log.warn({ err: error, commands: group.length }, 'the commit of a group is in doubt');
    for (const { command, reject } of group) if (command.call === null) reject(error);
    const asked = group.filter(({ command }) => command.call !== null);
    const readAt = Math.min(...asked.map((waiting) => waiting.readAt));
    const answered = await askForAnswers({ db: this.#db, log: this.#log, elapsed: this.#elapsed, readAt }, callsOf(asked));
    // After it was asked, since the backend that commits was waited for then.
    this.#work.doubt();
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
  }
}

interface Outcome<C, P> {
  readonly waiting: Waiting<C>;
  /** What the call was answered before. */
  readonly known: { readonly answer: unknown } | undefined;
  readonly decision: Decision<P> | undefined;
}

function callsOf(group: readonly Waiting<Command>[]): Call[] {
  return group.flatMap(({ command }) => (command.call === null ? [] : [command.call]));
}

function answerToKeep({ waiting, decision }: Outcome<Command, Planned>): { call: Call; answer: unknown }[] {
  const { call } = waiting.command;
  if (call === null || decision === undefined) return [];
  const answer = 'plan' in decision ? decision.plan.answer : 'refusal' in decision ? decision.refusal : undefined;
  if (answer === undefined || (isRefusal(answer) && !isKept(call, answer))) return [];
  return [{ call, answer }];
}
