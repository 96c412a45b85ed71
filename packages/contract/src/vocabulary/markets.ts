/** Asset classes of tradable instruments, in the order of the market's tabs. */
export const assetClasses = ['crypto', 'forex', 'stock', 'future', 'etf', 'metal'] as const;
export type AssetClass = (typeof assetClasses)[number];

/** What news and events may be about: an instrument by its code, or a whole class. */
export const subjectsMax = 20;

/** The specification's market types 1 to 5, and ours for what it names without a number. */
export const marketTypes = { plan: 1, crypto: 2, stock: 3, future: 4, etf: 5, forex: 6, metal: 7 } as const;
export type MarketType = (typeof marketTypes)[keyof typeof marketTypes];

/** Candle periods with their length in milliseconds. A week starts on Monday, a day at 00:00 UTC. */
export const candlePeriods = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
  '1w': 604_800_000,
} as const;
export type CandlePeriod = keyof typeof candlePeriods;

export function isCandlePeriod(text: string): text is CandlePeriod {
  return Object.hasOwn(candlePeriods, text);
}

/** Where an instrument's prices come from; shown wherever its price is. */
export const feedKinds = ['live', 'simulated', 'replay'] as const;
export type FeedKind = (typeof feedKinds)[number];

/** Names of trading hours: which days and times of day an instrument trades at. */
export const hoursIds = ['always', 'forex', 'metal', 'usEquity', 'usFuture'] as const;
export type HoursId = (typeof hoursIds)[number];

/** Units of an option's period (specification, section 3). */
export const timeUnits = ['min', 'hour', 'day', 'week', 'month'] as const;
export type TimeUnit = (typeof timeUnits)[number];
