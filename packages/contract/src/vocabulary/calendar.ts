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

/** What stands in the calendar by itself: what companies do, and when markets rest. */
export const ownKinds = ['split', 'reverseSplit', 'dividend', 'closed', 'earlyClose'] as const;

/** Events that are told at once, and days that are looked at. */
export const calendarItemsMax = 200;
export const calendarDaysMax = 92;
/** Events of one import, and the characters of its text. */
export const importMax = { events: 500, chars: 200_000 } as const;
