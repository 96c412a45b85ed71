import { withPosting } from '../dealing/draft.ts';
import { userAccount } from '../ledger/accounts.ts';
import { financingCharged, financingReceived } from '../ledger/recipes/contracts.ts';
import { amount, minus, nothing } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { type FinancingCharge, decideFinancing } from './decide-financing.ts';
import { liquidationPrice } from './liquidation.ts';
import { type ContractDesk, type ContractDraft, type PositionRow, openPositionOf } from './position.ts';

/**
 * Charges an open position what has fallen due; see `decideFinancing`. Closing a position charges it first: a position
 * open at the moment of charging pays, even if it is closed before the round reaches it.
 */
export function chargeDue(desk: ContractDesk, draft: ContractDraft): ContractDraft {
  const { row } = draft;
  const { market, view } = desk;
  const instrument = market.instrument(row.code);
  if (row.status !== 'open' || row.financedUntil === null || instrument === undefined) return draft;
  const financedUntil = row.financedUntil.getTime();
  const available = view.balanceOf(row.book, userAccount(row.userId, 'available'), usdt);
  const situation = { hours: instrument.hours, financedUntil, available, now: view.now };
  const due = decideFinancing(openPositionOf(row), situation);
  if (due.financedUntil === financedUntil) return draft;
  let charged = draft;
  for (const charge of due.charges) charged = bookCharge(desk, charged, charge);
  return { ...charged, row: { ...charged.row, financedUntil: new Date(due.financedUntil) } };
}

function bookCharge(
  desk: ContractDesk,
  draft: ContractDraft,
  { dueAt, days, amount: charged, fromAvailable, fromMargin }: FinancingCharge,
): ContractDraft {
  const { row } = draft;
  const { userId } = row;
  const recipe =
    charged > 0n
      ? financingCharged({ userId, available: fromAvailable, margin: fromMargin })
      : financingReceived({ userId, amount: minus(nothing, charged) });
  const after: PositionRow = {
    ...row,
    financing: row.financing + charged,
    marginTaken: amount(row.marginTaken + fromMargin),
  };
  return {
    ...withPosting(draft, dueAt, recipe),
    charges: [...draft.charges, { positionId: row.id, dueAt: new Date(dueAt), days, amount: charged, fromMargin }],
    row: fromMargin === 0n ? after : withNearerLiquidation(desk, after),
  };
}

/** A liquidation price that has moved nearer is reached by later quotes alone, never by one from before the charge. */
export function withNearerLiquidation({ market }: Pick<ContractDesk, 'market'>, row: PositionRow): PositionRow {
  return { ...withNewCover(row), quotedAt: Math.max(row.quotedAt, market.quote(row.code)?.time ?? 0) };
}

/** The position is liquidated at the price that follows from its margin now. */
export function withNewCover(row: PositionRow): PositionRow {
  const { terms, cover } = openPositionOf(row);
  return { ...row, liquidationPrice: liquidationPrice(terms, cover) };
}
