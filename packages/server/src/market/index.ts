export { serveInstrumentsDesk } from './console.ts';
export { type ChosenFeeds, chooseFeeds } from './choose-feeds.ts';
export { logos } from './logos.ts';
export { createMarket, type MarketOptions } from './market.ts';
export type { Market } from './prices.ts';
export { type TapedQuote, lastPosition, readMark, readTape, saveMark } from './recording/batches.ts';
export type { LimitsOf, UnpricedItems } from './routes.ts';
export { type UsedQuote, recordUsedQuotes } from './used-quotes.ts';
export { priceText } from './wire.ts';
