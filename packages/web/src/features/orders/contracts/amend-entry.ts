import type { SentTo } from '@assay/contract/endpoints/endpoint.ts';
import type { Position, order } from '@assay/contract/endpoints/order.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { compare, divide, formatFixed, multiply, one, parseFixed, toFixed, zero } from '@assay/domain/money/fixed.ts';
import { decideAmend } from '@assay/domain/positions/decide-amend.ts';
import { reachesTrigger } from '@assay/domain/positions/decide-open.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { openingAt, openingPrice, readTicks } from '@assay/domain/positions/terms.ts';
import { useQuote } from '../../../shared/feed/feed.ts';
import { holdingNow } from '../../../shared/trading/live-position.ts';
import { type Until, untilOf } from '../../../shared/trading/until.ts';

const waitingFields = ['price', 'trigger', 'lots'] as const;
const stopFields = ['stopLoss', 'takeProfit', 'trailingStop'] as const;
export type FieldName = (typeof waitingFields)[number] | (typeof stopFields)[number];

/** What is filled in of an order. */
export interface Entry {
  readonly texts: Readonly<Record<FieldName, string>>;
  readonly until: Until;
}

export function entryFrom(position: Position): Entry {
  const { limitPrice, triggerPrice, lots, stopLoss, takeProfit, trailingStop, expiresAt } = position;
  return {
    texts: {
      price: limitPrice ?? '',
      trigger: triggerPrice ?? '',
      lots,
      stopLoss: stopLoss ?? '',
      takeProfit: takeProfit ?? '',
      trailingStop: trailingStop ?? '',
    },
    until: expiresAt ?? '',
  };
}

/** What of an order can be changed. */
export function fieldsOf({ status, limitPrice, triggerPrice, triggeredAt }: Position): FieldName[] {
  if (status !== 'awaiting') return [...stopFields];
  return [
    ...(triggerPrice === null || triggeredAt !== null ? [] : (['trigger'] as const)),
    ...(limitPrice === null ? [] : (['price'] as const)),
    'lots',
    ...stopFields,
  ];
}

type Change = Omit<SentTo<(typeof order)['amendU']>, 'id'>;

/** Only what differs is sent: a stop that stays is not judged again. Null where something is missing or the end is none. */
export function changeOf(before: Entry, { texts, until }: Entry): Change | null {
  const change: Change = {};
  for (const name of waitingFields) {
    if (texts[name] === before.texts[name]) continue;
    if (texts[name] === '') return null;
    change[name] = texts[name];
  }
  for (const name of stopFields) {
    if (texts[name] !== before.texts[name]) change[name] = texts[name] === '' ? null : texts[name];
  }
  if (until === before.until) return change;
  const end = untilOf(until);
  return end === undefined ? null : { ...change, until: end };
}

/** An order that waits as it would be; every other one as it is, and so one with a size or price that is none. */
export function asChanged(position: Position, { texts }: Entry): Position {
  const lots = parseFixed(texts.lots);
  if (position.status !== 'awaiting' || lots === undefined || compare(lots, zero) <= 0) return position;
  const { priceScale, leverage } = position;
  const priced = (had: string | null, text: string) => (had === null || readTicks(text, priceScale) === undefined ? had : text);
  const quantity = divide(multiply(lots, toFixed(position.handCount)), toFixed(position.lots), 18, 'down');
  const changed: Position = {
    ...position,
    lots: formatFixed(lots),
    handCount: formatFixed(quantity),
    limitPrice: priced(position.limitPrice, texts.price),
    triggerPrice: priced(position.triggerPrice, texts.trigger),
  };
  const holding = holdingNow(changed);
  if (holding === null) return position;
  const terms = { ...holding.terms, leverage, lots, lotSize: one, maintenanceRate: zero };
  const { margin, fee } = openingAt(terms, holding.cover.openPrice);
  const money = (value: typeof margin) => formatAmount(value, usdt);
  return { ...changed, marginUsed: money(margin), openFee: money(fee), fee: money(fee) };
}

/** The field that the rules refuse, as far as they can be asked here: size and balance the server judges. */
export function useWrongField(position: Position, entry: Entry, change: Change | null): FieldName | null {
  const live = useQuote(position.code);
  const { side, priceScale, status } = position;
  const ticks = (text: string | null | undefined) => readTicks(text ?? '', priceScale);
  const quote = live && { code: position.code, bid: ticks(live.bid) ?? 0, ask: ticks(live.ask) ?? 0, time: 0, volume: 0 };
  if (change === null || Object.keys(change).length === 0) return null;
  const trigger = ticks(change.trigger);
  if (change.trigger !== undefined && trigger === undefined) return 'trigger';
  if (trigger !== undefined && quote !== undefined && reachesTrigger(side, openingPrice(side, quote), trigger))
    return 'trigger';
  if (change.price !== undefined && ticks(change.price) === undefined) return 'price';
  const now = asChanged(position, entry);
  const closing = ticks(side === 'long' ? live?.bid : live?.ask) ?? ticks(position.currentPrice);
  const reference = status === 'open' ? closing : ticks(now.limitPrice ?? now.triggerPrice);
  if (reference === undefined) return null;
  const { stopLoss, takeProfit, trailingStop } = change;
  const decision = decideAmend(
    { stopLoss, takeProfit, trailingStop },
    {
      side,
      priceScale,
      reference,
      liquidation: status === 'open' ? (ticks(position.liquidationPrice) ?? null) : null,
      stops: { stopLoss: null, takeProfit: null, trailing: null },
      open: status === 'open',
    },
  );
  return isRefused(decision) ? (stopFields.find((name) => name === decision.field) ?? 'stopLoss') : null;
}
