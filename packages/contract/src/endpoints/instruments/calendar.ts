import { z } from 'zod';
import { calendarItemsMax, calendarTimes, eventKinds, ownKinds } from '../../vocabulary/calendar.ts';
import { newsCodesMax } from '../../vocabulary/limits.ts';
import { code, isoTime, repeated } from '../../vocabulary/units.ts';
import { endpoint } from '../endpoint.ts';

const moment = z.coerce.number().int().min(calendarTimes.from).max(calendarTimes.until);
const figure = z.string().max(24).describe('as its source writes it; empty while unknown');

const calendarItem = z.object({
  id: z.string().nullable().describe('by which one can be reminded of it; null for a day of rest'),
  at: isoTime,
  kind: z.enum([...eventKinds, ...ownKinds]),
  codes: z.array(z.string()).describe('of those that were asked about, whom it concerns'),
  currency: z.string().nullable().describe('of an event of the economy'),
  importance: z.number().int().min(1).max(3).nullable(),
  title: z.string().describe('in the words of its source; of a day of rest its name; empty where the kind says it all'),
  previous: figure,
  forecast: figure,
  actual: figure,
  source: z.string().nullable(),
  terms: z
    .object({ toUnits: z.number().int().nullable(), fromUnits: z.number().int().nullable(), perUnit: z.string().nullable() })
    .nullable()
    .describe('of a split or a dividend'),
});
export type CalendarItem = z.infer<typeof calendarItem>;

/** What is known to come. All of it is beyond the specification. */
export const calendarCalls = {
  calendar: endpoint({
    method: 'GET',
    path: '/index/calendar',
    auth: 'public',
    summary:
      'Events of the currencies of instruments, their splits and dividends, and days on which their markets rest or close early, in order (beyond the specification)',
    input: {
      codes: repeated(code, newsCodesMax),
      from: moment.optional().describe('epoch milliseconds of 1998 to 2099; a week ago where left out'),
      to: moment.optional().describe('30 days ahead where left out; at most 92 days after `from`'),
      limit: z.coerce.number().int().min(1).max(calendarItemsMax).default(100),
    },
    result: z.array(calendarItem).max(calendarItemsMax),
  }),
};
