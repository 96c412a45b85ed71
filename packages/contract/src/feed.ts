import { z } from 'zod';
import { feed as limits } from './vocabulary/limits.ts';
import { id } from './vocabulary/units.ts';

/** One entry of a quotes array. The specification names code, price and zdf; the rest is ours. */
export const feedQuote = z.object({
  code: z.string(),
  price: z.string().describe('mid'),
  zdf: z.string(),
  bid: z.string(),
  ask: z.string(),
  time: z.string(),
  /** Present and true while the instrument is suspended or closed: nothing trades on it. */
  halted: z.literal(true).optional(),
  /**
   * How many splits this price comes after; left out for none. When it changes, bars are in other units from then on.
   */
  splits: z.number().int().positive().optional(),
});
export type FeedQuote = z.infer<typeof feedQuote>;

/** What a client may send. Anything else is answered with an `error` event and, repeated, with a close. */
export const feedCommand = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('subscribe'), codes: z.array(id).max(limits.codesMax) }),
  z.strictObject({ op: z.literal('auth'), token: z.string().max(128), virtually: z.enum(['YES', 'NO']) }),
  z.strictObject({
    op: z.literal('signedAuth'),
    key: z.string().max(64),
    time: z.string().max(16).describe('as `Api-Time`'),
    window: z.string().max(8).default('').describe('as `Api-Window`'),
    virtually: z.enum(['YES', 'NO']),
    signature: z.string().max(128).describe('as that of a GET of this path, by the key'),
  }),
  z.strictObject({ op: z.literal('ping') }),
]);
export type FeedCommand = z.infer<typeof feedCommand>;

/** Objects from the server are for clients that know them; a client of the specification ignores what is not an array. */
export const feedEvent = z.object({
  event: z.enum(['order', 'balance', 'notification', 'chat', 'pong', 'authenticated', 'signedOut', 'halts', 'error']),
  data: z.unknown(),
  /** For programs that have signed in by key, of what is private: one more than the event before, unless something was lost. */
  seq: z.number().int().nonnegative().optional(),
});
export type FeedEvent = z.infer<typeof feedEvent>;
