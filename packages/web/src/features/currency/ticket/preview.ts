import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import type { Ticks } from '@assay/domain/market/quote.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, amount, least, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, formatFixed, isZero, parseFixed, rescale } from '@assay/domain/money/fixed.ts';
import { type OpenDecision, type OpenRequest, type OrderType, decideOpen } from '@assay/domain/positions/decide-open.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { type TargetRequest, lotsOfShares } from '@assay/domain/positions/targets/targets.ts';
import { type Side, type Terms, openingAt, openingPrice, readTicks, termsFor } from '@assay/domain/positions/terms.ts';
import { largestLots, priceForProfit, profitOfPercent } from '@assay/domain/positions/ticket.ts';
import type { Situation } from '../../../shared/trading/market/situation.ts';
import { seenAt } from '../../../shared/trading/slippage.ts';
import { type TargetEntry } from '../../../shared/trading/targets/entries.ts';
import { type Until, untilOf } from '../../../shared/trading/until.ts';
import { isFilledIn, isUnread } from '../../../shared/words/read-number.ts';

/** How a stop is written down: as a price, as percent of the margin, or as an amount of USDT won or lost. */
export const stopKinds = ['price', 'percent', 'amount'] as const;
export type StopKind = (typeof stopKinds)[number];

export interface StopEntry {
  readonly by: StopKind;
  readonly text: string;
}

/** A trailing distance, as a price or as percent of the price at which the order opens. */
export interface TrailingEntry {
  readonly by: 'price' | 'percent';
  readonly text: string;
}

export interface TicketForm {
  readonly side: Side;
  readonly type: OrderType;
  readonly sizeBy: 'lots' | 'amount';
  /** Lots, or what margin and fee may cost together, as `sizeBy` says. */
  readonly size: string;
  readonly leverage: number;
  readonly price: string;
  readonly trigger: string;
  readonly until: Until;
  readonly stopLoss: StopEntry;
  readonly takeProfit: StopEntry;
  /** Their shares in percent of the order. */
  readonly targets: readonly TargetEntry[];
  readonly trailing: TrailingEntry;
}

export type Field = 'size' | 'price' | 'trigger' | 'until' | 'trailing' | 'leverage' | 'stopLoss' | 'takeProfit' | 'targets';

export interface Preview {
  /** What would be sent; null while something is missing. */
  readonly request: OpenRequest | null;
  /** The figures of the order, also where balance or hours forbid it. */
  readonly decision: OpenDecision | null;
  /** Why it cannot be sent, in the order in which a person would mend it. */
  readonly blocked: {
    readonly code: Code | 'missing';
    readonly field: Field | null;
    /** Which of the targets is wrong, as the request names it. */
    readonly target?: string | undefined;
  } | null;
}

/** What the ticket would send and its result, by the function with which the server decides. */
export function previewTicket(form: TicketForm, situation: Situation): Preview {
  const missing = (field: Field): Preview => ({ request: null, decision: null, blocked: { code: 'missing', field } });
  const wrong = (code: Code, field: Field): Preview => ({ request: null, decision: null, blocked: { code, field } });

  const price = expectedPrice(form, situation);
  if (hasTrigger(form) && readTicks(form.trigger, situation.instrument.priceScale) === undefined) {
    return isFilledIn(form.trigger) ? wrong('11304', 'trigger') : missing('trigger');
  }
  if (price === null) return isFilledIn(form.price) ? wrong('11012', 'price') : missing('price');
  if (!isFilledIn(form.size)) return missing('size');
  const lots = lotsFor(form, situation, price);
  if (lots === null) return wrong('11007', 'size');

  const terms = termsFor(situation.instrument, form.side, form.leverage, lots, situation.conversion);
  const stopLoss = stopPrice(form.stopLoss, terms, price, 'loss');
  if (stopLoss === null) return wrong('11005', 'stopLoss');
  const takeProfit = stopPrice(form.takeProfit, terms, price, 'gain');
  if (takeProfit === null) return wrong('11005', 'takeProfit');

  const targets = targetsOf(form.targets, lots, situation);
  if (targets === null) return missing('targets');
  const trailing = trailingOf(form.trailing);
  if (trailing === null) return wrong('11016', 'trailing');
  const until = form.type === 'market' ? null : untilOf(form.until);
  if (until === undefined) return wrong('11305', 'until');

  const request: OpenRequest = {
    side: form.side,
    type: form.type,
    lots: formatFixed(lots),
    leverage: form.leverage,
    ...(hasLimit(form) ? { price: form.price } : {}),
    ...(hasTrigger(form) ? { trigger: form.trigger } : {}),
    ...(until === null ? {} : { until }),
    ...(stopLoss === '' ? {} : { stopLoss }),
    ...(takeProfit === '' ? {} : { takeProfit }),
    ...(targets.length === 0 ? {} : { targets }),
    ...trailing,
  };
  const { instrument, quote, conversion, available } = situation;
  const always = {
    instrument,
    quote,
    now: quote.time,
    conversion,
    tradable: true,
    pricesAllowed: true,
    limits: situation.limits,
  };
  const decision = decideOpen(request, always);
  if (isRefused(decision)) {
    const field = fieldOf(decision.field);
    const target = field === 'targets' ? { target: decision.field ?? '' } : {};
    return { request, decision: null, blocked: { code: decision.refused, field, ...target } };
  }
  const short = available !== undefined && available < decision.hold;
  return { request, decision, blocked: short ? { code: '10011', field: 'size' } : null };
}

