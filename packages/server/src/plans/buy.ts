import { withPosting } from '@assay/domain/dealing/draft.ts';
import { houseAccount } from '@assay/domain/ledger/accounts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type BuyDecision, covers, decideBuy } from '@assay/domain/plans/decide-buy.ts';
import type { PlanProduct } from '@assay/domain/plans/product.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { type Refusal, refusalOf, refuse } from '../platform/refusal.ts';
import type { Buying } from './commands.ts';
import { book } from './context.ts';
import { type Desk, type Draft, newDraft } from './draft.ts';
import type { PlanRow } from './row.ts';

export interface BuyingSituation {
  /** The new plan's number. */
  readonly id: number;
  /** Undefined when no such product is on sale. */
  readonly product: PlanProduct | undefined;
  /** The buyer holds a plan of this product. */
  readonly alreadyBought: boolean;
}

/**
 * Opens a yield plan, or lets it wait for its product's start date; either way the treasury sets the whole income aside now.
 * Refusals: those of `mayOpen`, 10010 no such product on sale, then those of `decideBuy` in its order.
 */
export function buy(desk: Desk, { owner, input, orderNo }: Buying, situation: BuyingSituation): Draft | Refusal {
  const { view } = desk;
  const stopped = view.mayOpen(owner);
  if (stopped !== undefined) return refusalOf(stopped);
  const { id, product, alreadyBought } = situation;
  if (product === undefined) return refuse('10010', { productId: '10010' });
  const decision = decideBuy(input, { offer: product, now: view.now, alreadyBought });
  if (isRefused(decision)) return refusalOf(decision);
  const { terms, wholeIncome } = decision;
  // Whoever has got so far waits for the treasury's lock, and nobody else.
  if (!covers(view.balanceOf(book, houseAccount('treasury'), usdt), terms)) return refuse('11017');
  const recipe = recipes.planOpened({ userId: owner.userId, principal: terms.principal, wholeIncome });
  const row = rowOf({ id, orderNo, userId: owner.userId }, view.now, product, decision);
  return withPosting(newDraft(row), view.now, recipe);
}

type Named = Pick<PlanRow, 'id' | 'orderNo' | 'userId'>;

function rowOf(named: Named, now: number, product: PlanProduct, { kind, terms, opensAt, firstIncomeAt }: BuyDecision): PlanRow {
  return {
    ...named,
    book,
    productId: product.id,
    product: product.name,
    days: terms.days,
    principal: terms.principal,
    dailyYield: formatFixed(terms.dailyYield),
    dailyIncome: terms.dailyIncome,
    penaltyRate: formatFixed(terms.penaltyRate),
    penalty: terms.penalty,
    opensAt: new Date(opensAt),
    createdAt: new Date(now),
    status: kind === 'open' ? 'inIncome' : 'waiting',
    incomeDays: 0,
    dueAt: new Date(kind === 'open' ? firstIncomeAt : opensAt),
    exitAskedAt: null,
    forfeited: null,
    endedAt: null,
  };
}
