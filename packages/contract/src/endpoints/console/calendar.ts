import { z } from 'zod';
import { eventKinds, importMax, isCalendarTime } from '../../vocabulary/calendar.ts';
import { workingRoles } from '../../vocabulary/operators.ts';
import { id, isoTime, listOf, page } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';
import { operatorRef } from './units.ts';

const figure = z.string().trim().max(24);
const fields = {
  at: isoTime.refine((at) => isCalendarTime(Date.parse(at))),
  currency: z.string().regex(/^[A-Z]{3}$/),
  kind: z.enum(eventKinds),
  title: z.string().trim().max(120),
  importance: z.number().int().min(1).max(3),
  previous: figure,
  forecast: figure,
  actual: figure,
  source: z.string().trim().min(1).max(120),
};

const event = z.object({ id, ...fields, writtenBy: operatorRef, writtenAt: isoTime });
export type DeskEvent = z.infer<typeof event>;

const roles = ['support', 'finance', 'administrator'] as const;

/** Events of the economy: they say what is expected, and move no money; each keeps who wrote it and where it comes from. */
export const calendarDeskCalls = {
  list: deskCall({
    method: 'GET',
    path: '/calendar/list',
    roles: workingRoles,
    summary: 'Events that customers see, the last one entered first',
    input: page,
    result: listOf(event),
  }),
  add: deskCall({
    method: 'POST',
    path: '/calendar/add',
    roles,
    summary: 'Adds an event. Refused with 11400 where it is there already',
    input: {
      ...fields,
      title: fields.title.default(''),
      previous: figure.default(''),
      forecast: figure.default(''),
      actual: figure.default(''),
    },
    result: z.object({ id }),
    moves: true,
  }),
  amend: deskCall({
    method: 'POST',
    path: '/calendar/amend',
    roles,
    summary: 'Writes the figures of an event as they have come',
    input: { id, previous: figure.optional(), forecast: figure.optional(), actual: figure.optional() },
    result: z.object({ id }),
    moves: true,
  }),
  remove: deskCall({
    method: 'POST',
    path: '/calendar/remove',
    roles,
    summary: 'Takes an event back: customers no longer see it',
    input: { id },
    result: z.object({ id }),
    moves: true,
  }),
  import: deskCall({
    method: 'POST',
    path: '/calendar/import',
    roles,
    summary:
      'Adds the events of a file: CSV with the columns at, currency, kind, title, importance, previous, forecast, actual; or iCalendar (RFC 5545) with times in UTC. All of them or none: 11401 names the first line at fault. Those that are there already get its figures',
    input: {
      text: z.string().min(1).max(importMax.chars),
      source: fields.source,
      currency: fields.currency.optional().describe('of an iCalendar file, which names none'),
    },
    result: z.object({ added: z.number().int(), amended: z.number().int() }),
    moves: true,
  }),
};
