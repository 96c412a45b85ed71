import { z } from 'zod';
import { blockCodes, coolOffPeriods, dailyLossMax, dailyLossMin, exclusionPeriods } from '../vocabulary/protection.ts';
import { decimal, isoTime, positive } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';

const block = z.object({
  code: z.enum(blockCodes).describe('what opening is refused with'),
  until: isoTime.nullable().describe('null for an exclusion for good'),
});
export type Block = z.infer<typeof block>;

/** What a customer has chosen, and what it blocks. */
export const limits = z.object({
  dailyLoss: z.object({
    limit: decimal.nullable().describe('USDT; null when there is none'),
    used: decimal.describe('what the real account has lost since 00:00 UTC, realised and with fees and financing, in USDT'),
    resetsAt: isoTime.describe('the next 00:00 UTC'),
    pending: z
      .object({ limit: decimal.nullable(), effectiveAt: isoTime })
      .nullable()
      .describe('a looser limit, or none, that waits'),
  }),
  coolOff: z.object({
    until: isoTime.nullable().describe('null when none runs'),
    endsEarlyAt: isoTime.nullable().describe('when it ends earlier, because that was asked for'),
  }),
  exclusion: z.object({ excluded: z.boolean(), until: isoTime.nullable().describe('null when there is none, or for good') }),
  looseningSeconds: z.number().int().describe('how long a loosening waits before it counts'),
  blocked: z.object({ real: block.nullable(), demo: block.nullable() }),
});
export type Limits = z.infer<typeof limits>;

/** Calls of the user module that the specification does not name: how people protect themselves. */
export const limitCalls = {
  limits: endpoint({
    method: 'GET',
    path: '/user/limits',
    auth: 'user',
    summary: 'The own daily loss limit, cool-off and self-exclusion, and what they stop (beyond the specification)',
    input: {},
    result: limits,
  }),
  setDailyLoss: endpoint({
    method: 'POST',
    path: '/user/setDailyLoss',
    auth: 'user',
    summary: `Limits what a day may cost, ${dailyLossMin} to ${dailyLossMax} USDT; null lifts it. A lower limit counts at once, a higher one or none after a wait`,
    input: { limit: positive('11135').nullable() },
    result: limits,
  }),
  setCoolOff: endpoint({
    method: 'POST',
    path: '/user/setCoolOff',
    auth: 'user',
    summary: 'Opens nothing for a while, from now on; `end` ends it earlier, after a wait',
    input: { period: z.enum([...coolOffPeriods, 'end']) },
    result: limits,
  }),
  excludeSelf: endpoint({
    method: 'POST',
    path: '/user/excludeSelf',
    auth: 'user',
    summary: 'Excludes the caller from opening anything on either account; can be lengthened, never shortened',
    input: { period: z.enum(exclusionPeriods) },
    result: limits,
  }),
};
