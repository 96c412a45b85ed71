import { fundsCalls } from '@assay/contract/endpoints/funds.ts';
import { solvencyCalls } from '@assay/contract/endpoints/solvency.ts';
import { type Http, serve, serveMove, serveMovePrepared } from '../platform/http.ts';
import type { FundsContext } from './context.ts';
import { listArriving } from './deposits/arriving.ts';
import { listDeposits } from './deposits/list.ts';
import { reportDeposit } from './deposits/report.ts';
import { removeMethod } from './methods/remove.ts';
import { ownMethods, toWire } from './methods/row.ts';
import { saveBankCard, saveCoinAddress } from './methods/save.ts';
import { depositCoins } from './networks.ts';
import { publicSolvency } from './solvency/public.ts';
import { cancelWithdrawal } from './withdrawals/cancel.ts';
import { listWithdrawals } from './withdrawals/list.ts';
import { requestWithdrawal } from './withdrawals/request.ts';
import { readTerms } from './withdrawals/terms.ts';

/**
 * GET depositCoins, listRecharge, arriving, withdrawalTerms, withdrawalAddresses, listWithdrwal · POST recharge, saveCoinAddress,
 * saveBankCard, deleteWithdrawalMethod, withdrawal, cancelWithdrawal · GET index/solvency
 */
export function serveFunds(http: Http, context: FundsContext): void {
  const { db, identity } = context;
  serve(http, solvencyCalls.solvency, publicSolvency(context));
  serve(http, fundsCalls.depositCoins, (call) => depositCoins(db, call.user.id));
  serve(http, fundsCalls.listRecharge, (call, input) => listDeposits(db, call.user.id, input));
  serve(http, fundsCalls.arriving, (call) => listArriving(db, call.user.id));
  serve(http, fundsCalls.withdrawalTerms, (call) => readTerms(context, call.user.id));
  serve(http, fundsCalls.withdrawalAddresses, async (call) => (await ownMethods(db, call.user.id)).map(toWire));
  serve(http, fundsCalls.listWithdrwal, (call, input) => listWithdrawals(db, call.user.id, input));
  serveMove(http, fundsCalls.recharge, (call, input, tx) => reportDeposit(context, tx, call, input));
  serveMove(http, fundsCalls.saveCoinAddress, (call, input, tx) => saveCoinAddress(context, tx, call.user.id, input));
  serveMove(http, fundsCalls.saveBankCard, (call, input, tx) => saveBankCard(context, tx, call.user.id, input));
  serveMove(http, fundsCalls.deleteWithdrawalMethod, (call, { id }, tx) => removeMethod(context, tx, call.user.id, id));
  serveMovePrepared(
    http,
    fundsCalls.withdrawal,
    (call, { code }) => identity.proveOwner(call, call.user.id, code),
    (call, input, tx, proof) => requestWithdrawal(context, tx, call, input, proof),
  );
  serveMove(http, fundsCalls.cancelWithdrawal, (call, { id }, tx) => cancelWithdrawal(context, tx, call.user.id, id));
}
