import { z } from 'zod';
import { workingRoles } from '../../vocabulary/operators.ts';
import { books } from '../../vocabulary/statuses.ts';
import { code, decimal, id, isoTime, listOf, page, positive } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';
import { proposed, reason } from './units.ts';

const kind = z.enum(['split', 'reverseSplit', 'dividend']);
const day = z.string({ error: '11156' }).regex(/^\d{4}-\d{2}-\d{2}$/, { error: '11156' });
const units = z.number({ error: '11155' }).int({ error: '11155' }).min(1, { error: '11155' }).max(1000, { error: '11155' });

/** Where a corporate action is: approved and waiting for its day, under way, done, or taken back by two operators. */
export const actionStatuses = ['waiting', 'underWay', 'done', 'withdrawn'] as const;

/** What is still to be adjusted is counted up to here. */
export const leftMax = 1000;

const action = z.object({
  id,
  code,
  name: z.string(),
  kind,
  toUnits: z.number().int().nullable().describe('new units for `fromUnits` old ones; null for a dividend'),
  fromUnits: z.number().int().nullable(),
  perUnit: decimal.nullable().describe('of a dividend, in the currency of the price; null for a split'),
  firstDay: day.describe('the first that trades in new units, or without the dividend'),
  beginsAt: isoTime.describe('end of the last session before it: what is held then is adjusted'),
  status: z.enum(actionStatuses),
  contracts: z.number().int().describe('adjusted so far'),
  options: z.number().int(),
  left: z
    .number()
    .int()
    .max(leftMax)
    .nullable()
    .describe('contracts, options and price alerts still to be adjusted, 1000 for as many or more; null unless under way'),
  doneAt: isoTime.nullable(),
});
export type DeskAction = z.infer<typeof action>;

/** What may be left behind by an action. */
export const adjustedKinds = ['contracts', 'options', 'priceAlerts'] as const;

const fault = z.object({
  id: id.describe('of the action'),
  code,
  kind: z.enum(adjustedKinds),
  orderNo: z.string().describe('of an alert its id'),
  userId: z.string().nullable(),
  book: z.enum(books).nullable().describe('null of an alert'),
  tries: z.number().int(),
  lastError: z.string(),
  since: isoTime,
});

export const actionCalls = {
  list: deskCall({
    method: 'GET',
    path: '/instruments/listActions',
    roles: workingRoles,
    summary: 'Splits and dividends that two operators have recorded, newest first',
    input: page,
    result: listOf(action),
  }),
  listFaults: deskCall({
    method: 'GET',
    path: '/instruments/listActionFaults',
    roles: workingRoles,
    summary:
      'Orders that a split or dividend could not be brought to yet, the longest first: their instrument does not trade until each is adjusted, has ended, or is given back by two operators',
    input: page,
    result: listOf(fault),
    csv: true,
  }),
  propose: deskCall({
    method: 'POST',
    path: '/instruments/proposeAction',
    roles: ['finance', 'administrator'],
    summary:
      'Proposes to record a split, a reverse split or a cash dividend of a share or fund. Refused with 11155 (no such action), 11156 (first day), 11157 (another one waits), 11180 (recorded already), 11181 (not by its last price)',
    input: {
      code,
      kind,
      toUnits: units.optional(),
      fromUnits: units.optional(),
      perUnit: positive('11155').optional(),
      firstDay: day,
      reason,
    },
    result: proposed,
    moves: true,
  }),
  proposeWithdrawal: deskCall({
    method: 'POST',
    path: '/instruments/proposeActionWithdrawal',
    roles: ['finance', 'administrator'],
    summary: 'Proposes to take back an action that has not begun. Refused with 11158',
    input: { id, reason },
    result: proposed,
    moves: true,
  }),
};
