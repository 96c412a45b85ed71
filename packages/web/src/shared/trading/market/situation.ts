import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { FeedQuote } from '@assay/contract/feed.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { DealLimits } from '@assay/domain/dealing/house.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { type Amount, exact, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, isZero, one, parseFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { type Contracted, readTicks } from '@assay/domain/positions/terms.ts';
import { contractedOf } from './contracted.ts';

/** What the rules need to know of the instrument and of this moment, read from the wire. */
export interface Situation {
  readonly instrument: Contracted;
  readonly quote: Quote;
  /** USDT for one unit of the currency of the price. */
  readonly conversion: Fixed;
  /** Undefined while signed out or not yet known. */
  readonly available: Amount | undefined;
  /** What one order may be; undefined where nothing limits it. */
  readonly limits?: DealLimits | undefined;
}

/** The newest bid and ask: the feed's, before it has any those of the instrument's page. Null while there is no price. */
export function quoteOf(info: MarketInfo, live: FeedQuote | undefined): Quote | null {
  const { code, bid, ask, time } = live ?? { ...info, time: info.quoteTime ?? '' };
  const bidTicks = readTicks(bid, info.priceScale);
  const askTicks = readTicks(ask, info.priceScale);
  if (bidTicks === undefined || askTicks === undefined) return null;
  return { code, bid: bidTicks, ask: askTicks, time: Date.parse(time), volume: 0 };
}

/** What one order on the real account may be, read from the wire. */
export function limitsOf({ limits }: Pick<MarketInfo, 'limits'>, book: Book): DealLimits | undefined {
  if (limits === undefined || book === 'demo') return undefined;
  return { ...limits, dealMax: exact(toFixed(limits.dealMax), usdt) };
}

/** Null where the instrument has no contracts or no price yet. */
export function situationOf(info: MarketInfo, live: FeedQuote | undefined, available: string | undefined): Situation | null {
  const instrument = contractedOf(info);
  const quote = quoteOf(info, live);
  if (instrument === null || quote === null) return null;
  const conversion = parseFixed(info.quoteToUsdt);
  return {
    instrument,
    quote,
    conversion: conversion === undefined || isZero(conversion) ? one : conversion,
    available: available === undefined ? undefined : parseAmount(available, usdt),
  };
}
