import { z } from 'zod';
import { workingRoles } from '../../vocabulary/operators.ts';
import { code, decimal, id, isoTime, listOf, page, positive } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';
import { proposed, reason } from './units.ts';

const recorded = z.object({
  id,
  code,
  units: decimal,
  source: z.string(),
  asOf: z.iso.date(),
  approvedAt: isoTime,
});

export const factCalls = {
  listUnits: deskCall({
    method: 'GET',
    path: '/instruments/listUnits',
    roles: workingRoles,
    summary: 'How many shares, fund units or coins there are, as two operators have recorded them, the last one first',
    input: page,
    result: listOf(recorded),
  }),
  proposeUnits: deskCall({
    method: 'POST',
    path: '/instruments/proposeUnits',
    roles: ['finance', 'administrator'],
    summary:
      'Proposes to record how many shares, fund units or coins there are: customers see the market value that follows. Refused with 11402 for what has no such number, or a day that has not come',
    input: {
      code,
      units: positive('11402'),
      source: z.string().trim().min(1).max(120),
      asOf: z.iso.date({ error: '11402' }),
      reason,
    },
    result: proposed,
    moves: true,
  }),
};
