import { z } from 'zod';
import { idempotencyKeyCharsMax } from '../vocabulary/limits.ts';

/** How site and console ask for the outcome of a call, and the answers. */
export const outcomeInput = {
  path: z.string().max(64).describe('of the call, such as /order/buyU'),
  key: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(idempotencyKeyCharsMax),
  deadline: z
    .string()
    .regex(/^[0-9]{1,15}$/)
    .optional()
    .describe(
      'server time in ms; once it has passed, a key without an answer is closed and will never be executed. 0 closes it now',
    ),
};

export const outcomeResult = z.object({
  state: z
    .enum(['done', 'refused', 'never', 'working', 'forgotten'])
    .describe('forgotten: without an answer, and the deadline lies longer ago than answers are kept'),
  answer: z.unknown().describe('the result of the call; where it was refused code, message, fields and values'),
});
