import type { Position } from '@assay/contract/endpoints/order.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { compare, divide, formatFixed, isZero, multiply, one, parseFixed, toFixed, zero } from '@assay/domain/money/fixed.ts';
import { openingAt, readTicks } from '@assay/domain/positions/terms.ts';
import { holdingNow } from '../live-position.ts';

/** Other terms of an order that waits, as they are typed or dragged; what is left out stays, and so does what is no price. */
export interface OtherTerms {
  readonly price?: string | undefined;
  readonly trigger?: string | undefined;
  readonly lots?: string | undefined;
}

const decimalsMax = 18;

/**
 * An order that waits as it would be with other terms: what it holds is decided as that of one placed now, at the conversion of now.
 * Every other order as it is, and so one with a size that is none.
 */
export function withTerms(position: Position, terms: OtherTerms, quoteToUsdt: string | undefined): Position {
  const lots = parseFixed(terms.lots ?? position.lots);
  if (position.status !== 'awaiting' || lots === undefined || compare(lots, zero) <= 0) return position;
  const { priceScale, leverage, limitPrice, triggerPrice, triggeredAt } = position;
  const priced = (had: string | null, text: string | undefined) =>
    had === null || text === undefined || readTicks(text, priceScale) === undefined ? had : text;
  const limit = priced(limitPrice, terms.price);
  const trigger = triggeredAt === null ? priced(triggerPrice, terms.trigger) : triggerPrice;
  const isSame = compare(lots, toFixed(position.lots)) === 0 && isAlike(limit, limitPrice) && isAlike(trigger, triggerPrice);
  if (isSame) return position;
  const now = parseFixed(quoteToUsdt ?? '') ?? zero;
  const changed: Position = {
    ...position,
    lots: formatFixed(lots),
    handCount: formatFixed(divide(multiply(lots, toFixed(position.handCount)), toFixed(position.lots), decimalsMax, 'down')),
    limitPrice: limit,
    triggerPrice: trigger,
    conversion: isZero(now) ? position.conversion : formatFixed(now),
  };
  const holding = holdingNow(changed);
  if (holding === null) return position;
  const whole = { ...holding.terms, leverage, lots, lotSize: one, maintenanceRate: zero };
  const { margin, fee } = openingAt(whole, holding.cover.openPrice);
  const money = (value: typeof margin) => formatAmount(value, usdt);
  return { ...changed, marginUsed: money(margin), openFee: money(fee), fee: money(fee) };
}

const isAlike = (now: string | null, before: string | null): boolean =>
  now === before || (now !== null && before !== null && compare(toFixed(now), toFixed(before)) === 0);
