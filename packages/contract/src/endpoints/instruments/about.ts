import { z } from 'zod';
import { languages } from '../../vocabulary/languages.ts';
import { newsCodesMax } from '../../vocabulary/limits.ts';
import { assetClasses, subjectsMax } from '../../vocabulary/markets.ts';
import { code, decimal, repeated, signedDecimal } from '../../vocabulary/units.ts';
import { endpoint } from '../endpoint.ts';

const range = z.object({ high: decimal, low: decimal });
const dayMove = z.object({
  day: z.iso.date().describe('UTC'),
  change: signedDecimal.describe('percent from the close before to its own, two decimals'),
});

export const instrumentStatistics = z.object({
  since: z.iso.date().describe('the first UTC day that counts, at most 52 weeks back'),
  week: range.describe('of 7 UTC days, the running one included; of what has rested longer, its last day'),
  year: range.describe('of 52 weeks, the running day included, as far as there is history'),
  turnover: z
    .object({ mean: decimal.describe('of a day, in the currency of the price'), days: z.number().int() })
    .nullable()
    .describe('over the days with trade among the last 30 that are over: units × close'),
  volatility: decimal
    .nullable()
    .describe('√(365 / 30 × Σ ln²(close / close before)) over the last 30 UTC days; null while the history is shorter'),
  best: dayMove.nullable(),
  worst: dayMove.nullable(),
});
export type InstrumentStatistics = z.infer<typeof instrumentStatistics>;

/** Splits and dividends returned at once; the first ones are kept. */
export const actionsMax = 20;

const recordedAction = z.object({
  kind: z.enum(['split', 'reverseSplit', 'dividend']),
  toUnits: z.number().int().nullable(),
  fromUnits: z.number().int().nullable(),
  perUnit: decimal.nullable().describe('of a dividend, in the currency of the price'),
  firstDay: z.iso.date().describe('the first day of trading after it'),
  done: z.boolean(),
});
export type RecordedAction = z.infer<typeof recordedAction>;

export const instrumentProfile = z.object({
  code: z.string(),
  exchange: z.string().nullable().describe('ISO 10383 code of where what it is a price of is listed'),
  sector: z.string().nullable().describe('by the Global Industry Classification Standard'),
  lot: z.object({ count: decimal, unit: z.string() }).nullable().describe('what a lot stands for: 5,000 bushels'),
  units: z
    .object({ count: decimal, source: z.string(), asOf: z.iso.date() })
    .nullable()
    .describe('shares outstanding, units of a fund or coins there are, as two operators have recorded them'),
  alike: z.array(z.string()).max(20).describe('codes that are prices of the same thing'),
  about: z
    .object({ id: z.string(), title: z.string(), body: z.string() })
    .nullable()
    .describe('what operators have written about it, in Markdown and the language that is asked for'),
  actions: z.array(recordedAction).max(actionsMax).describe('splits and dividends, the latest first'),
});
export type InstrumentProfile = z.infer<typeof instrumentProfile>;

/** An instrument by its code, or a class of them in small letters. */
export const subject = z.union([z.enum(assetClasses), code]);
export const subjects = z.array(subject).max(subjectsMax);

const newsItem = z.object({
  id: z.string(),
  title: z.string(),
  type: z.number().int().min(5).max(6).describe('5 notice, 6 news and products'),
  publishedAt: z.iso.datetime(),
  subjects: z.array(z.string()).max(subjectsMax),
  beginning: z.string().describe('of its text in Markdown; the whole by `getContentsById`'),
});
export type NewsItem = z.infer<typeof newsItem>;

/** What an instrument is, beside its price and terms. All of it is beyond the specification. */
export const aboutCalls = {
  instrumentProfile: endpoint({
    method: 'GET',
    path: '/index/instrumentProfile',
    auth: 'public',
    summary: 'What an instrument is: listing, sector, splits and dividends (beyond the specification)',
    input: { code, lang: z.enum(languages).optional() },
    result: instrumentProfile,
  }),
  listNews: endpoint({
    method: 'GET',
    path: '/index/listNews',
    auth: 'public',
    summary: 'Notices and news about instruments or their classes, the latest first (beyond the specification)',
    input: {
      codes: repeated(code, newsCodesMax),
      lang: z.enum(languages).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    },
    result: z.array(newsItem).max(50),
  }),
  instrumentStatistics: endpoint({
    method: 'GET',
    path: '/index/instrumentStatistics',
    auth: 'public',
    summary: 'What the daily bars of an instrument tell; null where there are none (beyond the specification)',
    input: { code },
    result: instrumentStatistics.nullable(),
  }),
};
