import { z } from 'zod';
import { languages } from '../vocabulary/languages.ts';
import { quotedCodesMax, recentQuotes } from '../vocabulary/limits.ts';
import { assetClasses, candlePeriods, feedKinds, hoursIds, timeUnits } from '../vocabulary/markets.ts';
import { textElements } from '../vocabulary/text-nodes.ts';
import { code, decimal, id, repeated, signedDecimal } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';
import { aboutCalls } from './instruments/about.ts';
import { calendarCalls } from './instruments/calendar.ts';
import { nftCalls } from './nfts.ts';
import { proofCalls } from './proofs.ts';
import { publicSharingCalls } from './sharing.ts';
import { solvencyCalls } from './solvency.ts';

export const marketItem = z.object({
  code: z.string(),
  type: z.number().int().min(1).max(7),
  id: z.string(),
  appName: z.string(),
  logo: z.string(),
  price: z.string().describe('reference: the price 24 hours ago; empty while there is none'),
  nowPrice: z.string().describe('last price; empty while there is none'),
  zdf: z
    .string()
    .describe('signed change over 24 h in percent, two decimals; of what is closed, over those before its last price'),
  hundred: z
    .array(z.number())
    .max(100)
    .describe('prices of the hours that zdf is over, oldest first, a quarter of an hour apart'),
  open: z.boolean().describe('tradable now'),
});
export type MarketItem = z.infer<typeof marketItem>;

/** The name and group of an instrument: nothing of it changes with a price. */
export const catalogueItem = marketItem.pick({ code: true, type: true, id: true, appName: true, logo: true });
export type CatalogueItem = z.infer<typeof catalogueItem>;

export const marketFigures = marketItem
  .pick({ code: true, price: true, nowPrice: true, zdf: true, open: true })
  .extend({ hundred: marketItem.shape.hundred.optional().describe('of who asks for codes') });
export type MarketFigures = z.infer<typeof marketFigures>;

export const marketDay = z.object({
  code: z.string(),
  high: z.string(),
  low: z.string(),
  turnover: z.string().describe('in USDT, whole ones; empty while the rate of its currency is unknown'),
  hour: z
    .object({ change: z.string(), beyondUsual: z.number() })
    .describe('signed change of the last hour in percent, and its size over that of a usual hour; 0 while nothing is usual'),
});
export type MarketDay = z.infer<typeof marketDay>;

export const contractTerms = z.object({
  lotSize: decimal.describe('units of the instrument in one lot'),
  lotStep: decimal,
  lotsMin: decimal,
  lotsMax: decimal,
  leverages: z.array(z.number().int()),
  feeRate: decimal.describe('of the notional, at open and at close'),
  maintenanceRate: decimal.describe('of the notional at open'),
  financingRateLong: signedDecimal.describe('of the notional at open, a day; positive is paid by the holder'),
  financingRateShort: signedDecimal,
  financingAt: z.string().describe('UTC time of day, such as 21:00'),
});
export type ContractTerms = z.infer<typeof contractTerms>;

export const marketInfo = marketItem.extend({
  assetClass: z.enum([...assetClasses, 'plan']),
  base: z.string(),
  quote: z.string(),
  priceScale: z.number().int().describe('decimals of a price'),
  bid: z.string(),
  ask: z.string(),
  open24h: z.string(),
  high24h: z.string(),
  low24h: z.string(),
  turnover24h: z.string(),
  quoteToUsdt: z.string().describe('mid that converts the quote currency to USDT; 1 for USD and USDT'),
  quoteTime: z.iso.datetime().nullable(),
  feed: z.enum(feedKinds),
  suspended: z.boolean(),
  hours: z.object({
    id: z.enum(hoursIds).describe('which trading hours these are'),
    timeZone: z.string(),
    opensAt: z.iso.datetime().nullable(),
    closesAt: z.iso.datetime().nullable(),
  }),
  contract: contractTerms.nullable(),
  options: z.array(
    z.object({
      id: z.string(),
      count: z.number().int(),
      unit: z.enum(timeUnits),
      payoutRate: decimal,
      stakeMin: decimal,
      stakeMax: decimal,
    }),
  ),
  spot: z.object({ base: z.string(), quote: z.string(), quantityScale: z.number().int(), feeRate: decimal }).nullable(),
  limits: z
    .object({
      dealMax: decimal.describe('USDT of notional, turnover or stake that one order may have at the price shown'),
      leverageMax: z.number().int().nullable().describe('of what opens now; null while no close of the market is near'),
      coins: z
        .enum(['carried', 'claim', 'closed'])
        .optional()
        .describe(
          'of coins that are bought: a network carries them; they are a claim on the house that two operators allow; none are sold (11218)',
        ),
    })
    .optional()
    .describe('of orders on the real account; left out where no real money is at stake'),
  plan: z
    .object({
      amountMin: decimal,
      amountMax: decimal,
      penaltyRate: decimal.describe('of the amount, on leaving early'),
      startsAt: z.iso.datetime().nullable().describe('plans bought before it wait for it'),
      periods: z.array(z.object({ days: z.number().int(), dailyYield: decimal })),
    })
    .nullable(),
});
export type MarketInfo = z.infer<typeof marketInfo>;

export const candle = z.object({
  time: z.number().int().describe('start of the bar, epoch milliseconds'),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
});
export type Candle = z.infer<typeof candle>;

const recentQuote = z.object({
  time: z.number().int().describe('epoch milliseconds'),
  bid: decimal,
  ask: decimal,
});
export type RecentQuote = z.infer<typeof recentQuote>;

