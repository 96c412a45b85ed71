import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { firstBooked } from '../ledger/index.ts';
import { type AccountCall, type Http, serve } from '../platform/http.ts';
import { tooMany } from '../platform/refusal.ts';
import type { Download } from '../platform/reply.ts';
import { assetInfo } from './asset-info.ts';
import type { Account, PortfolioContext } from './context.ts';
import { equityBridge, equityFlows } from './equity-bridge.ts';
import { equityCourse } from './equity-course.ts';
import { Exports } from './exports.ts';
import { firstSteps } from './first-steps.ts';
import { listBalances } from './list-balances.ts';
import { profitTotal } from './profit-total.ts';
import { receiptOf } from './receipt.ts';
import { exportReport } from './reports/export-report.ts';
import { listResults, resultDays, totalResults } from './results.ts';
import { exportTransfers } from './statement/export-transfers.ts';

/** A file may have thousands of lines: too much work to be had as often as other calls. */
const exportsPerUser = { max: 10, windowMs: 60_000 };

const accountOf = ({ user: { id }, book }: AccountCall): Account => ({ userId: id, book });

/** Balances, worth, results, receipts and statements of an account. */
export function servePortfolio(http: Http, context: PortfolioContext): void {
  serve(http, order.receipt, (call, input) => receiptOf(context, accountOf(call), input.id));
  serve(http, order.getAssestInfo, (call, input) => assetInfo(context, accountOf(call), input.code));
  serve(http, order.getProfitTotal, (call, input) => profitTotal(context, accountOf(call), input));
  serve(http, order.equityCourse, (call, input) => equityCourse(context, accountOf(call), input.range));
  serve(http, user.firstSteps, (call) => firstSteps(context.db, call.user.id));
  serve(http, order.equityBridge, (call) => equityBridge(context, accountOf(call)));
  serve(http, order.equityFlows, (call, input) => equityFlows(context, accountOf(call), new Date(input.from)));
  serve(http, order.results, (call, input) => totalResults(context, accountOf(call), input));
  serve(http, order.resultDays, (call, input) => resultDays(context, accountOf(call), input));
  serve(http, order.listResults, (call, input) => listResults(context, accountOf(call), input));
  serve(http, user.reportSpan, async (call) => {
    const first = await firstBooked(context.db, accountOf(call));
    return { first: first?.toISOString() ?? null, now: new Date(context.clock.now()).toISOString() };
  });
  serve(http, user.listBalances, (call) => listBalances(context, accountOf(call)));
  const exports = new Exports();
  const exported = async (call: AccountCall, make: () => Promise<Download>) => {
    const waitMs = http.limit(`export:${call.user.id}`, exportsPerUser);
    return waitMs > 0 ? tooMany(waitMs / 1000) : exports.one(call.user.id, make);
  };
  serve(http, user.exportTransfers, (call, input) => exported(call, () => exportTransfers(context, call, input)));
  serve(http, user.exportReport, (call, input) => exported(call, () => exportReport(context, call, input)));
}