/** A request that names the price on the screen, so that a worse one is quoted again before it is taken. */
export function withSeenPrice(request: OpenRequest, situation: Situation): OpenRequest {
  if (request.type !== 'market') return request;
  const seen = priceOf(openingPrice(request.side, situation.quote), situation.instrument);
  return { ...request, ...seenAt(formatFixed(seen)) };
}

/** Lots for a share of the balance, fee included; empty where not even the smallest lot is in reach. */
export function lotsForShare(form: TicketForm, situation: Situation, percent: number): string {
  const { available, instrument, conversion } = situation;
  const price = expectedPrice(form, situation);
  if (available === undefined || price === null) return '';
  const share = amount((available * BigInt(Math.round(percent))) / 100n);
  const lots = largestLots(instrument, form.side, form.leverage, price, conversion, share);
  return lots === undefined ? '' : formatFixed(lots);
}

export const hasLimit = ({ type }: Pick<TicketForm, 'type'>) => type === 'limit' || type === 'stopLimit';
export const hasTrigger = ({ type }: Pick<TicketForm, 'type'>) => type === 'stop' || type === 'stopLimit';

/** Nothing where none is wanted, null where it is no share. */
function trailingOf({ by, text }: TrailingEntry): Pick<OpenRequest, 'trailingStop' | 'trailingBps'> | null {
  if (text === '') return {};
  if (isUnread(text)) return null;
  if (by === 'price') return { trailingStop: text };
  const percent = parseFixed(text);
  const bps = percent === undefined ? 0 : Number(rescale(percent, 2, 'down').units);
  return bps >= 1 && bps <= 10_000 ? { trailingBps: bps } : null;
}

/** The targets with their lots; null where something is not filled in. */
function targetsOf(entries: readonly TargetEntry[], lots: Fixed, { instrument }: Situation): TargetRequest[] | null {
  if (entries.some(({ price, share }) => !isFilledIn(price) || !isFilledIn(share))) return null;
  const shares = lotsOfShares(
    entries.map(({ share }) => Number(share)),
    lots,
    instrument.contract.lotStep,
  );
  return entries.map(({ price }, place) => ({ price, lots: formatFixed(shares[place] ?? lots) }));
}

/** The price at which the order would open as far as known now; null where that is no price. */
function expectedPrice(form: Pick<TicketForm, 'type' | 'side' | 'price' | 'trigger'>, situation: Situation): Ticks | null {
  if (form.type === 'market') return openingPrice(form.side, situation.quote);
  return readTicks(hasLimit(form) ? form.price : form.trigger, situation.instrument.priceScale) ?? null;
}

function lotsFor(form: TicketForm, situation: Situation, price: Ticks): Fixed | null {
  if (form.sizeBy === 'lots') {
    const lots = parseFixed(form.size);
    return lots === undefined || isZero(lots) ? null : lots;
  }
  const cost = parseAmount(form.size, usdt);
  if (cost === undefined) return null;
  return largestLots(situation.instrument, form.side, form.leverage, price, situation.conversion, cost) ?? null;
}

/** The stop as a price; empty where none is wanted, null where no price gives the wanted result. */
function stopPrice(entry: StopEntry, terms: Terms, open: Ticks, direction: 'gain' | 'loss'): string | null {
  if (isUnread(entry.text)) return null;
  if (entry.text === '' || entry.by === 'price') return entry.text;
  const { margin } = openingAt(terms, open);
  const wanted = entry.by === 'amount' ? parseAmount(entry.text, usdt) : shareOf(margin, entry.text);
  if (wanted === undefined || wanted === 0n) return null;
  const ticks = priceForProfit(terms, open, direction === 'gain' ? wanted : amount(-least(wanted, margin)));
  return ticks === null ? null : formatFixed(priceOf(ticks, terms));
}

function shareOf(margin: Amount, percent: string): Amount | undefined {
  const share = parseFixed(percent);
  return share === undefined ? undefined : profitOfPercent(share, margin);
}

function fieldOf(field: string | null): Field | null {
  if (field?.startsWith('targets') === true) return 'targets';
  switch (field) {
    case 'lots':
      return 'size';
    case 'trailingStop':
      return 'trailing';
    case 'price':
    case 'trigger':
    case 'until':
    case 'leverage':
    case 'stopLoss':
    case 'takeProfit':
      return field;
    default:
      return null;
  }
}
