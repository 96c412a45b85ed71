import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { FeedQuote } from '@assay/contract/feed.ts';
import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import type { SpotOrderType } from '@assay/contract/vocabulary/statuses.ts';
import { type Ticks, mid, priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, charge, toDecimal } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, divideInteger, fixed, formatFixed, multiply, rescale, toFixed } from '@assay/domain/money/fixed.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { type SpotDecision, type SpotRequest, type SpotSituation, decideSubmit } from '@assay/domain/spot/decide-submit.ts';
import { type SpotSide, fillPrice } from '@assay/domain/spot/terms.ts';
import { quoteOf } from '../../../../shared/trading/market/situation.ts';
import { seenAt } from '../../../../shared/trading/slippage.ts';
import { type Until, untilSent } from '../../../../shared/trading/until.ts';
import { isFilledIn } from '../../../../shared/words/read-number.ts';

export interface SpotForm {
  readonly side: SpotSide;
  readonly type: SpotOrderType;
  /** The limit; of a pair the take-profit. */
  readonly price: string;
  /** What a stop-limit order begins at; of a pair the stop-loss. */
  readonly trigger: string;
  readonly until: Until;
  readonly sizeBy: 'quantity' | 'turnover';
  readonly size: string;
}

type SpotField = 'size' | 'price' | 'trigger' | 'until';

/** Without the balance: an order that it cannot carry still shows its figures. */
export type SpotPrices = Omit<SpotSituation, 'available' | 'openOrders'>;

export interface SpotPreview {
  readonly request: SpotRequest | null;
  /** The figures of the order, also where the balance forbids it. */
  readonly decision: SpotDecision | null;
  readonly blocked: { readonly code: Code | 'missing'; readonly field: SpotField } | null;
}

/** What the rules need to know, read from the wire; null where there is no spot trading or no price yet. */
export function spotPrices(info: MarketInfo, live: FeedQuote | undefined, pricesAllowed: boolean): SpotPrices | null {
  const quote = quoteOf(info, live);
  if (info.spot === null || quote === null) return null;
  const spot = { quantityScale: info.spot.quantityScale, feeRate: toFixed(info.spot.feeRate) };
  return {
    instrument: { base: info.spot.base, priceScale: info.priceScale, spot },
    quote,
    now: quote.time,
    tradable: true,
    pricesAllowed,
  };
}

export interface Balances {
  readonly usdt: Amount;
  readonly coin: Amount;
}

/** What would be sent and what would change hands, by the function with which the server decides. */
export function previewSpot(form: SpotForm, prices: SpotPrices, balances: Balances | undefined): SpotPreview {
  const missing = missingIn(form);
  if (missing !== null) return { request: null, decision: null, blocked: { code: 'missing', field: missing } };
  const waits = form.type !== 'market';
  const until = untilSent(form.until);
  const request: SpotRequest = {
    side: form.side,
    type: form.type,
    ...(waits && { price: form.price }),
    ...(hasTrigger(form) && { trigger: form.trigger }),
    ...(waits && until !== undefined && { until }),
    [form.sizeBy]: form.size,
  };
  const decision = decideSubmit(request, prices);
  if (isRefused(decision)) {
    return {
      request,
      decision: null,
      blocked: { code: decision.refused, field: fieldOf(decision.field) },
    };
  }
  const available = form.side === 'buy' ? balances?.usdt : balances?.coin;
  const short = available !== undefined && available < decision.deal.paid;
  return { request, decision, blocked: short ? { code: form.side === 'buy' ? '10011' : '11013', field: 'size' } : null };
}

export const hasTrigger = ({ type }: Pick<SpotForm, 'type'>) => type === 'stopLimit' || type === 'oco';

/** Another side is another order: its size is of something else, and a pair sells, so a buy has none. */
export function withSide(form: Pick<SpotForm, 'side' | 'type'>, side: SpotSide): Partial<SpotForm> {
  if (side === form.side) return {};
  return { side, size: '', ...(form.type === 'oco' && { type: 'limit' }) };
}

/** The first field that is still empty, in the order of the ticket. */
function missingIn(form: SpotForm): SpotField | null {
  if (hasTrigger(form) && !isFilledIn(form.trigger)) return 'trigger';
  if (form.type !== 'market' && !isFilledIn(form.price)) return 'price';
  return isFilledIn(form.size) ? null : 'size';
}

function fieldOf(name: string | null): SpotField {
  return name === 'price' || name === 'trigger' || name === 'until' ? name : 'size';
}

/** A request that names the price on the screen; what waits names its own. */
export function withSeenPrice(request: SpotRequest, { quote, instrument }: SpotPrices): SpotRequest {
  if (request.type !== 'market') return request;
  return { ...request, ...seenAt(formatFixed(priceOf(fillPrice(request.side, quote), instrument))) };
}

/** A share of what the side pays with: USDT as turnover for a buyer, coins as quantity for a seller. */
export function sizeForShare(
  form: Pick<SpotForm, 'side'>,
  prices: SpotPrices,
  balances: Balances,
  percent: number,
): Pick<SpotForm, 'size' | 'sizeBy'> {
  const share = (units: bigint) => divideInteger(units * BigInt(percent), 100n, 'down');
  if (form.side === 'buy') return { sizeBy: 'turnover', size: textOf(fixed(share(balances.usdt), usdt.scale), 2) };
  const { base, spot } = prices.instrument;
  const coins = fixed(share(balances.coin), assetOf(base).scale);
  return { sizeBy: 'quantity', size: textOf(coins, spot?.quantityScale ?? 0) };
}

/** Empty for nothing at all: an order of nothing is no order. */
function textOf(value: Fixed, scale: number): string {
  const cut = value.scale > scale ? rescale(value, scale, 'down') : value;
  return cut.units === 0n ? '' : formatFixed(cut);
}

/** Balances after an order that fills, or is placed and holds what it may pay. */
export function balancesAfter(balances: Balances, { kind, terms, deal }: SpotDecision): Record<keyof Balances, bigint> {
  const received = kind === 'fill' ? deal.net : 0n;
  return terms.side === 'buy'
    ? { usdt: balances.usdt - deal.paid, coin: balances.coin + received }
    : { usdt: balances.usdt + received, coin: balances.coin - deal.paid };
}

/** What the order costs against the middle of bid and ask, in USDT: half the spread on every coin, rounded up. */
export function spreadCost({ terms, deal }: SpotDecision, prices: SpotPrices): Amount {
  const distance: Ticks = Math.abs(deal.price - mid(prices.quote));
  return charge(multiply(toDecimal(terms.quantity, terms.base), priceOf(distance, prices.instrument)), usdt);
}
