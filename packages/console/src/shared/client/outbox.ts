import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { NotSent, Outbox } from '@assay/contract/outbox.ts';
import { serverTime } from '@assay/contract/server-time.ts';
import type { z } from 'zod';
import { call } from './api.ts';
import { readSession } from './session.ts';

/** How long after the press an act of a desk may still arrive. */
const actWaitMs = 90_000;

/** The console's one way out for everything that acts. It remembers what has no answer, in memory alone. */
const outbox = new Outbox({
  newKey: () => crypto.randomUUID(),
  online: () => navigator.onLine,
  // The sign-in was an answer, and so was the page's first list.
  serverNow: async () => {
    const now = serverTime();
    if (now === null) throw new Error('the server has told no time yet');
    return now;
  },
  later: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
});

/** Acts once: the same act after silence, from whatever dialog, has the first one's key. Rejects as `call` does, or with `NotSent`. */
export async function actOnce<I extends z.ZodObject, R extends z.ZodType>(
  desk: DeskCall<I, R>,
  input: z.input<I>,
): Promise<z.output<R>> {
  const session = readSession();
  if (session === null) throw new NotSent('signedOut');
  const headers = { Authorization: session.token };
  const body = JSON.stringify(input);
  const result = await outbox.submit({
    owner: session.operator.id,
    book: 'real',
    path: desk.path,
    subject: body,
    summary: desk.path,
    waitMs: actWaitMs,
    body: [body],
    send: ({ key, deadline }, signal) =>
      call(desk, input, { idempotencyKey: key, headers: { ...headers, Deadline: String(deadline) }, signal }),
  });
  if (result === undefined) throw new NotSent('waits');
  return result;
}
