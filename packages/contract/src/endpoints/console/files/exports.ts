import { z } from 'zod';
import { exportStatuses, exportsKept, operatorRoles } from '../../../vocabulary/operators.ts';
import { id, isoTime } from '../../../vocabulary/units.ts';
import { deskCall } from '../desk-call.ts';

const exported = z.object({
  id,
  list: z.string().describe('the path of the call that lists'),
  status: z.enum(exportStatuses),
  lines: z.number().int().describe('so far'),
  bytes: z.number().int(),
  begunAt: isoTime,
  endedAt: isoTime.nullable(),
  keptUntil: isoTime,
});
export type DeskExport = z.infer<typeof exported>;

/**
 * Whole lists as files that the server writes in the background, however long they are and even if the page is closed.
 * They change nothing but the caller's own files, so read-only operators may use them.
 */
export const exportCalls = {
  begin: deskCall({
    method: 'POST',
    path: '/exports/begin',
    roles: operatorRoles,
    summary: `Begins to write a whole list down, behind filters as the list takes them; 404 for what is no list, 403 for whom may not take it away, 11281 while ${exportsKept} are kept`,
    input: {
      list: z
        .string()
        .max(60)
        .regex(/^\/[A-Za-z]+(?:\/[A-Za-z]+){1,2}$/),
      filters: z
        .record(z.string().regex(/^[A-Za-z]{1,40}$/), z.string().max(200))
        .refine((told) => Object.keys(told).length <= 20)
        .describe('the list’s own query, without cursor and limit'),
    },
    result: exported,
    moves: true,
  }),
  list: deskCall({
    method: 'GET',
    path: '/exports/list',
    roles: operatorRoles,
    summary: 'The caller’s own, newest first; each is kept for a day',
    input: {},
    result: z.array(exported).max(exportsKept),
  }),
  remove: deskCall({
    method: 'POST',
    path: '/exports/remove',
    roles: operatorRoles,
    summary: 'Stops one of the caller’s own, or throws its file away; refused with 404',
    input: { id },
    result: z.object({}),
    moves: true,
  }),
  file: deskCall({
    method: 'GET',
    path: '/exports/file/{id}',
    roles: operatorRoles,
    summary:
      'One of the caller’s own, whole; 404 before it is done, and for whom may not take the list away any more. The audit log tells of it',
    files: ['text/csv'],
    input: { id },
    result: z.null(),
  }),
};
