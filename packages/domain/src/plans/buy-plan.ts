import type { View } from '../dealing/desk.ts';
import { type Asked, withPosting } from '../dealing/draft.ts';
import { houseAccount, userAccount } from '../ledger/accounts.ts';
import { planOpened } from '../ledger/recipes/plans.ts';
import { usdt } from '../money/assets.ts';
import { formatFixed } from '../money/fixed.ts';
import { type Refused, isRefused, refused } from '../positions/refused.ts';
import { type BuyDecision, type BuyRequest, covers, decideBuy, refusedAsBorrowed } from './decide-buy.ts';
import { type PlanDraft, type PlanRow, book, newPlanDraft } from './plan.ts';
import type { PlanProduct } from './product.ts';

export type PlanPurchase = Asked<BuyRequest & { readonly productId: string }>;

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
 * A balance that is too small altogether is found where it is booked: 10011.
 */
export function buyPlan(view: View, { owner, input, orderNo }: PlanPurchase, situation: BuyingSituation): PlanDraft | Refused {
  const stopped = view.mayOpen(owner);
  if (stopped !== undefined) return stopped;
  if (view.halted?.(null) === true) return refused('10015');
  const { id, product, alreadyBought } = situation;
  if (product === undefined) return refused('10010', 'productId');
  const decision = decideBuy(input, { offer: product, now: view.now, alreadyBought });
  if (isRefused(decision)) return decision;
  const { terms, wholeIncome } = decision;
  // Only a purchase that has passed everything else waits for the treasury's lock.
  if (!covers(view.balanceOf(book, houseAccount('treasury'), usdt), terms)) return refused('11017');
  const has = (kind: 'available' | 'loan') => view.balanceOf(book, userAccount(owner.userId, kind), usdt);
  const borrowed = refusedAsBorrowed(terms.principal, { available: has('available'), owed: has('loan') });
  if (borrowed !== undefined) return borrowed;
  const recipe = planOpened({ userId: owner.userId, principal: terms.principal, wholeIncome });
  const row = rowOf({ id, orderNo, userId: owner.userId }, view.now, product, decision);
  return withPosting(newPlanDraft(row), view.now, recipe);
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
