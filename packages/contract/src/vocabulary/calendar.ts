/** What an event of the economy is about; its words are the site's, in every language. */
export const eventKinds = [
  'rateDecision',
  'inflation',
  'employment',
  'unemployment',
  'growth',
  'retailSales',
  'industry',
  'confidence',
  'trade',
  'speech',
  'other',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** From "hardly noticed" to "moves markets". */
export const importances = [1, 2, 3] as const;

/** The automatic entries of the calendar: acts of companies, and days without trading. */
export const ownKinds = ['split', 'reverseSplit', 'dividend', 'closed', 'earlyClose'] as const;

/** How long before an event a reminder may come, in minutes. */
export const reminderMinutes = [5, 15, 60, 1440] as const;
export type ReminderMinutes = (typeof reminderMinutes)[number];
/** Reminders of one person that wait at the same time. */
export const remindersMax = 50;

/** What a reminder can be of: days without trading are in the hours of their market. */
export const remindedKinds = [...eventKinds, 'split', 'reverseSplit', 'dividend'] as const;

/**
 * Times that a calendar is kept for, in epoch milliseconds: since the exchange's rule is as it is, and as far ahead as is
 * needed here.
 */
export const calendarTimes = { from: Date.UTC(1998, 0, 1), until: Date.UTC(2100, 0, 1) } as const;
export const isCalendarTime = (at: number): boolean => at >= calendarTimes.from && at < calendarTimes.until;
/** Events returned at once, and days that are searched. */
export const calendarItemsMax = 200;
export const calendarDaysMax = 92;
/** Events of one import, and the characters of its text. */
export const importMax = { events: 500, chars: 200_000 } as const;
