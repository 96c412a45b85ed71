import { searchCalls } from '@assay/contract/endpoints/console/search.ts';
import { searchesPerMinuteMax } from '@assay/contract/vocabulary/search.ts';
import { type Desk, actorOf, appendAudit, serveDesk } from '../operators/index.ts';
import { tooMany } from '../platform/refusal.ts';
import { findAnything } from './find.ts';

/**
 * POST search/find. Each search is written to the audit log before its caller gets the result: with the kinds of clue and the
 * customers found. What was typed is not recorded, since names can't be erased from the log.
 */
export function serveSearchDesk(desk: Desk, { secret }: { readonly secret: string }): void {
  const { db, clock, parts } = desk;
  serveDesk(desk, searchCalls.find, async (call, { query }) => {
    const waitMs = parts.limit(`search:${call.operator.id}`, { max: searchesPerMinuteMax, windowMs: 60_000 });
    if (waitMs > 0) return tooMany(waitMs / 1000);
    const { clues, ...found } = await findAnything(db, secret, query, call.operator.roles);
    const customers = [...new Set(found.hits.map(({ customer }) => customer.id))];
    await appendAudit(db, clock.wall(), actorOf(call), {
      action: 'search.made',
      subject: `search:${clues.join('+')}`,
      details: { customers, hits: found.hits.length },
    });
    return found;
  });
}
