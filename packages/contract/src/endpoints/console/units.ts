import { z } from 'zod';
import { caseOrders } from '../../vocabulary/funds.ts';
import { reasonChars } from '../../vocabulary/operators.ts';
import { decimal, id, isoTime, signedDecimal } from '../../vocabulary/units.ts';

/** An operator as others see them. */
export const operatorRef = z.object({ id, name: z.string() });
/** What a case asks for besides a second person. */
export const gate = {
  persons: z.number().int().describe('how many it needs: two, or three above what operators have set'),
  secondedBy: operatorRef.nullable().describe('the second of three, between who approved it and who ends it'),
  readyAt: isoTime.nullable().describe('before that nobody ends it as done; null: at once'),
};
/** Why an operator does something, for those who look later: 10 to 500 characters. */
export const reason = z
  .string({ error: '11073' })
  .trim()
  .min(reasonChars.min, { error: '11073' })
  .max(reasonChars.max, { error: '11073' });
/** What every act answers that waits for a second person. */
export const proposed = z.object({ proposalId: id });

const todo = z
  .enum(['YES', 'NO'])
  .default('NO')
  .describe('YES: of those that wait, what the caller may decide next: nobody else has it, and they have not had their say');

/** Filters of any cases besides their status. */
export const workFilters = {
  todo,
  from: isoTime.optional().describe('begun then or later'),
  to: isoTime.optional().describe('begun before'),
  by: z.string().trim().min(1).max(40).optional().describe('the name of an operator who has decided'),
  mine: z.enum(['YES', 'NO']).default('NO').describe('YES: which the caller has decided, or has taken on'),
};

/** Filters of money cases besides their status. */
export const caseFilters = {
  todo,
  customerId: id.optional(),
  from: isoTime.optional().describe('begun then or later'),
  to: isoTime.optional().describe('begun before'),
  coin: z
    .string()
    .regex(/^[A-Z0-9]{2,10}$/)
    .optional(),
  network: z
    .string()
    .regex(/^[A-Za-z0-9]{1,20}$/)
    .optional(),
  amountFrom: decimal.optional().describe('in their coin, so much or more'),
  amountTo: decimal.optional().describe('in their coin, so much or less'),
  hash: z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z]{4,128}$/)
    .optional()
    .describe('how the transaction begins'),
  by: z.string().trim().min(1).max(40).optional().describe('the name of an operator who has decided, as one of two'),
  mine: z.enum(['YES', 'NO']).default('NO').describe('YES: which the caller has decided, as one of two'),
  sort: z
    .enum(caseOrders)
    .optional()
    .describe('largest and smallest by their amount in coins; left out, those that wait oldest first, all others newest first'),
};
/** What waits at a desk of money. */
export const waitingSums = z.object({
  pendingReview: z.number().int(),
  approved: z.number().int().describe('by a first person'),
  totals: z
    .array(z.object({ coin: z.string(), amount: signedDecimal, cases: z.number().int() }))
    .describe('of both, largest number of cases first'),
});
