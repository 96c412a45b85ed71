export { createMarket, type Market, type MarketOptions } from './market.ts';
export type { QuoteUse, UsedQuote } from './used-quotes.ts';
export { priceText } from './wire.ts';
