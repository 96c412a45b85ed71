import { order } from '@assay/contract/endpoints/order.ts';
import { allCustomerCalls } from '@assay/contract/endpoints/registry.ts';
import { type Http, scopeOf, serve } from './http.ts';
import { outcomeOf } from './idempotency.ts';
import { refuse } from './refusal.ts';
import { messageOf } from './reply.ts';

/** GET outcome: what became of a call whose answer was lost, for who sent it, on the account that it was sent for. */
export function serveOutcome(http: Http): void {
  serve(http, order.outcome, async (call, { path, key, deadline }) => {
    const asked = allCustomerCalls.find((endpoint) => endpoint.moves && endpoint.path === path);
    if (asked === undefined) return refuse('400', { path: '400' });
    const closed = deadline !== undefined && Number(deadline) < http.clock.wall();
    const outcome = await outcomeOf(http.db, scopeOf(call, asked), key, closed);
    if (outcome.state === 'done') return { state: outcome.state, answer: outcome.result };
    if (outcome.state !== 'refused') return { state: outcome.state, answer: null };
    const { code, fields, values } = outcome.refusal;
    return { state: outcome.state, answer: { code, message: messageOf(outcome.refusal, call.language), fields, values } };
  });
}
