import { z } from 'zod';
import { alarmRules } from '../../vocabulary/operators.ts';
import { id, isoTime, listOf, page } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';
import { operatorRef } from './units.ts';

const alarm = z.object({
  id,
  rule: z.enum(alarmRules),
  subject: z.string().describe('what it is about: a desk, a chain, a book, a proposal'),
  detail: z.string(),
  raisedAt: isoTime,
  toldAt: isoTime
    .nullable()
    .describe('when the webhook and the mail, whichever is set, had taken it; null while they have not, or none is set'),
  takenBy: operatorRef.nullable(),
  takenAt: isoTime.nullable(),
  endedAt: isoTime.nullable().describe('since when it is no more'),
});
export type Alarm = z.infer<typeof alarm>;

/** What needs attention, even when no operator is at the console. */
export const alarmCalls = {
  list: deskCall({
    method: 'GET',
    path: '/alarms/list',
    roles: ['finance', 'administrator'],
    summary: 'Alarms, newest first',
    input: { only: z.enum(['standing']).optional(), ...page },
    result: listOf(alarm),
    csv: true,
  }),
  take: deskCall({
    method: 'POST',
    path: '/alarms/take',
    roles: ['finance', 'administrator'],
    summary: 'Says that the caller looks after it; refused with 11072 when somebody else does',
    input: { id },
    result: alarm,
    moves: true,
  }),
};
