import { z } from 'zod';
import { reminderMinutes, remindersMax } from '../../vocabulary/calendar.ts';
import { code, id, isoTime } from '../../vocabulary/units.ts';
import { endpoint } from '../endpoint.ts';

const minutes = z.literal(reminderMinutes).describe('before it happens');
const reminder = z.object({ event: z.string(), minutes, at: isoTime.describe('when it happens') });
export type Reminder = z.infer<typeof reminder>;

/** Events of the calendar with a reminder. All of it is beyond the specification. */
export const reminderCalls = {
  calendarReminders: endpoint({
    method: 'GET',
    path: '/user/calendarReminders',
    auth: 'user',
    summary: 'Reminders that wait, the next first; one that was told is a notification (beyond the specification)',
    input: {},
    result: z.array(reminder).max(remindersMax),
  }),
  setCalendarReminder: endpoint({
    method: 'POST',
    path: '/user/setCalendarReminder',
    auth: 'user',
    summary:
      'Asks to be told of an event before it happens, at another time than before, or no more; answers those that wait. Refused with 404 for what is no event of the instrument any more, or nearer than that, with 11403 where as many wait as may',
    input: {
      event: id.describe('its `id` in the calendar'),
      code: code.describe('the instrument to which the notification leads'),
      minutes: minutes.nullable().describe('null takes it back'),
    },
    result: z.array(reminder).max(remindersMax),
  }),
};
