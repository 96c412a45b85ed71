import { afterPostings } from '../../dealing/booked-view.ts';
import type { Quote, Ticks } from '../../market/quote.ts';
import { compare, subtract, toFixed, zero } from '../../money/fixed.ts';
import { closeAt } from '../close-contract.ts';
import { partAt } from '../parts/close-part.ts';
import {
  type ContractDesk,
  type ContractDraft,
  type PositionRow,
  contractDraft,
  postingsOf,
  stepAfter,
  writtenRow,
} from '../position.ts';
import { closingPrice } from '../terms.ts';
import { type Target, targetsReached } from './targets.ts';

/**
 * Closes, at the quote that has reached them, the shares of all targets that it has: nearest first, each as a part of its own and a
 * step of its own. What is left goes on, or has its own take-profit reached by the same quote (`ends`). A target of all that is
 * left ends the order itself, and so does one whose lots have no unit of the margin. `charged` has paid what was due, `best`
 * is how far a trailing stop has come with this quote.
 */
export function takeTargets(
  desk: ContractDesk,
  charged: ContractDraft,
  quote: Quote,
  { best, ends }: { readonly best: Ticks | null; readonly ends: boolean },
): ContractDraft {
  const { row } = charged;
  const reached = targetsReached(row.targets ?? [], row.side, closingPrice(row.side, quote));
  const ids = reached.length === 0 ? [] : desk.numbers(reached.length);
  let draft: ContractDraft | null = null;
  for (const [place, target] of reached.entries()) {
    const next: ContractDraft = draft === null ? charged : contractDraft(writtenRow(draft));
    const taken = takeOne(laterDesk(desk, draft), next, quote, { id: ids[place] ?? 0, target, best });
    draft = draft === null ? taken : stepAfter(draft, taken);
    if (draft.row.status !== 'open') return draft;
  }
  if (!ends) return draft ?? charged;
  const left: ContractDraft = draft === null ? charged : contractDraft(writtenRow(draft));
  const ended = closeAt(laterDesk(desk, draft), { ...left, row: { ...left.row, trailingBest: best } }, quote, 'takeProfit');
  return draft === null ? ended : stepAfter(draft, ended);
}

/** The desk with accounts as the steps so far leave them. */
function laterDesk(desk: ContractDesk, draft: ContractDraft | null): ContractDesk {
  return draft === null ? desk : { ...desk, view: afterPostings(desk.view, postingsOf(draft)) };
}

interface Taking {
  readonly id: number;
  readonly target: Target;
  readonly best: Ticks | null;
}

function takeOne(desk: ContractDesk, draft: ContractDraft, quote: Quote, { id, target, best }: Taking): ContractDraft {
  const { row } = draft;
  const left = withoutNearest(row.targets);
  const lots = toFixed(target.lots);
  const goesOn = compare(subtract(toFixed(row.lots), lots), zero) > 0;
  const rest = { targets: left, quotedAt: quote.time, trailingBest: best };
  const parting = { id, quote, reason: 'takeProfit', takeProfit: target.price, rest } as const;
  const parted = goesOn ? partAt(desk, draft, lots, parting) : null;
  if (parted !== null) return parted;
  const all: PositionRow = { ...row, takeProfit: target.price, targets: left, trailingBest: best };
  return closeAt(desk, { ...draft, row: all }, quote, 'takeProfit');
}

function withoutNearest(targets: PositionRow['targets']): PositionRow['targets'] {
  const left = targets?.slice(1) ?? [];
  return left.length === 0 ? null : left;
}
