import type {
  CatalogueItem,
  ContractTerms as WireTerms,
  MarketDay,
  MarketFigures,
  MarketInfo,
  MarketItem,
} from '@assay/contract/endpoints/index.ts';
import type { DealLimits } from '@assay/domain/dealing/house.ts';
import { financingTimeUtc, hoursTimeZone, nextClosing, nextOpening } from '@assay/domain/market/hours.ts';
import type { ContractTerms, Instrument } from '@assay/domain/market/instrument.ts';
import { lastHourOf } from '@assay/domain/market/line.ts';
import { mid, priceOf, type Ticks } from '@assay/domain/market/quote.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, formatFixed } from '@assay/domain/money/fixed.ts';
import type { Ticker } from './ticker.ts';

/** A price as people write it: with two decimals at least, and no further zeros behind. */
export function priceText(ticks: Ticks, instrument: Instrument): string {
  return formatFixed(priceOf(ticks, instrument), Math.min(2, instrument.priceScale));
}

/** A price for a chart. Ticks and powers of ten are exact, so the quotient is the number nearest to the price. */
export function chartPrice(ticks: Ticks, instrument: Instrument): number {
  return ticks / 10 ** instrument.priceScale;
}

/** What an instrument is called: nothing that changes with a price. */
export function catalogueItem({ code, type, id, name, logo }: Instrument): CatalogueItem {
  return { code, type, id, appName: name, logo };
}

/** The line of a day, in the format of chart prices. */
export function marketLine(ticker: Ticker, now: number): number[] {
  return ticker.points(now).map((ticks) => chartPrice(ticks, ticker.instrument));
}

export function marketFigures(ticker: Ticker, now: number): MarketFigures {
  const { instrument, quote } = ticker;
  const day = ticker.day(now);
  const last = quote && mid(quote);
  const reference = day?.first ?? last;
  return {
    code: instrument.code,
    price: reference === undefined ? '' : priceText(reference, instrument),
    nowPrice: last === undefined ? '' : priceText(last, instrument),
    zdf: day?.changePercent ?? '0.00',
    open: ticker.tradable(now),
  };
}

export function marketItem(ticker: Ticker, now: number): MarketItem {
  const { code, price, nowPrice, zdf, open } = marketFigures(ticker, now);
  const { type, id, appName, logo } = catalogueItem(ticker.instrument);
  return { code, type, id, appName, logo, price, nowPrice, zdf, hundred: marketLine(ticker, now), open };
}

/** Range, turnover and last hour of a day; undefined where nothing was quoted. */
export function marketDay(ticker: Ticker, now: number, quoteToUsdt: Fixed | undefined): MarketDay | undefined {
  const { instrument } = ticker;
  const day = ticker.day(now);
  if (day === undefined) return undefined;
  return {
    code: instrument.code,
    high: priceText(day.high, instrument),
    low: priceText(day.low, instrument),
    turnover: turnoverText(day.turnoverTicks / 10 ** instrument.priceScale, quoteToUsdt),
    hour: lastHourOf(ticker.points(now)),
  };
}

/** A figure to compare by, as volumes of feeds are: a floating-point number until here. */
function turnoverText(inQuote: number, rate: Fixed | undefined): string {
  return rate === undefined ? '' : Math.round(inQuote * Number(formatFixed(rate))).toFixed(0);
}

/** `quoteToUsdt` is the last known rate; undefined when its pair was never quoted. */
export function marketInfo(
  ticker: Ticker,
  now: number,
  quoteToUsdt: Fixed | undefined,
  options: MarketInfo['options'],
  limits?: DealLimits,
): MarketInfo {
  const { instrument, quote } = ticker;
  const day = ticker.day(now);
  const text = (ticks: Ticks | undefined) => (ticks === undefined ? '' : priceText(ticks, instrument));
  return {
    ...marketItem(ticker, now),
    assetClass: instrument.assetClass,
    base: instrument.base,
    quote: instrument.quote,
    priceScale: instrument.priceScale,
    bid: text(quote?.bid),
    ask: text(quote?.ask),
    open24h: text(day?.first),
    high24h: text(day?.high),
    low24h: text(day?.low),
    turnover24h: day === undefined ? '' : (day.turnoverTicks / 10 ** instrument.priceScale).toFixed(2),
    quoteToUsdt: quoteToUsdt === undefined ? '' : formatFixed(quoteToUsdt),
    quoteTime: quote === undefined ? null : isoTime(quote.time),
    feed: ticker.kind,
    suspended: ticker.suspension(now) !== undefined,
    hours: {
      id: instrument.hours,
      timeZone: hoursTimeZone(instrument.hours),
      opensAt: isoTime(nextOpening(instrument.hours, now)),
      closesAt: isoTime(nextClosing(instrument.hours, now)),
    },
    contract: wireTerms(instrument.contract),
    options,
    spot: instrument.spot && {
      base: instrument.base,
      quote: 'USDT',
      quantityScale: instrument.spot.quantityScale,
      feeRate: formatFixed(instrument.spot.feeRate),
    },
    ...(limits !== undefined && { limits: { ...limits, dealMax: formatAmount(limits.dealMax, usdt) } }),
    plan: null,
  };
}

function wireTerms(terms: ContractTerms): WireTerms {
  return {
    lotSize: formatFixed(terms.lotSize),
    lotStep: formatFixed(terms.lotStep),
    lotsMin: formatFixed(terms.lotsMin),
    lotsMax: formatFixed(terms.lotsMax),
    leverages: [...terms.leverages],
    feeRate: formatFixed(terms.feeRate),
    maintenanceRate: formatFixed(terms.maintenanceRate),
    financingRateLong: formatFixed(terms.financingRateLong),
    financingRateShort: formatFixed(terms.financingRateShort),
    financingAt: financingTimeUtc,
  };
}

function isoTime(at: number): string;
function isoTime(at: number | null): string | null;
function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
