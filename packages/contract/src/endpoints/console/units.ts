import { z } from 'zod';
import { reasonChars } from '../../vocabulary/operators.ts';
import { id, isoTime, signedDecimal } from '../../vocabulary/units.ts';

/** An operator as others see them. */
export const operatorRef = z.object({ id, name: z.string() });
/** Why an operator does something, for those who look later: 10 to 500 characters. */
export const reason = z
  .string({ error: '11073' })
  .trim()
  .min(reasonChars.min, { error: '11073' })
  .max(reasonChars.max, { error: '11073' });
/** What every act answers that waits for a second person. */
export const proposed = z.object({ proposalId: id });

/** By what cases of money are narrowed besides how they stand. */
export const caseFilters = {
  customerId: id.optional(),
  from: isoTime.optional().describe('begun then or later'),
  to: isoTime.optional().describe('begun before'),
  coin: z
    .string()
    .regex(/^[A-Z0-9]{2,10}$/)
    .optional(),
  mine: z.enum(['YES', 'NO']).default('NO').describe('YES: which the caller has decided, as one of two'),
};
/** What waits at a desk of money. */
export const waitingSums = z.object({
  pendingReview: z.number().int(),
  approved: z.number().int().describe('by a first person'),
  totals: z
    .array(z.object({ coin: z.string(), amount: signedDecimal, cases: z.number().int() }))
    .describe('of both, largest number of cases first'),
});
