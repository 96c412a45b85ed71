import type { CloseReason, PositionStatus } from '@assay/contract/vocabulary/statuses.ts';
import type { Desk, Prices } from '../dealing/desk.ts';
import { type Draft, type OrderRow, draftOf, withQuote } from '../dealing/draft.ts';
import type { Posting } from '../ledger/recipes/recipe.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Quote, Ticks } from '../market/quote.ts';
import { type Amount, amount, minus } from '../money/amount.ts';
import { type Fixed, multiply, toFixed } from '../money/fixed.ts';
import { type Ratio, ratio } from '../money/ratio.ts';
import { limitAfter, triggerAfter } from '../splits/adjust-contract.ts';
import { type LivedThrough, splitsOf } from '../splits/split.ts';
import type { WaitingOrder } from './decide-fill.ts';
import type { OrderType } from './decide-open.ts';
import type { OpenPosition } from './settle.ts';
import type { Stops } from './stops.ts';
import type { Target } from './targets/targets.ts';
import type { Side, Terms } from './terms.ts';

/** A contract as it is written down, waiting, open or ended. Prices are ticks, money is micro-USDT, rates are decimals as text. */
export interface PositionRow extends OrderRow {
  readonly instrumentId: string;
  readonly code: string;
  readonly orderType: OrderType;
  readonly side: Side;
  readonly leverage: number;
  readonly lots: string;
  readonly lotSize: string;
  readonly priceScale: number;
  readonly feeRate: string;
  readonly maintenanceRate: string;
  readonly financingRate: string;
  readonly limitPrice: Ticks | null;
  /** The price whose reaching opens a stop order, and lets a stop-limit order rest at its limit. */
  readonly triggerPrice: Ticks | null;
  readonly createdAt: Date;
  /** Until when it waits; null for good till cancelled. */
  readonly expiresAt: Date | null;
  /** Of a stop-limit order: the quote that reached its trigger. */
  readonly triggeredAt: Date | null;
  /** How often its holder has given it other terms while it waited. */
  readonly amendments: number;
  readonly conversion: string;
  readonly openPrice: Ticks | null;
  readonly openedAt: Date | null;
  readonly margin: bigint;
  readonly maintenance: bigint;
  readonly openFee: bigint;
  readonly status: PositionStatus;
  readonly hold: bigint;
  readonly marginTaken: bigint;
  readonly financing: bigint;
  readonly financedUntil: Date | null;
  readonly liquidationPrice: Ticks | null;
  readonly stopLoss: Ticks | null;
  readonly takeProfit: Ticks | null;
  /** Its targets, nearest first; null for none. */
  readonly targets: readonly Target[] | null;
  readonly trailingDistance: Ticks | null;
  /** While it waits: the share of the price at which it opens that the distance is, in hundredths of a percent. */
  readonly trailingBps: number | null;
  readonly trailingBest: Ticks | null;
  readonly quotedAt: number;
  readonly closeReason: CloseReason | null;
  readonly closePrice: Ticks | null;
  readonly closedAt: Date | null;
  readonly closeFee: bigint | null;
  readonly profit: bigint | null;
  readonly gap: bigint;
  /** The holder has been notified that little margin is left, and the position has not recovered since. */
  readonly marginWarned: boolean;
  /** Splits since it was ordered, oldest first; null for none. The terms above stay as they were agreed. */
  readonly splits: readonly LivedThrough[] | null;
  /** The order that this is a closed part of; null for an order itself. */
  readonly partOf: number | null;
  /** How many parts of it have been closed. */
  readonly parts: number;
  readonly version: number;
}

/** What decisions on contracts look at: prices, also in USDT, and the accounts as they are by now. */
export interface ContractPrices extends Prices {
  /** USDT for one unit of the instrument's quote currency; undefined while that is not known. */
  quoteToUsdt(instrument: Instrument): Fixed | undefined;
}
export interface ContractDesk extends Desk<ContractPrices> {
  /** The numbers of the next new orders, always the same ones. */
  readonly numbers: (many: number) => readonly number[];
}

/** A financing charge, as it is written down beside its posting. */
export interface Charge {
  readonly positionId: number;
  readonly dueAt: Date;
  readonly days: 1 | 3;
  /** Negative was received. */
  readonly amount: Amount;
  readonly fromMargin: Amount;
}

/** A corporate action that an order has lived through, as it is written down beside what it brought about. */
export interface Adjustment {
  readonly positionId: number;
  readonly action: number;
  /** Of a dividend: negative was received. */
  readonly amount: Amount;
  readonly fromMargin: Amount;
}

/** Terms that an order had while it waited, until its holder gave it others. */
export interface Superseded {
  readonly positionId: number;
  /** 1 for those that it was placed with. */
  readonly number: number;
  readonly lots: string;
  readonly limitPrice: Ticks | null;
  readonly triggerPrice: Ticks | null;
  readonly conversion: string;
  readonly hold: bigint;
  readonly until: Date;
}

