import { ApiRefusal } from '@assay/contract/client.ts';
import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { type Intent, Outbox, type Outcome, readOutcome } from '@assay/contract/outbox.ts';
import { serverTime, stopwatch } from '@assay/contract/server-time.ts';
import { useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { call, headersOf } from './api.ts';
import { readSession } from './session.ts';

/** How long after the press an act of a desk may still arrive. */
const actWaitMs = 90_000;

/** The console's one way out for everything that acts. It remembers what has no answer, in memory alone. */
const outbox = new Outbox({
  newKey: () => crypto.randomUUID(),
  online: () => navigator.onLine,
  // The sign-in was an answer, and so was the page's first list; a computer that has slept since asks anew.
  serverNow: async () => {
    if (serverTime() === null) await call(consoleCalls.session.me, {});
    const now = serverTime();
    if (now === null) throw new Error('the server has told no time yet');
    return now;
  },
  later: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  ask,
});

/** Only the operator who acted may ask for the outcome. */
async function ask({ owner, path, key, deadline }: Intent): Promise<Outcome> {
  if (readSession()?.operator.id !== owner) return { state: 'working' };
  return readOutcome(await call(consoleCalls.session.outcome, { path, key, deadline: String(deadline) }));
}

/** An act as an operator means it. */
export interface MeantAct {
  /** What its button says. */
  readonly name: string;
  /** The thing that is acted on; left out where what is sent is all that there is. */
  readonly about?: object;
}

/**
 * What an act is known by. While one has no answer nothing else is done by the same call to the same thing: another note would make
 * it another act under another key.
 */
function actOf(owner: string, path: string, body: unknown, about: object | undefined) {
  const subject = JSON.stringify(about === undefined || Object.keys(about).length === 0 ? body : about);
  return { owner, book: 'real', path, subject } as const;
}

let lookAtActs: string | null = null;

/** Forgets what an operator has no answer of: the session that could ask for it has ended. The next sign-in says to look. */
export function dropActs(operator: string): void {
  if (outbox.drop(operator).length > 0) lookAtActs = operator;
}

/** Whether this operator's last session ended while something was without an answer; asked once. */
export function mustLookAtActs(operator: string): boolean {
  const must = lookAtActs === operator;
  if (must) lookAtActs = null;
  return must;
}

/** The same act is under way already, or has no answer yet. */
export class SameUnderWay extends Error {
  override readonly name = 'SameUnderWay';
}

/** Aborts an act in flight as far as still possible; its caller learns the outcome. */
export function cancelAct(desk: Pick<DeskCall, 'path'>, input: unknown, about?: object): void {
  const owner = readSession()?.operator.id ?? '';
  const underWay = outbox.underWay(actOf(owner, desk.path, input, about));
  if (underWay !== undefined) outbox.cancel(underWay.key);
}

const entries = () => outbox.entries;
const subscribe = (listener: () => void) => outbox.subscribe(listener);

/** What this operator has sent and has no answer to, whichever desk is open. */
export function useUnanswered(operator: string): readonly { key: string; name: string; giveUp: () => void }[] {
  return useSyncExternalStore(subscribe, entries)
    .filter(({ owner, state }) => owner === operator && state === 'unknown')
    .map(({ key, summary }) => ({ key, name: summary, giveUp: () => outbox.cancel(key) }));
}

/** Whether an act of this desk was sent and has no answer yet. */
export function useUnknownAct({ path }: Pick<DeskCall, 'path'>): boolean {
  return useSyncExternalStore(subscribe, entries).some((entry) => entry.path === path && entry.state === 'unknown');
}

/**
 * Acts once, and returns the outcome, however long it takes to be known. Rejects as `call` does, with `NotSent`, or where the
 * same is under way with `SameUnderWay`.
 */
export async function actOnce<I extends z.ZodObject, R extends z.ZodType>(
  desk: DeskCall<I, R>,
  input: z.input<I>,
  { name, about }: MeantAct,
): Promise<z.output<R>> {
  const ago = stopwatch();
  const session = readSession();
  if (session === null) throw new ApiRefusal({ code: '401', httpStatus: 401, message: '' });
  // In the name of the operator who pressed, even if another is signed in by the time it is sent.
  const headers = headersOf(session.operator.id);
  const result = await outbox.submit({
    ...actOf(session.operator.id, desk.path, input, about),
    summary: name,
    waitMs: actWaitMs,
    ago,
    send: ({ key, deadline }, signal) =>
      call(desk, input, { idempotencyKey: key, headers: { ...headers, Deadline: String(deadline) }, signal }),
  });
  if (result === undefined) throw new SameUnderWay();
  return result;
}