const content = {
  id: z.string(),
  slug: z.string().nullable().describe('a name for good, of what the product ships; also an id for `getContentsById`'),
  title: z.string(),
  type: z.number().int().min(1).max(6),
  topic: z.string().nullable().describe('a group within the type'),
  publishedAt: z.iso.datetime(),
};

const textNode = z.union([
  z.string(),
  z.object({
    element: z.enum(textElements),
    nodes: z.number().int().describe('how many of those that follow are its own'),
    href: z.string().optional(),
  }),
]);

/** A content with its text. */
const written = {
  ...content,
  body: z.string().describe('Markdown'),
  nodes: z
    .array(textNode)
    .optional()
    .describe('the same as it is read, for who asks: words, and elements, each before its own'),
};
const nodes = z.enum(['1']).optional().describe('the body also as nodes');

export const index = {
  listMarketAll: endpoint({
    method: 'GET',
    path: '/index/listMarketAll',
    auth: 'public',
    summary: 'The market: every instrument with its last price',
    input: { type: z.coerce.number().int().min(1).max(7).optional(), q: z.string().max(40).optional() },
    result: z.array(marketItem),
  }),
  listMarketHome: endpoint({
    method: 'GET',
    path: '/index/listMarketHome',
    auth: 'public',
    summary: 'A few of the market, as its list has them: what home shows first',
    input: {},
    result: z.array(marketItem),
  }),
  catalogue: endpoint({
    method: 'GET',
    path: '/index/catalogue',
    auth: 'public',
    summary: 'Names of all instruments, without figures; who has it asks by `If-None-Match` whether it is still the same',
    input: {},
    result: z.array(catalogueItem),
  }),
  quotes: endpoint({
    method: 'GET',
    path: '/index/quotes',
    auth: 'public',
    summary: 'Figures of the instruments asked for, with their lines; of all without codes, without lines',
    input: { codes: repeated(code, quotedCodesMax).optional() },
    result: z.array(marketFigures),
  }),
  listMarketDay: endpoint({
    method: 'GET',
    path: '/index/listMarketDay',
    auth: 'public',
    summary: 'What the market list leaves out: range, turnover and last hour of the same 24 h as its changes',
    input: {},
    result: z.array(marketDay),
  }),
  getKValueByCodeAndDate: endpoint({
    method: 'GET',
    path: '/index/getKValueByCodeAndDate',
    auth: 'public',
    summary: 'Candles, oldest first; closed bars never change',
    input: {
      code,
      period: z.enum(Object.keys(candlePeriods) as [keyof typeof candlePeriods]),
      from: z.coerce.number().int().nonnegative().optional(),
      to: z.coerce.number().int().nonnegative().optional(),
      limit: z.coerce.number().int().min(1).max(1500).default(500),
    },
    result: z.array(candle),
  }),
  recentQuotes: endpoint({
    method: 'GET',
    path: '/index/recentQuotes',
    auth: 'public',
    summary: 'The last quotes of an instrument as they stand on the tape, oldest first (beyond the specification)',
    input: { code, limit: z.coerce.number().int().min(1).max(recentQuotes.max).default(recentQuotes.fallback) },
    result: z.array(recentQuote).max(recentQuotes.max),
  }),
  getMarketInfo: endpoint({
    method: 'GET',
    path: '/index/getMarketInfo/{id}',
    auth: 'public',
    summary: 'One instrument with its terms, hours and 24 h figures',
    input: { id },
    result: marketInfo,
  }),
  planCoverage: endpoint({
    method: 'GET',
    path: '/index/planCoverage',
    auth: 'public',
    summary: 'What the treasury of the yield plans has, in USDT: what it cannot cover is not sold',
    input: {},
    result: z.object({
      free: decimal.describe('promised to nobody: covers the whole income of new plans'),
      committed: decimal.describe('set aside for the income of open plans, to the end'),
    }),
  }),
  listContents: endpoint({
    method: 'GET',
    path: '/index/listContents/{languageType}',
    auth: 'public',
    summary: 'Published contents by type; 1 for Chinese, 2 otherwise',
    input: {
      languageType: z.enum(['1', '2']),
      lang: z.enum(languages).optional(),
      type: z.coerce.number().int().min(1).max(6).optional(),
    },
    result: z.array(z.object(content)),
  }),
  searchContents: endpoint({
    method: 'GET',
    path: '/index/searchContents',
    auth: 'public',
    summary: 'Published contents with their bodies: at most 20 that have every word, or a type whole',
    input: {
      q: z.string().max(80).optional(),
      type: z.coerce.number().int().min(1).max(6).optional(),
      lang: z.enum(languages).optional(),
      nodes,
    },
    result: z.array(z.object(written)),
  }),
  getContentsById: endpoint({
    method: 'GET',
    path: '/index/getContentsById/{id}',
    auth: 'public',
    summary: 'One content with its body in Markdown',
    input: { id, lang: z.enum(languages).optional(), nodes },
    result: z.object(written),
  }),
  getParamByKey: endpoint({
    method: 'GET',
    path: '/index/getParamByKey/{key}',
    auth: 'public',
    summary: 'A public parameter, such as down_url or live_room_url',
    input: { key: z.string().regex(/^[a-z0-9_]{1,64}$/, { error: '10018' }) },
    result: z.object({ paramValue: z.string() }),
  }),
  ...aboutCalls,
  ...calendarCalls,
  ...nftCalls,
  ...proofCalls,
  ...solvencyCalls,
  ...publicSharingCalls,
};