/** The draft of an order while it is decided: its financing charges, the action that it lives through, a part of it. */
export interface ContractDraft extends Draft<PositionRow> {
  readonly charges: readonly Charge[];
  readonly adjustment: Adjustment | null;
  /** The closed part as an order of its own, while the rest goes on. */
  readonly part: PositionRow | null;
  readonly superseded: Superseded | null;
  /** Its earlier states by the same plan: each is written as a step of its own, and the next begins where it ends. */
  readonly earlier: readonly ContractDraft[];
}

export function contractDraft(row: PositionRow, before: PositionRow | null = row): ContractDraft {
  return { ...draftOf(row, before), charges: [], adjustment: null, part: null, superseded: null, earlier: [] };
}

/** What was decided about an order, and then about what it had become, as two steps of one plan. */
export function stepAfter(first: ContractDraft, then: ContractDraft): ContractDraft {
  return { ...then, earlier: [...first.earlier, { ...first, earlier: [] }, ...then.earlier] };
}

/** An order as it will be found once the step that made it is written down. */
export function writtenRow({ row }: ContractDraft): PositionRow {
  return { ...row, version: row.version + 1 };
}

/** All that is booked by the steps of a plan about an order, in their order. */
export function postingsOf({ earlier, postings }: ContractDraft): readonly Posting[] {
  return [...earlier.flatMap((step) => step.postings), ...postings];
}

/** What a quote decided about an order. */
export type Moment = 'convert' | 'place' | 'trigger' | 'open' | 'amend' | 'close';

/** The draft with a quote that is kept for good, together with what it decided. */
export function withContractQuote(
  { market }: Pick<ContractDesk, 'market'>,
  draft: ContractDraft,
  moment: Moment,
  { instrument, quote }: { readonly instrument: Instrument; readonly quote: Quote },
): ContractDraft {
  return withQuote(draft, { moment, instrument, quote, source: market.feedKind(instrument) });
}

/** `at` is the time of the price that they are wanted for: one from before a split is in old units. */
export function termsOf(row: PositionRow, at = Infinity): Terms {
  const lots = toFixed(row.lots);
  const lotSize = toFixed(row.lotSize);
  return {
    side: row.side,
    leverage: row.leverage,
    lots,
    lotSize,
    quantity: multiply(lots, lotSize),
    priceScale: row.priceScale,
    conversion: toFixed(row.conversion),
    feeRate: toFixed(row.feeRate),
    maintenanceRate: toFixed(row.maintenanceRate),
    financingRate: toFixed(row.financingRate),
    splits: splitsOf(row.splits, at),
  };
}

export function stopsOf(row: PositionRow): Stops {
  const trailing = row.trailingDistance === null ? null : { distance: row.trailingDistance, best: row.trailingBest };
  return { stopLoss: row.stopLoss, takeProfit: row.takeProfit, trailing };
}

/** What the margin account holds for an open position: its margin less what financing has taken. */
export function marginLeft(row: PositionRow): Amount {
  return minus(amount(row.margin), amount(row.marginTaken));
}

/** An open (or once open) position in the domain's terms; a row without an opening price is our own mistake. */
export function openPositionOf(row: PositionRow): OpenPosition {
  if (row.openPrice === null) throw new Error(`position ${row.id} has no opening price`);
  const cover = { openPrice: row.openPrice, margin: marginLeft(row), maintenance: amount(row.maintenance) };
  return { terms: termsOf(row), cover, stops: stopsOf(row), targets: row.targets ?? [] };
}

type Level = (side: Side, level: Ticks, split: Ratio) => Ticks | null;

/** A price that an order waits for, in units of the time of a price; null where the splits since have left none that could reach it. */
function levelNow({ side, splits }: Waiting, level: Ticks | null, after: Level, at = Infinity): Ticks | null {
  const waited = (splits ?? []).filter(({ opened, since }) => !opened && since < at);
  return waited.reduce<Ticks | null>(
    (now, { to, from }) => (now === null ? null : after(side, now, ratio(BigInt(to), BigInt(from)))),
    level,
  );
}

type Waiting = Pick<PositionRow, 'side' | 'splits' | 'limitPrice' | 'triggerPrice'>;

export function limitNow(row: Waiting): Ticks | null {
  return levelNow(row, row.limitPrice, limitAfter);
}

export function triggerNow(row: Waiting, at = Infinity): Ticks | null {
  return levelNow(row, row.triggerPrice, triggerAfter, at);
}

/** The price at which money is held for an order that waits: its limit, of a stop order its trigger. */
export function entryNow(row: Waiting): Ticks | null {
  return row.limitPrice === null ? triggerNow(row) : limitNow(row);
}

export function waitingOrderOf(row: PositionRow): WaitingOrder {
  const [limit, trigger] = [limitNow(row), row.triggeredAt === null ? triggerNow(row) : null];
  if (limit === null && trigger === null) throw new Error(`order ${row.id} waits for no price`);
  return { terms: termsOf(row), limit, trigger, hold: amount(row.hold), stops: stopsOf(row), trailingBps: row.trailingBps };
}
