import { withPosting } from '../dealing/draft.ts';
import { userAccount } from '../ledger/accounts.ts';
import { dividendCharged, dividendReceived } from '../ledger/recipes/contracts.ts';
import { amount, minus, nothing } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import type { Fixed } from '../money/fixed.ts';
import type { ActionTerms } from '../splits/action.ts';
import { stopsAfter, targetsAfter } from '../splits/adjust-contract.ts';
import { decideDividend } from '../splits/dividend.ts';
import type { LivedThrough } from '../splits/split.ts';
import { withNearerLiquidation } from './charge-due.ts';
import { withdrawContract } from './close-contract.ts';
import { liquidationPrice } from './liquidation.ts';
import {
  type ContractDesk,
  type ContractDraft,
  type PositionRow,
  contractDraft,
  entryNow,
  marginLeft,
  stopsOf,
  termsOf,
} from './position.ts';

/** A corporate action that is under way. */
export interface UnderWay {
  readonly id: number;
  readonly terms: ActionTerms;
  /** Time of the last price of before it. */
  readonly since: number;
  /** The first opening of after it, epoch milliseconds. */
  readonly opensAt: number;
}

/**
 * What an action makes of a contract. A split: its terms stay, the split is stored beside them, and its price levels move to
 * the same value in the new units. A dividend: received by a long, charged to a short. Null where nothing follows.
 */
export function liveThrough(desk: ContractDesk, row: PositionRow, action: UnderWay): ContractDraft | null {
  if (row.status !== 'open' && row.status !== 'awaiting') return null;
  if (action.terms.kind !== 'dividend') return overSplit(desk, row, action);
  // Orders opened since did not hold it on the day before.
  const entitled = row.status === 'open' && row.openedAt !== null && row.openedAt.getTime() < action.opensAt;
  return entitled ? withDividend(desk, row, action.id, action.terms.perUnit) : null;
}

function overSplit(
  desk: ContractDesk,
  row: PositionRow,
  { id, since, terms }: UnderWay & { readonly terms: ActionTerms },
): ContractDraft | null {
  if (terms.kind === 'dividend' || row.splits?.some(({ action }) => action === id) === true) return null;
  const { ratio } = terms;
  const opened = row.status === 'open';
  const lived: LivedThrough = { action: id, to: String(ratio.to), from: String(ratio.from), opened, since };
  const stops = stopsAfter(row.side, stopsOf(row), ratio);
  const targets = targetsAfter(row.side, row.targets ?? [], stops.takeProfit, ratio);
  const after: PositionRow = {
    ...row,
    splits: [...(row.splits ?? []), lived],
    stopLoss: stops.stopLoss,
    takeProfit: stops.takeProfit,
    targets: targets.length === 0 ? null : targets,
    trailingDistance: stops.trailing?.distance ?? null,
    trailingBest: stops.trailing?.best ?? null,
    quotedAt: Math.max(row.quotedAt, since),
  };
  const openPrice = row.openPrice ?? entryNow(after);
  // No price above zero would fill it any more.
  if (openPrice === null) return withdrawContract(desk, row, 'cancelled');
  const cover = { openPrice, margin: marginLeft(row), maintenance: amount(row.maintenance) };
  const moved: PositionRow = { ...after, liquidationPrice: liquidationPrice(termsOf(after), cover) };
  const adjustment = { positionId: row.id, action: id, amount: nothing, fromMargin: nothing };
  return { ...contractDraft(row), row: moved, adjustment };
}

function withDividend(desk: ContractDesk, row: PositionRow, action: number, perUnit: Fixed): ContractDraft {
  const { userId } = row;
  const { market, view } = desk;
  const available = view.balanceOf(row.book, userAccount(userId, 'available'), usdt);
  const dividend = decideDividend(termsOf(row), perUnit, { available, margin: marginLeft(row) });
  const { received, charged, fromAvailable, fromMargin } = dividend;
  const recipe =
    row.side === 'long'
      ? dividendReceived({ userId, amount: received })
      : dividendCharged({ userId, available: fromAvailable, margin: fromMargin });
  const after: PositionRow = { ...row, marginTaken: amount(row.marginTaken + fromMargin) };
  return {
    ...withPosting(contractDraft(row), view.now, recipe),
    row: fromMargin === nothing ? after : withNearerLiquidation({ market }, after),
    adjustment: { positionId: row.id, action, amount: minus(charged, received), fromMargin },
  };
}
