import { z } from 'zod';
import { workingRoles, parameterKinds } from '../../vocabulary/operators.ts';
import { id, isoTime, listOf, page } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';
import { operatorRef, proposed, reason } from './units.ts';

const key = z.string({ error: '10018' }).regex(/^[a-z0-9_]{1,64}$/, { error: '10018' });

const parameter = z.object({
  key,
  kind: z.enum(parameterKinds).nullable().describe('null: nothing that operators change'),
  value: z.string(),
  public: z.boolean(),
  waiting: id.nullable().describe('the proposal that would change it'),
});
export type ParameterItem = z.infer<typeof parameter>;

/** Fees, limits, terms and addresses that operators set, by two persons. */
export const parameterCalls = {
  list: deskCall({
    method: 'GET',
    path: '/parameters/list',
    roles: workingRoles,
    summary: 'Every parameter, by key',
    input: {},
    result: z.array(parameter),
  }),
  history: deskCall({
    method: 'GET',
    path: '/parameters/history',
    roles: workingRoles,
    summary: 'What a parameter was before, and who changed it; newest first',
    input: { key: key.optional(), ...page },
    result: listOf(
      z.object({
        id,
        key,
        before: z.string().nullable(),
        after: z.string(),
        changedAt: isoTime,
        proposedBy: operatorRef,
        approvedBy: operatorRef,
        reason: z.string(),
      }),
    ),
    csv: true,
  }),
  propose: deskCall({
    method: 'POST',
    path: '/parameters/propose',
    roles: ['finance', 'administrator'],
    summary: 'Proposes another value; refused with 11076 when it is not written as its kind wants it',
    input: { key, value: z.string({ error: '11076' }).trim().max(4000, { error: '11076' }), reason },
    result: proposed,
    moves: true,
  }),
};
