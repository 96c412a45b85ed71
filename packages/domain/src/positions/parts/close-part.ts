import type { Ticks } from '../../market/quote.ts';
import { compare, toFixed } from '../../money/fixed.ts';
import { chargeDue, withNewCover } from '../charge-due.ts';
import { closeAt, closeContract, closingQuote } from '../close-contract.ts';
import { type ContractDesk, type ContractDraft, type PositionRow, contractDraft } from '../position.ts';
import { type Refused, isRefused, refused } from '../refused.ts';
import type { SeenPrice } from '../slippage.ts';
import { readPart, sharesOf } from './shares.ts';

export interface PartRequest extends SeenPrice {
  readonly lots: string;
}

/** What only whoever has locked the order knows: the number of a new row, and how far a trailing stop has followed. */
export interface PartSituation {
  readonly id: number;
  readonly followed: Ticks | null;
  /** Time of the last quote by which all of it has been judged. */
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
  const lots = readPart(request.lots, { lots: toFixed(row.lots), parts: row.parts }, instrument.contract);
  if (isRefused(lots)) return lots;
  if (compare(lots, toFixed(row.lots)) === 0) return closeContract(desk, row, request);

  const charged = chargeDue(desk, contractDraft(row));
  const { part, rest } = sharesOf(charged.row, lots);
  // So few lots that no unit of the margin is theirs.
  if (part.margin === 0n) return refused('11300', 'lots');
  const parts = row.parts + 1;
  const apart: PositionRow = {
    ...charged.row,
    ...part,
    id,
    orderNo: `${row.orderNo}/${parts}`,
    partOf: row.id,
    parts: 0,
    version: 1,
  };
  const closed = closeAt(desk, contractDraft(apart, null), quote, 'manual');
  // What stays is judged by later quotes alone, and by all of them.
  const quotedAt = Math.max(row.quotedAt, judgedUntil);
  const left: PositionRow = { ...charged.row, ...rest, parts, quotedAt, trailingBest: followed ?? row.trailingBest };
  return {
    ...charged,
    row: withNewCover(left),
    postings: [...charged.postings, ...closed.postings],
    quotes: [...charged.quotes, ...closed.quotes],
    part: closed.row,
  };
}
