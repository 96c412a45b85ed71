import type { Database } from '../database.ts';
import { confirming } from '../idempotency.ts';
import { isRefusal, notDone } from '../refusal.ts';
import { type Answered, isKept, keepAnswers, nameOf, readAnswers } from './answers.ts';
import type { Call, Command, Decision, Planned, Work } from './command.ts';

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

/** A command, and the caller that awaits its outcome. */
export interface Waiting<C> {
  readonly command: C;
  /** When it is too late to begin it, by `elapsed`. */
  readonly deadline: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** When it was last read to be unanswered, by `elapsed`. */
  readAt: number;
}

export interface Booking<C extends Command, State, P extends Planned> {
  readonly db: Database;
  readonly work: Work<C, State, P>;
  readonly elapsed: () => number;
  readonly lockMs: number;
  /** Where waits what can't be decided yet. */
  readonly later: (waiting: Waiting<C>, until: () => Promise<void>) => void;
}

interface Outcome<C, P> {
  readonly waiting: Waiting<C>;
  /** What the call was answered before. */
  readonly known: { readonly answer: unknown } | undefined;
  readonly decision: Decision<P> | undefined;
}

/** Those still before their deadline; the others are answered that nothing was done. */
export function inTime<C>(group: readonly Waiting<C>[], now: number): Waiting<C>[] {
  for (const { deadline, resolve } of group) if (deadline <= now) resolve(notDone());
  return group.filter(({ deadline }) => deadline > now);
}

/** Decides and writes a group in one transaction, and answers it once that is durable. What is to be decided again is answered back. */
export async function book<C extends Command, State, P extends Planned>(
  { db, work, elapsed, lockMs, later }: Booking<C, State, P>,
  asked: readonly Waiting<C>[],
): Promise<Waiting<C>[]> {
  const outcomes = await db.transact(
    async (tx) => {
      // Others may have had all connections for long.
      const group = inTime(asked, elapsed());
      // Sent in this order: locks first, then what is read under them.
      const loading = work.load(
        tx,
        group.map(({ command }) => command),
      );
      const [loaded, answered] = await Promise.all([loading, readAnswers(tx, callsOf(group))]);
      for (const waiting of group) waiting.readAt = elapsed();
      const decided = await decide(work, group, answered, (commands) => work.decide(tx, loaded, commands));
      const plans = decided.flatMap(({ decision }) => (decision !== undefined && 'plan' in decision ? [decision.plan] : []));
      work.write(tx, loaded, plans);
      keepAnswers(tx, decided.flatMap(answerToKeep));
      if (decided.some(({ known }) => known !== undefined)) tx.withCommit(...confirming);
      return decided;
    },
    { ...settings, lock_timeout: String(lockMs) },
  );
  return outcomes.flatMap((outcome) => answer(outcome, later));
}

/** Repeats have their answers; the rest is decided together. */
async function decide<C extends Command, State, P extends Planned>(
  work: Work<C, State, P>,
  group: readonly Waiting<C>[],
  answered: Answered,
  decideAll: (commands: readonly C[]) => Promise<readonly Decision<P>[]>,
): Promise<Outcome<C, P>[]> {
  const outcomes = group.map((waiting) => {
    const { call } = waiting.command;
    return { waiting, known: call === null ? undefined : answered(call) };
  });
  const unknown = outcomes.flatMap(({ waiting, known }) => (known === undefined ? [waiting] : []));
  const later = ofTheNextGroup(work, unknown);
  const open = unknown.filter((waiting) => !later.has(waiting));
  const decisions = await decideAll(open.map(({ command }) => command));
  const byWaiting = new Map(open.map((waiting, place) => [waiting, decisions[place]]));
  for (const waiting of later) byWaiting.set(waiting, { again: true });
  return outcomes.map(({ waiting, known }) => ({ waiting, known, decision: byWaiting.get(waiting) }));
}

/**
 * Of several calls under one name the first is decided, and the others depend on its answer. One owner's stay in the order in
 * which they came.
 */
function ofTheNextGroup<C extends Command>(work: Pick<Work<C, unknown, never>, 'ownerOf'>, group: readonly Waiting<C>[]) {
  const names = new Set<string>();
  const owners = new Set<string>();
  const later = new Set<Waiting<C>>();
  for (const waiting of group) {
    const { command } = waiting;
    const owner = work.ownerOf(command);
    const name = command.call === null ? undefined : nameOf(command.call);
    if (owners.has(owner) || (name !== undefined && names.has(name))) {
      owners.add(owner);
      later.add(waiting);
    } else if (name !== undefined) names.add(name);
  }
  return later;
}

/** Answers a command whose transaction is durable. What is to be decided again is answered back. */
function answer<C extends Command, P extends Planned>(
  { waiting, known, decision }: Outcome<C, P>,
  later: Booking<C, unknown, P>['later'],
): Waiting<C>[] {
  if (known !== undefined) waiting.resolve(known.answer);
  else if (decision === undefined) waiting.reject(new Error('a command was not decided'));
  else if ('plan' in decision) waiting.resolve(decision.plan.answer);
  else if ('refusal' in decision) waiting.resolve(decision.refusal);
  else if ('failed' in decision) waiting.reject(decision.failed);
  else if ('until' in decision) later(waiting, decision.until);
  else return [waiting];
  return [];
}

export function callsOf(group: readonly Waiting<Command>[]): Call[] {
  return group.flatMap(({ command }) => (command.call === null ? [] : [command.call]));
}

function answerToKeep({ waiting, decision }: Outcome<Command, Planned>): { call: Call; answer: unknown }[] {
  const { call } = waiting.command;
  if (call === null || decision === undefined) return [];
  const kept = 'plan' in decision ? decision.plan.answer : 'refusal' in decision ? decision.refusal : undefined;
  if (kept === undefined || (isRefusal(kept) && !isKept(call, kept))) return [];
  return [{ call, answer: kept }];
}
