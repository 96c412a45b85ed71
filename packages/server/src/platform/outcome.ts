import { order } from '@assay/contract/endpoints/order.ts';
import type { outcomeResult } from '@assay/contract/endpoints/outcome.ts';
import { allCustomerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { answersKeptHours } from '@assay/contract/vocabulary/limits.ts';
import type { z } from 'zod';
import { type Http, scopeOf, serve } from './http.ts';
import { outcomeOf } from './idempotency.ts';
import { refuse } from './refusal.ts';
import { messageOf } from './reply.ts';
import { atPrimary } from './standby/standby.ts';

/**
 * GET outcome: what became of a call whose answer was lost, for who sent it, on the account that it was sent for. A
 * program learns of calls that programs may make, and gets 11384 for others; to close a key is to make such a call
 * impossible, so one that may only read closes none.
 */
export function serveOutcome(http: Http): void {
  serve(http, order.outcome, async (call, { path, key, deadline }) => {
    const asked = allCustomerCalls.find((endpoint) => endpoint.moves && endpoint.path === path);
    if (asked === undefined) return refuse('400', { path: '400' });
    const { keyRight } = call.user;
    if (keyRight !== undefined && asked.keys === 'never') return refuse('11384');
    const until = keyRight === 'read' ? undefined : deadline;
    return tellOutcome(http, { scope: scopeOf(call, asked), key, deadline: until }, call.language);
  });
}

interface Asked {
  readonly scope: string;
  readonly key: string;
  readonly deadline?: string | undefined;
}

const keptMs = answersKeptHours * 3_600_000;

/**
 * The outcome as it is answered, in the caller's language; after its deadline a key without an answer is closed. Where
 * answers of that time are kept no more, that none is there says nothing of what was done.
 */
export async function tellOutcome(
  { db, clock }: Pick<Http, 'db' | 'clock'>,
  { scope, key, deadline }: Asked,
  language: Language,
): Promise<z.output<typeof outcomeResult>> {
  const passedMs = deadline === undefined ? -1 : clock.wall() - Number(deadline);
  const isTooOld = passedMs > keptMs && deadline !== '0';
  const outcome = await atPrimary(() => outcomeOf(db, scope, key, passedMs > 0 && !isTooOld));
  if (isTooOld && outcome.state === 'working') return { state: 'forgotten', answer: null };
  if (outcome.state === 'done') return { state: outcome.state, answer: outcome.result };
  if (outcome.state !== 'refused') return { state: outcome.state, answer: null };
  const { code, fields, values } = outcome.refusal;
  return { state: outcome.state, answer: { code, message: messageOf(outcome.refusal, language), fields, values } };
}
