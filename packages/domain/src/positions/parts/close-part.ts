import type { CloseReason } from '@assay/contract/vocabulary/statuses.ts';
import type { Quote, Ticks } from '../../market/quote.ts';
import { type Fixed, compare, subtract, toFixed } from '../../money/fixed.ts';
import { chargeDue, withNewCover } from '../charge-due.ts';
import { closeAt, closeContract, closingQuote } from '../close-contract.ts';
import { type ContractDesk, type ContractDraft, type PositionRow, contractDraft } from '../position.ts';
import { type Refused, isRefused, refused } from '../refused.ts';
import type { SeenPrice } from '../slippage.ts';
import { targetsWithin } from '../targets/targets.ts';
import { readPart, sharesOf } from './shares.ts';

export interface PartRequest extends SeenPrice {
  readonly lots: string;
}

/** Known only under the order's lock: the number of a new row, and how far a trailing stop has followed. */
export interface PartSituation {
  readonly id: number;
  readonly followed: Ticks | null;
  /** Time of the last quote that was judged for the whole position. */
  readonly judgedUntil: number;
}

/**
 * Closes some lots of an open position at the market. They become an order of their own that has ended, with their share of
 * margin, fees and financing; the rest goes on under its terms. Refusals: those of `closeContract` and `readPart`, 11301 still
 * waits.
 */
export function closePart(
  desk: ContractDesk,
  row: PositionRow | undefined,
  request: PartRequest,
  { id, followed, judgedUntil }: PartSituation,
): ContractDraft | Refused {
  if (row?.status === 'awaiting') return refused('11301', 'lots');
  const quote = closingQuote(desk, row, request);
  if (isRefused(quote)) return quote;
  const instrument = desk.market.instrument(quote.code);
  if (row === undefined || instrument === undefined) return refused('404', 'id');
  const held = toFixed(row.lots);
  // Each target will be a part as well.
  const parts = row.parts + (row.targets?.length ?? 0);
  const lots = readPart(request.lots, { lots: held, parts }, instrument.contract);
  if (isRefused(lots)) return lots;
  if (compare(lots, held) === 0) return closeContract(desk, row, request);

  const targets = row.targets && targetsWithin(row.targets, subtract(held, lots), instrument.contract.lotsMin);
  // What stays is judged by later quotes alone, and by all of them.
  const quotedAt = Math.max(row.quotedAt, judgedUntil);
  const rest = { targets, quotedAt, trailingBest: followed ?? row.trailingBest };
  const parted = partAt(desk, chargeDue(desk, contractDraft(row)), lots, { id, quote, reason: 'manual', rest });
  // So few lots that no unit of the margin is theirs.
  return parted ?? refused('11300', 'lots');
}

/** At which quote and why some lots are closed, and what differs about the rest. */
export interface Parting {
  readonly id: number;
  readonly quote: Quote;
  readonly reason: CloseReason;
  /** The price that has taken the profit of these lots; left out where none has. */
  readonly takeProfit?: Ticks;
  readonly rest: Pick<PositionRow, 'targets' | 'quotedAt' | 'trailingBest'>;
}

/** Closes some lots of a position that has been charged what was due. Null where no unit of the margin is theirs. */
export function partAt(
  desk: ContractDesk,
  charged: ContractDraft,
  lots: Fixed,
  { id, quote, reason, takeProfit, rest }: Parting,
): ContractDraft | null {
  const { row } = charged;
  const shares = sharesOf(row, lots);
  if (shares.part.margin === 0n) return null;
  const parts = row.parts + 1;
  const apart: PositionRow = {
    ...row,
    ...shares.part,
    id,
    orderNo: `${row.orderNo}/${parts}`,
    partOf: row.id,
    takeProfit: takeProfit ?? row.takeProfit,
    targets: null,
    parts: 0,
    version: 1,
  };
  const closed = closeAt(desk, contractDraft(apart, null), quote, reason);
  return {
    ...charged,
    row: withNewCover({ ...row, ...shares.rest, ...rest, parts }),
    postings: [...charged.postings, ...closed.postings],
    quotes: [...charged.quotes, ...closed.quotes],
    part: closed.row,
  };
}
