import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { SmartOrder, order } from '@assay/contract/endpoints/order.ts';
import { nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type BuyDecision, covers, decideBuy } from '@assay/domain/plans/decide-buy.ts';
import type { PlanProduct } from '@assay/domain/plans/product.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { houseAccount, lockBalances, post, recipes, userAccount, availableIn } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { newOrderNo } from '../platform/order-number.ts';
import { type Refusal, isRefusal, refuse, refusalOf } from '../platform/refusal.ts';
import { announce } from './announce.ts';
import { type PlansContext, book } from './context.ts';
import { productsOnSale } from './products.ts';
import { type PlanRow, columns } from './row.ts';

/**
 * Opens a yield plan, or lets it wait for its product's start date; either way the treasury sets the whole income aside now.
 * Refusals: those of `mayOpen`, 10010 no such product on sale, then those of `decideBuy` in its order.
 */
export async function openPlan(
  context: PlansContext,
  tx: Transaction,
  userId: string,
  input: InputOf<typeof order.buySmart>,
): Promise<SmartOrder | Refusal> {
  const stopped = await context.mayOpen(tx, userId, book);
  if (stopped !== undefined) return stopped;
  const now = context.clock.now();
  const [product] = await productsOnSale(tx, input.productId);
  if (product === undefined) return refuse('10010', { productId: '10010' });
  const decision = decideBuy(input, { offer: product, now });
  if (isRefused(decision)) return refusalOf(decision);

  const orderNo = newOrderNo('P', now);
  const row = await insert(tx, userId, { orderNo, now, product, decision });
  if (row === undefined) return refuse('10024');
  const { terms, wholeIncome } = decision;
  const accounts = [
    houseAccount('treasury'),
    houseAccount('committed'),
    userAccount(userId, 'available'),
    userAccount(userId, 'plan'),
  ];
  const [treasuryFree = nothing] = await lockBalances(tx, book, usdt, accounts);
  if (!covers(treasuryFree, terms)) return refuse('11017');
  const recipe = recipes.planOpened({ userId, principal: terms.principal, wholeIncome });
  const posted = await post(tx, { book, reference: orderNo, at: now, ...recipe });
  return isRefusal(posted) ? posted : announce(context, tx, row, availableIn(posted));
}

interface NewPlan {
  readonly orderNo: string;
  readonly now: number;
  readonly product: PlanProduct;
  readonly decision: BuyDecision;
}

/**
 * Writes the plan down, unless its owner holds the product already. The index that knows makes a parallel purchase wait for
 * this one; it comes before all locks of the books, so that nobody waits for it while holding one.
 */
async function insert(tx: Transaction, userId: string, plan: NewPlan): Promise<PlanRow | undefined> {
  const { product, decision, now } = plan;
  const { terms } = decision;
  const [row] = await tx.query<PlanRow>(
    `insert into plans (
       order_no, user_id, product_id, product, days, principal, daily_yield, daily_income, penalty_rate, penalty, opens_at,
       created_at, status, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (user_id, product_id) where status in ('waiting', 'inIncome', 'closed') do nothing
     returning ${columns}`,
    [
      plan.orderNo,
      userId,
      product.id,
      product.name,
      terms.days,
      terms.principal,
      formatFixed(terms.dailyYield),
      terms.dailyIncome,
      formatFixed(terms.penaltyRate),
      terms.penalty,
      new Date(decision.opensAt),
      new Date(now),
      decision.kind === 'open' ? 'inIncome' : 'waiting',
      new Date(decision.kind === 'open' ? decision.firstIncomeAt : decision.opensAt),
    ],
  );
  return row;
}
