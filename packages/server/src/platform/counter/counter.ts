import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database.ts';
import { Refusal, isRefusal } from '../refusal.ts';
import { type Answered, isKept, keepAnswers, readAnswers, settleDoubt } from './answers.ts';
import type { Call, Command, Decision, Planned, Work } from './command.ts';
import { isInDoubt, isLocked, isWorthRepeating } from './failures.ts';
import { Lanes } from './lanes.ts';

/** Commands that are written together. More would cost little less each, and let the first wait for the last. */
const groupMax = 64;
/** Commands that wait at most; whoever comes then is told to come back. */
const waitingMax = 2000;
/** A person's call that has not been begun by then is not done. */
const waitMsMax = 8000;
/** Whoever holds a lock for longer keeps nobody waiting but those who need that one. */
const lockMsMax = 1000;
/**
 * Statements over lists are planned once, along their indexes, whatever the tables' sizes are at that moment: the planner would
 * rather know how long each list is, and plan each of them anew in every group.
 */
const settings = [
  `lock_timeout = ${lockMsMax}`,
  'plan_cache_mode = force_generic_plan',
  'enable_seqscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
];
/** A group that lost a race (a deadlock, an answer given meanwhile) is decided again this often before it is split. */
const attemptsMax = 3;
/** How long a commit in doubt is asked about before that is said. */
const doubtMsMax = 4000;
const doubtPauseMs = 200;

/** Nothing was done; the same call can be made again at once. */
const notDone = () => new Refusal('503', {}, {}, 1);
/** What was done is not known yet. Never answered by anything that says that nothing has changed. */
const notKnown = () => new Refusal('11150', {}, {}, 5);

interface Waiting<C> {
  readonly command: C;
  readonly deadline: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
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
  readonly #lanes = new Lanes<Waiting<C>>();
  readonly #pending = new Map<string, Pending>();
  #writing: Promise<void> | undefined;
  #stopped = false;

  constructor({ db, log, work, elapsed = () => performance.now() }: CounterParts<C, State, P>) {
    this.#db = db;
    this.#log = log;
    this.#work = work;
    this.#elapsed = elapsed;
  }

  /**
   * Answers what the command was decided to be: its plan's answer, or a refusal. Refused with 503 when too much waits, with
   * 11150 when it is not known what became of it; rejects where our own mistake kept it from being done.
   */
  submit(command: C): Promise<unknown> {
    const { call } = command;
    if (call === null) return this.#enqueue(command);
    const name = `${call.scope}|${call.key}`;
    const first = this.#pending.get(name);
    if (first !== undefined) return this.#repeat(first, command, call);
    const answer = this.#enqueue(command).finally(() => this.#pending.delete(name));
    this.#pending.set(name, { call, answer });
    return answer;
  }

  /** Takes nothing more, and finishes what waits. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#writing;
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
    } else if (this.#stopped || this.#lanes.size >= waitingMax) return Promise.resolve(notDone());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const deadline = command.call === null ? Infinity : this.#elapsed() + waitMsMax;
    this.#lanes.add(command.lane, { command, deadline, resolve, reject });
    this.#writing ??= this.#write();
    return promise;
  }

  /** One group after the other while anything waits. Never rejects. */
  async #write(): Promise<void> {
    // What has arrived together is seen together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#lanes.size > 0) await this.#perform(this.#inTime(this.#lanes.take(groupMax)), 1);
    this.#writing = undefined;
  }

  #inTime(group: readonly Waiting<C>[]): Waiting<C>[] {
    const now = this.#elapsed();
    for (const { deadline, resolve } of group) if (deadline < now) resolve(notDone());
    return group.filter(({ deadline }) => deadline >= now);
  }

  async #perform(group: readonly Waiting<C>[], attempt: number): Promise<void> {
    if (group.length === 0) return;
    const progress = { committing: false };
    try {
      await this.#attempt(group, progress);
    } catch (error) {
      if (progress.committing && isInDoubt(error)) await this.#settle(group, error);
      else if (isInDoubt(error)) this.#notBegun(group, error);
      else if (isWorthRepeating(error) && attempt < attemptsMax) await this.#perform(group, attempt + 1);
      else await this.#split(group, error);
    }
  }

  async #attempt(group: readonly Waiting<C>[], progress: { committing: boolean }): Promise<void> {
    const outcomes = await this.#db.transact(async (tx) => {
      // Sent in this order: locks first, then what is read under them.
      const loading = this.#work.load(
        tx,
        group.map(({ command }) => command),
      );
      const [loaded, answered] = await Promise.all([loading, readAnswers(tx, callsOf(group))]);
      const decided = await this.#decide(group, answered, (commands) => this.#work.decide(tx, loaded, commands));
      progress.committing = true;
      const plans = decided.flatMap(({ decision }) => (decision !== undefined && 'plan' in decision ? [decision.plan] : []));
      this.#work.write(tx, loaded, plans);
      keepAnswers(tx, decided.flatMap(answerToKeep));
      return decided;
    }, settings);
    const again = outcomes.flatMap((outcome) => this.#answer(outcome));
    for (const waiting of again.toReversed()) this.#lanes.putBack(waiting.command.lane, waiting);
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
  async #split(group: readonly Waiting<C>[], error: unknown): Promise<void> {
    if (group.length === 1) {
      for (const { command, resolve, reject } of group) {
        if (command.call !== null && isLocked(error)) resolve(notDone());
        else reject(error);
      }
      return;
    }
    const half = Math.ceil(group.length / 2);
    await this.#perform(group.slice(0, half), 1);
    await this.#perform(group.slice(half), 1);
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
  async #settle(group: readonly Waiting<C>[], error: unknown): Promise<void> {
    this.#log.warn({ err: error, commands: group.length }, 'the commit of a group is in doubt');
    for (const { command, reject } of group) if (command.call === null) reject(error);
    const asked = group.filter(({ command }) => command.call !== null);
    const answered = await this.#ask(callsOf(asked));
    const now = this.#elapsed();
    for (const waiting of asked) {
      const { call } = waiting.command;
      if (answered === undefined || call === null) {
        waiting.resolve(notKnown());
        continue;
      }
      const known = answered(call);
      if (known !== undefined) waiting.resolve(known.answer);
      else if (waiting.deadline < now) waiting.resolve(notDone());
      else this.#lanes.add(waiting.command.lane, waiting);
    }
  }

  async #ask(calls: readonly Call[]): Promise<Answered | undefined> {
    const until = this.#elapsed() + doubtMsMax;
    for (;;) {
      try {
        return await settleDoubt(this.#db, calls);
      } catch (error) {
        if (this.#elapsed() > until) {
          this.#log.error({ err: error, calls: calls.length }, 'it is not known what became of calls');
          return undefined;
        }
        await pause(doubtPauseMs);
      }
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
