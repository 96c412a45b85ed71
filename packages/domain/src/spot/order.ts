import type { SpotStatus } from '@assay/contract/vocabulary/statuses.ts';
import type { Desk } from '../dealing/desk.ts';
import type { Draft, OrderRow } from '../dealing/draft.ts';
import type { FilledSpot } from '../ledger/recipes/spot.ts';
import type { Ticks } from '../market/quote.ts';
import { amount } from '../money/amount.ts';
import { assetOf } from '../money/assets.ts';
import { toFixed } from '../money/fixed.ts';
import { type CostBasis, afterDeal } from './cost.ts';
import { type Deal, type SpotSide, type SpotTerms, paidAsset, receivedAsset } from './terms.ts';

/** A spot order as it is written down. Prices are ticks, amounts smallest units of their asset, the rate a decimal as text. */
export interface SpotRow extends OrderRow {
  readonly instrumentId: string;
  readonly code: string;
  readonly orderType: 'market' | 'limit';
  readonly side: SpotSide;
  readonly base: string;
  readonly quantity: bigint;
  readonly sizedBy: 'quantity' | 'turnover';
  readonly priceScale: number;
  readonly feeRate: string;
  readonly limitPrice: Ticks | null;
  readonly createdAt: Date;
  readonly status: SpotStatus;
  readonly hold: bigint;
  readonly quotedAt: number;
  readonly filledPrice: Ticks | null;
  readonly paid: bigint | null;
  readonly received: bigint | null;
  readonly fee: bigint | null;
  readonly profit: bigint | null;
  readonly cost: bigint | null;
  readonly endedAt: Date | null;
  readonly version: number;
}

/** What decisions on spot orders look at: also what the account's coins have cost. */
export interface SpotDesk extends Desk {
  costOf(account: Pick<SpotRow, 'userId' | 'book' | 'base'>): CostBasis;
}

/** What becomes of an order while it is decided, and after a deal what the account's coins have cost. */
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
  return { row: { ...row, status: 'filled', hold: 0n, filledPrice, paid, received, fee, ...result, endedAt }, basis };
}
