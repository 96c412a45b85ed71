import { index } from '@assay/contract/endpoints/index.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Http, serve, serveMove } from '../platform/http.ts';
import type { PlansContext } from './context.ts';
import { coverageOf } from './coverage.ts';
import { leavePlan } from './leave-plan.ts';
import { openPlan } from './open-plan.ts';
import { listPlans } from './queries.ts';

/** POST buySmart, stopSmart · GET listSmartOrder, index/planCoverage */
export function servePlans(http: Http, context: PlansContext): void {
  serveMove(http, order.buySmart, (call, input, tx) => openPlan(context, tx, call.user.id, input));
  serveMove(http, order.stopSmart, (call, input, tx) => leavePlan(context, tx, call.user.id, input));
  serve(http, order.listSmartOrder, (call, input) => listPlans(context, call.user.id, input));
  serve(http, index.planCoverage, async () => {
    const { free, committed } = await coverageOf(context.db);
    return { free: formatAmount(free, usdt), committed: formatAmount(committed, usdt) };
  });
}
