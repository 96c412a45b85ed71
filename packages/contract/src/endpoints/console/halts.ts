import { z } from 'zod';
import { haltMessageCharsMax, haltScopes } from '../../vocabulary/halts.ts';
import { operatorRoles } from '../../vocabulary/operators.ts';
import { id, isoTime, listOf, page } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';
import { operatorRef, proposed, reason } from './units.ts';

const stops = ['finance', 'administrator'] as const;

const halt = z.object({
  id,
  scope: z.enum(haltScopes),
  subject: z.string().nullable().describe('the code of an instrument, or a class; null of all others'),
  reason: z.string(),
  message: z
    .string()
    .nullable()
    .describe('what customers read of it, besides that it is, once a second person has confirmed it'),
  begunBy: operatorRef,
  begunAt: isoTime,
  confirmedBy: operatorRef.nullable().describe('the second person, by whom a stop of withdrawals lasts and a message is shown'),
  lapsesAt: isoTime.nullable().describe('when it ends by itself'),
  endedAt: isoTime.nullable(),
  endedBy: operatorRef.nullable().describe('who approved that it ends'),
  inForce: z.boolean(),
});
export type Halt = z.infer<typeof halt>;

/**
 * Brakes: one person stops, two resume. Existing orders are closed, cancelled, liquidated and settled as ever, at accepted
 * quotes: a brake can't change an outcome.
 */
export const haltCalls = {
  list: deskCall({
    method: 'GET',
    path: '/halts/list',
    roles: operatorRoles,
    summary: 'What is stopped and what was, newest first',
    input: { only: z.enum(['inForce']).optional(), ...page },
    result: listOf(halt),
    csv: true,
  }),
  begin: deskCall({
    method: 'POST',
    path: '/halts/begin',
    roles: stops,
    summary:
      'Stops what opens in an instrument, a class or everywhere, withdrawals, or registrations, at once and for all customers; withdrawals for 24 hours unless a second person confirms it. Refused with 11411 where it is stopped already, and with 11070 where withdrawals that the same person had stopped alone went on by themselves within the last 7 days',
    input: {
      scope: z.enum(haltScopes),
      subject: z.string().max(40).nullable().default(null),
      reason,
      message: z.string().trim().min(1).max(haltMessageCharsMax).nullable().default(null),
    },
    result: halt,
    moves: true,
  }),
  confirm: deskCall({
    method: 'POST',
    path: '/halts/confirm',
    roles: stops,
    summary:
      'Says as a second person that withdrawals stay stopped until two resume them, and that customers are shown the message; refused with 11059 where neither waits for it, and 11070',
    input: { id },
    result: halt,
    moves: true,
  }),
  proposeEnd: deskCall({
    method: 'POST',
    path: '/halts/proposeEnd',
    roles: stops,
    summary: 'Proposes to resume what is stopped',
    input: { id, reason },
    result: proposed,
    moves: true,
  }),
};
