import type { SentTo } from '@assay/contract/endpoints/endpoint.ts';
import type { Position, order } from '@assay/contract/endpoints/order.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { compare, divide, formatFixed, multiply, one, parseFixed, toFixed, zero } from '@assay/domain/money/fixed.ts';
import { decideAmend } from '@assay/domain/positions/decide-amend.ts';
import { reachesTrigger } from '@assay/domain/positions/decide-open.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { amendTargets } from '@assay/domain/positions/targets/targets.ts';
import { openingAt, openingPrice, readTicks } from '@assay/domain/positions/terms.ts';
import { useQuote } from '../../../shared/feed/feed.ts';
import { holdingNow } from '../../../shared/trading/live-position.ts';
import { type TargetEntry } from '../../../shared/trading/targets/entries.ts';
import { type Until, untilOf } from '../../../shared/trading/until.ts';
import { useSteps } from './part-field.tsx';

const waitingFields = ['price', 'trigger', 'lots'] as const;
const stopFields = ['stopLoss', 'takeProfit', 'trailingStop'] as const;
export type FieldName = (typeof waitingFields)[number] | (typeof stopFields)[number];

/** What is filled in of an order. */
export interface Entry {
  readonly texts: Readonly<Record<FieldName, string>>;
  /** Their shares in lots. */
  readonly targets: readonly TargetEntry[];
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
    targets: position.targets.map(({ price, lots: share }, place) => ({ id: place + 1, price, share })),
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
export function changeOf(before: Entry, { texts, targets, until }: Entry): Change | null {
  const change: Change = {};
  for (const name of waitingFields) {
    if (texts[name] === before.texts[name]) continue;
    if (texts[name] === '') return null;
    change[name] = texts[name];
  }
  for (const name of stopFields) {
    if (texts[name] !== before.texts[name]) change[name] = texts[name] === '' ? null : texts[name];
  }
  if (isOther(targets, before.targets)) {
    if (targets.some(({ price, share }) => price === '' || share === '')) return null;
    change.targets = targets.length === 0 ? null : targets.map(wireTarget);
  }
  if (until === before.until) return change;
  const end = untilOf(until);
  return end === undefined ? null : { ...change, until: end };
}

/** Whether an order that waits would have another price or size. */
export const hasOtherTerms = (change: Change | null): boolean =>
  change !== null && waitingFields.some((name) => change[name] !== undefined);

const wireTarget = ({ price, share }: TargetEntry) => ({ price, lots: share });

function isOther(targets: readonly TargetEntry[], before: readonly TargetEntry[]): boolean {
  const said = (all: readonly TargetEntry[]) => JSON.stringify(all.map(wireTarget));
  return said(targets) !== said(before);
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

/** The price that stops lie beyond: of an open position that at which it would close, of an order that waits its own. */
function referenceOf(position: Position, entry: Entry, live: { readonly bid: string; readonly ask: string } | undefined) {
  const ticks = (text: string | null | undefined) => readTicks(text ?? '', position.priceScale);
  const now = asChanged(position, entry);
  if (position.status !== 'open') return ticks(now.limitPrice ?? now.triggerPrice);
  return ticks(position.side === 'long' ? live?.bid : live?.ask) ?? ticks(position.currentPrice);
}

/** Which of the targets the rules refuse, such as `targets.0.price`; `takeProfit` where that comes before one that stays. */
export function useWrongTarget(position: Position, entry: Entry, change: Change | null): string | null {
  const live = useQuote(position.code);
  const steps = useSteps(position);
  const reference = referenceOf(position, entry, live);
  if (change === null || steps === null || reference === undefined) return null;
  const { side, priceScale, parts } = position;
  const ticks = (text: string) => readTicks(text, priceScale) ?? null;
  const lots = toFixed(asChanged(position, entry).lots);
  const takeProfit = ticks(entry.texts.takeProfit);
  const isJudged = change.targets !== undefined || waitingFields.some((name) => change[name] !== undefined);
  const targets = amendTargets(
    { targets: isJudged ? entry.targets.map(wireTarget) : undefined, takeProfit: change.takeProfit },
    position.targets.map((target) => ({ ...target, price: ticks(target.price) ?? reference })),
    { side, priceScale, reference, takeProfit, lots, parts, steps },
  );
  return isRefused(targets) ? targets.field : null;
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
  const reference = referenceOf(position, entry, live);
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
