import type { SpotOrderType, SpotReason, SpotStatus } from '@assay/contract/vocabulary/statuses.ts';
import { afterPostings } from '../dealing/booked-view.ts';
import type { Desk } from '../dealing/desk.ts';
import type { Draft, OrderRow } from '../dealing/draft.ts';
import { isOver } from '../dealing/validity.ts';
import type { FilledSpot } from '../ledger/recipes/spot.ts';
import type { Ticks } from '../market/quote.ts';
import { amount } from '../money/amount.ts';
import { assetOf } from '../money/assets.ts';
import { toFixed } from '../money/fixed.ts';
import { type CostBasis, afterDeal } from './cost.ts';
import type { Waits } from './decide-fill.ts';
import { type Deal, type SpotSide, type SpotTerms, paidAsset, receivedAsset } from './terms.ts';

/** A spot order as it is written down. Prices are ticks, amounts smallest units of their asset, the rate a decimal as text. */
export interface SpotRow extends OrderRow {
  readonly instrumentId: string;
  readonly code: string;
  /** `dust`: what was left of a coin, sold together with that of others. */
  readonly orderType: SpotOrderType | 'dust';
  readonly side: SpotSide;
  readonly base: string;
  readonly quantity: bigint;
  readonly sizedBy: 'quantity' | 'turnover';
  readonly priceScale: number;
  readonly feeRate: string;
  readonly limitPrice: Ticks | null;
  /** What a stop-limit order begins at, and the stop-loss beside a take-profit. */
  readonly triggerPrice: Ticks | null;
  /** When it ends by itself. */
  readonly expiresAt: Date | null;
  /** Its terms before each amendment, oldest first. */
  readonly amendments: readonly Amended[] | null;
  readonly createdAt: Date;
  /** When a stop-limit order began. */
  readonly triggeredAt: Date | null;
  readonly status: SpotStatus;
  readonly hold: bigint;
  readonly quotedAt: number;
  readonly filledPrice: Ticks | null;
  readonly paid: bigint | null;
  readonly received: bigint | null;
  readonly fee: bigint | null;
  /** Of a sale: what it brought less what its coins had cost, fees of purchase and sale counted. */
  readonly profit: bigint | null;
  readonly cost: bigint | null;
  /** False for orders of a time in which cost and profit left the fees out. */
  readonly withFees: boolean;
  /** What has ended it; null while it waits, and for one that filled as it was meant to. */
  readonly reason: SpotReason | null;
  readonly endedAt: Date | null;
  readonly version: number;
}

/** What an order was before it was amended, as it is kept: amounts and times as text. */
export interface Amended {
  readonly at: string;
  readonly quantity: string;
  readonly limitPrice: Ticks;
  readonly triggerPrice: Ticks | null;
  readonly expiresAt: string | null;
  readonly hold: string;
}

/** What decisions on spot orders look at: also what the account's coins have cost. */
export interface SpotDesk extends Desk {
  costOf(account: Pick<SpotRow, 'userId' | 'book' | 'base'>): CostBasis;
}

/** The draft of an order while it is decided, and after a deal the cost of the account's coins. */
export interface SpotDraft extends Draft<SpotRow> {
  readonly basis: CostBasis | null;
}

export function termsOf(row: SpotRow): SpotTerms {
  return {
    side: row.side,
    base: assetOf(row.base),
    quantity: amount(row.quantity),
    priceScale: row.priceScale,
    feeRate: toFixed(row.feeRate),
  };
}

/** A market order never waits; a waiting row without a limit is our own mistake. */
export function limitOf(row: SpotRow): Ticks {
  if (row.limitPrice === null) throw new Error(`spot order ${row.id} has no limit`);
  return row.limitPrice;
}

/** Whether an order had ended by a moment: from then on nothing fills it. */
export function hasExpired({ expiresAt }: SpotRow, time: number): boolean {
  return isOver(expiresAt, time);
}

/** What a waiting order waits for. */
export function waitsFor(row: SpotRow): Waits {
  const { orderType: type, triggerPrice: trigger, triggeredAt } = row;
  if (type === 'market' || type === 'dust') throw new Error(`spot order ${row.id} never waits`);
  return { type, limit: limitOf(row), trigger, triggered: triggeredAt !== null };
}

/** A draft, and what the next step adds to it. */
export function followedBy(first: SpotDraft | null, next: SpotDraft): SpotDraft {
  if (first === null) return next;
  const [postings, quotes] = [
    [...first.postings, ...next.postings],
    [...first.quotes, ...next.quotes],
  ];
  return { ...next, before: first.before, postings, quotes };
}

/** Accounts and costs as they are once these drafts are booked: what one command decides about several orders, one after the other. */
export function afterDrafts(desk: SpotDesk, drafts: readonly SpotDraft[]): SpotDesk {
  const ofSame = (account: Parameters<SpotDesk['costOf']>[0]) =>
    drafts.findLast(
      ({ row: { userId, book, base }, basis }) =>
        basis !== null && userId === account.userId && book === account.book && base === account.base,
    );
  return {
    ...desk,
    view: afterPostings(
      desk.view,
      drafts.flatMap(({ postings }) => postings),
    ),
    costOf: (account) => ofSame(account)?.basis ?? desk.costOf(account),
  };
}

/** The deal in the ledger's terms. */
export function dealt(terms: SpotTerms, { paid, received, fee }: Deal): Pick<FilledSpot, 'paid' | 'received' | 'fee'> {
  return {
    paid: { asset: paidAsset(terms), amount: paid },
    received: { asset: receivedAsset(terms), amount: received },
    fee,
  };
}

/** The row of an order that is filled by a deal, and what the account's coins have cost then. */
export function filledRow(desk: SpotDesk, row: SpotRow, terms: SpotTerms, deal: Deal): { row: SpotRow; basis: CostBasis } {
  const { basis, sale } = afterDeal(desk.costOf(row), terms, deal);
  const { price: filledPrice, paid, received, fee } = deal;
  const result = { profit: sale?.profit ?? null, cost: sale?.cost ?? null };
  const endedAt = new Date(desk.view.now);
  const reason = row.orderType !== 'oco' ? null : filledPrice >= limitOf(row) ? 'takeProfit' : 'stopLoss';
  const filled = { status: 'filled', hold: 0n, filledPrice, paid, received, fee, ...result, withFees: true } as const;
  return { row: { ...row, ...filled, reason, endedAt }, basis };
}
