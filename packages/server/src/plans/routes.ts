import { index } from '@assay/contract/endpoints/index.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Http, serve, serveCommand } from '../platform/http.ts';
import type { PlansContext } from './context.ts';
import { coverageOf } from './coverage.ts';
import { listPlans } from './queries.ts';
import { buyPlan, leavePlan } from './submit.ts';

/** POST buySmart, stopSmart · GET listSmartOrder, index/planCoverage */
export function servePlans(http: Http, context: PlansContext): void {
  serveCommand(http, order.buySmart, (call, input, asked) => buyPlan(context, call.user.id, asked, input));
  serveCommand(http, order.stopSmart, (call, input, asked) => leavePlan(context, call.user.id, asked, input));
  serve(http, order.listSmartOrder, (call, input) => listPlans(context, call.user.id, input));
  serve(http, index.planCoverage, async () => {
    const { free, committed } = await coverageOf(context.db);
    return { free: formatAmount(free, usdt), committed: formatAmount(committed, usdt) };
  });
}
