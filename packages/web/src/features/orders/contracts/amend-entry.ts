import type { SentTo } from '@assay/contract/endpoints/endpoint.ts';
import type { Position, order } from '@assay/contract/endpoints/order.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { decideAmend } from '@assay/domain/positions/decide-amend.ts';
import { reachesTrigger } from '@assay/domain/positions/decide-open.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { amendTargets } from '@assay/domain/positions/targets/targets.ts';
import { openingPrice, readTicks } from '@assay/domain/positions/terms.ts';
import { useQuote } from '../../../shared/feed/feed.ts';
import { useMarketInfo } from '../../../shared/trading/market/market.ts';
import { type TargetEntry } from '../../../shared/trading/targets/entries.ts';
import { type Until, untilOf } from '../../../shared/trading/until.ts';
import { stopReference } from '../../../shared/trading/waiting/refused-stops.ts';
import { withTerms } from '../../../shared/trading/waiting/with-terms.ts';
import { isFilledIn, isUnread } from '../../../shared/words/read-number.ts';
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
  /** Whether its trailing distance is a share of the price that the order waits for. */
  readonly isShare: boolean;
}

export function entryFrom(position: Position): Entry {
  const { limitPrice, triggerPrice, lots, stopLoss, takeProfit, trailingStop, trailingBps, expiresAt } = position;
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
    isShare: trailingBps !== undefined,
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
    if (!isFilledIn(texts[name])) return null;
    change[name] = texts[name];
  }
  for (const name of stopFields) {
    if (isUnread(texts[name])) return null;
    // At another price a share would be another distance than the one shown.
    const isFixed = name === 'trailingStop' && before.isShare && (change.price ?? change.trigger) !== undefined;
    if (isFixed || texts[name] !== before.texts[name]) change[name] = texts[name] === '' ? null : texts[name];
  }
  if (isOther(targets, before.targets)) {
    if (targets.some(({ price, share }) => !isFilledIn(price) || !isFilledIn(share))) return null;
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

/** An order that waits as it would be; every other one as it is. */
export function useChanged(position: Position, { texts }: Entry): Position {
  return withTerms(position, texts, useMarketInfo(position.instrumentId).data?.quoteToUsdt);
}

/** Which of the targets the rules refuse, such as `targets.0.price`; `takeProfit` where that comes before one that stays. */
export function useWrongTarget(position: Position, changed: Position, entry: Entry, change: Change | null): string | null {
  const live = useQuote(position.code);
  const steps = useSteps(position);
  const reference = stopReference(changed, live);
  if (change === null || steps === null || reference === undefined) return null;
  const { side, priceScale, parts } = position;
  const ticks = (text: string) => readTicks(text, priceScale) ?? null;
  const lots = toFixed(changed.lots);
  const takeProfit = ticks(entry.texts.takeProfit);
  const isJudged = change.targets !== undefined || hasOtherTerms(change);
  const targets = amendTargets(
    { targets: isJudged ? entry.targets.map(wireTarget) : undefined, takeProfit: change.takeProfit },
    position.targets.map((target) => ({ ...target, price: ticks(target.price) ?? reference })),
    { side, priceScale, reference, takeProfit, lots, parts, steps },
  );
  return isRefused(targets) ? targets.field : null;
}

/** The field that the rules refuse, as far as they can be asked here: size and balance the server judges. */
export function useWrongField(position: Position, changed: Position, change: Change | null): FieldName | null {
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
  const reference = stopReference(changed, live);
  if (reference === undefined) return null;
  // Stops that stay are judged by another price at which it would open.
  const staying = hasOtherTerms(change) ? position : null;
  const stop = (name: 'stopLoss' | 'takeProfit') =>
    change[name] === undefined ? (staying?.[name] ?? undefined) : change[name];
  const decision = decideAmend(
    { stopLoss: stop('stopLoss'), takeProfit: stop('takeProfit'), trailingStop: change.trailingStop },
    {
      side,
      priceScale,
      reference,
      // With other terms it is another price, which `decideWaiting` knows.
      liquidation: hasOtherTerms(change) ? null : (ticks(position.liquidationPrice) ?? null),
      stops: { stopLoss: null, takeProfit: null, trailing: null },
      open: status === 'open',
    },
  );
  return isRefused(decision) ? (stopFields.find((name) => name === decision.field) ?? 'stopLoss') : null;
}
