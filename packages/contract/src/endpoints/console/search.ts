import { z } from 'zod';
import { workingRoles } from '../../vocabulary/operators.ts';
import { searchClues, searchKinds } from '../../vocabulary/search.ts';
import { id, isoTime, signedDecimal } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';

const hit = z.object({
  kind: z.enum(searchKinds),
  id: z.string().describe('what the customer calls it: an order number; of a customer the id'),
  page: id.describe('its last part on the way to its page'),
  by: z.enum(searchClues).describe('what of it is what was looked for'),
  customer: z.object({ id, userName: z.string() }),
  status: z.string().describe('in the words of its kind; of a customer how far identification is'),
  asset: z.string().nullable(),
  amount: signedDecimal.nullable(),
  at: isoTime.describe('when it began'),
});
export type SearchHit = z.infer<typeof hit>;

/** One search over all that a customer can name. */
export const searchCalls = {
  find: deskCall({
    method: 'POST',
    path: '/search/find',
    roles: workingRoles,
    summary:
      'Finds customers, cases and orders by whatever is known of them; each search is written down, by whom and whom it found, without what was typed',
    input: { query: z.string().trim().min(1).max(254) },
    result: z.object({
      hits: z
        .array(hit)
        .describe('newest first of each kind; of a desk that the caller may not open, the customer in place of the case'),
      more: z.boolean().describe('whether more is alike than is told'),
    }),
  }),
};
