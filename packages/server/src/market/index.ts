export type { Market } from './market.ts';
export type { QuoteUse, UsedQuote } from './used-quotes.ts';
