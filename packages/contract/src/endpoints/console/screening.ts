import { z } from 'zod';
import { screened, screeningStates } from '../../vocabulary/screening.ts';
import { deskCall } from './desk-call.ts';

/** What the operator's own screening says of a case: of its names and addresses. */
export const screeningCalls = {
  state: deskCall({
    method: 'GET',
    path: '/screening/state',
    roles: ['reviewer', 'finance', 'administrator'],
    summary: 'What the screening has answered about a case; off where none is set, unknown while it has not answered',
    input: { about: z.enum(screened), caseNo: z.string().min(1).max(40) },
    result: z.object({ state: z.enum(screeningStates) }),
  }),
};
