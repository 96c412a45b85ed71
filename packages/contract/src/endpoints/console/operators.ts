import { z } from 'zod';
import { id, isoTime, listOf, page } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';
import { operatorName, roles } from './session.ts';
import { proposed, reason } from './units.ts';

const administrator = ['administrator'] as const;

const operator = z.object({
  id,
  name: z.string(),
  roles,
  state: z
    .enum(['invited', 'active', 'disabled'])
    .describe('invited: has not chosen a password of their own and an authenticator yet'),
  createdAt: isoTime,
  disabledAt: isoTime.nullable(),
  lastUsedAt: isoTime.nullable().describe('of the sessions that are open'),
});
export type OperatorItem = z.infer<typeof operator>;

/** Operators of the console. Who they are and what they may do changes by two administrators only. */
export const operatorCalls = {
  list: deskCall({
    method: 'GET',
    path: '/operators/list',
    roles: administrator,
    summary: 'Operators, newest first',
    input: { ...page },
    result: listOf(operator),
    csv: true,
  }),
  create: deskCall({
    method: 'POST',
    path: '/operators/create',
    roles: administrator,
    summary: 'Proposes a new operator',
    input: { name: operatorName, roles, reason },
    result: proposed,
    moves: true,
  }),
  setRoles: deskCall({
    method: 'POST',
    path: '/operators/setRoles',
    roles: administrator,
    summary: 'Proposes other roles for an operator; they hold from the approval, in open sessions too',
    input: { operatorId: id, roles, reason },
    result: proposed,
    moves: true,
  }),
  disable: deskCall({
    method: 'POST',
    path: '/operators/disable',
    roles: administrator,
    summary: 'Proposes to shut an operator out',
    input: { operatorId: id, reason },
    result: proposed,
    moves: true,
  }),
  enable: deskCall({
    method: 'POST',
    path: '/operators/enable',
    roles: administrator,
    summary: 'Proposes to let an operator in again',
    input: { operatorId: id, reason },
    result: proposed,
    moves: true,
  }),
  resetAccess: deskCall({
    method: 'POST',
    path: '/operators/resetAccess',
    roles: administrator,
    summary: 'Proposes that an operator chooses password and authenticator anew, because they are lost',
    input: { operatorId: id, reason },
    result: proposed,
    moves: true,
  }),
  issuePassword: deskCall({
    method: 'POST',
    path: '/operators/issuePassword',
    roles: administrator,
    summary:
      'Makes one half of the one-time password of an operator who has none, to hand over: the first, or when another administrator has made that, the second; the operator types both with a hyphen between them',
    input: { operatorId: id },
    result: z.object({ half: z.enum(['first', 'second']), password: z.string(), validUntil: isoTime }),
  }),
  endSessions: deskCall({
    method: 'POST',
    path: '/operators/endSessions',
    roles: administrator,
    summary: 'Ends all sessions of an operator, at once and without a second person',
    input: { operatorId: id, reason },
    result: z.object({ ended: z.number().int() }),
    moves: true,
  }),
};
