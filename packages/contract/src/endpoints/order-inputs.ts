// What calls about orders have in common, as it is sent.
import { z } from 'zod';
import type { Code } from '../vocabulary/code-statuses.ts';
import { isoTime, positive } from '../vocabulary/units.ts';

/** The price that was shown, and how much worse the one of the moment may be: 11004 beyond it. Without them any price is taken. */
export const seenPrice = {
  seenPrice: positive('11004').optional(),
  maxSlippageBps: z.number().int().min(0).max(10_000).optional(),
};
/** The same of what is to be received in all. */
export const seenReceived = { seenReceived: positive('11004').optional(), maxSlippageBps: seenPrice.maxSlippageBps };
/** Lists of orders: as they were placed, or those that have ended by their ending, of a period. */
export const sorted = {
  sort: z.enum(['placed', 'ended']).default('placed'),
  from: isoTime.optional().describe('of the ending; with `sort` ended'),
  to: isoTime.optional(),
};
export const until = z
  .union([isoTime, z.literal('day')], { error: '11305' })
  .describe('until when the order waits: a time at most 90 days ahead, or the end of this UTC day');
export const bps = (refusal: Code) =>
  z.number({ error: refusal }).int({ error: refusal }).min(1, { error: refusal }).max(10_000, { error: refusal });
export const targets = z
  .array(z.object({ price: positive('11005'), lots: positive('11300') }))
  .max(5)
  .describe(
    'at most 5 prices before the take-profit, and of how many lots each closes a part: whole steps, and together all of the position, or with the smallest order left',
  );
