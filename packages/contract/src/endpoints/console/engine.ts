import { z } from 'zod';
import { workingRoles } from '../../vocabulary/operators.ts';
import { books } from '../../vocabulary/statuses.ts';
import { code, decimal, isoTime, listOf, page } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';

/** Whose orders the engine watches. */
export const watchedKinds = ['positions', 'spot', 'priceAlerts'] as const;

const parkedAct = z.object({
  kind: z.enum(watchedKinds),
  orderNo: z.string().describe('of an alert its id'),
  userId: z.string().nullable(),
  book: z.enum(books).nullable().describe('null of an alert'),
  code,
  bid: decimal,
  ask: decimal,
  quoteTime: isoTime.describe('of the quote that reached its price'),
  version: z.number().int().nullable().describe('how often the order has changed; null of an alert'),
  tries: z.number().int(),
  lastError: z.string(),
  parkedAt: isoTime,
  late: z.boolean().describe('parked for more than a minute: somebody is to look after it'),
});

/** What the engine could not do yet. */
export const engineCalls = {
  listParked: deskCall({
    method: 'GET',
    path: '/engine/listParked',
    roles: workingRoles,
    summary: 'Orders whose price was reached and that nothing could be done about yet, the longest first; each is tried on',
    input: page,
    result: listOf(parkedAct),
    csv: true,
  }),
};
