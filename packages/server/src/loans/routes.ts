import { loanCalls } from '@assay/contract/endpoints/loans.ts';
import { type Http, serve, serveMove } from '../platform/http.ts';
import { refuse } from '../platform/refusal.ts';
import { cancelLoan } from './cancel-loan.ts';
import type { LoansContext } from './context.ts';
import { listTerms } from './offers.ts';
import { downloadAgreement, listLoans } from './queries.ts';
import { repayLoan } from './repay-loan.ts';
import { requestLoan } from './request-loan.ts';

/** POST loan, cancelLoan, repayLoan · GET loanTerms, listLoanRecord, loanAgreement/{id} */
export function serveLoans(http: Http, context: LoansContext): void {
  serve(http, loanCalls.loanTerms, () => listTerms(context));
  serve(http, loanCalls.listLoanRecord, (call, input) => listLoans(context, call.user.id, input));
  serve(http, loanCalls.loanAgreement, (call, input) => downloadAgreement(context, http.images, call.user.id, input));
  serveMove(http, loanCalls.loan, async ({ user, images: { signature } }, input, tx) => {
    if (signature === undefined) return refuse('11064', { signature: '11064' });
    return requestLoan(context, tx, { user, input, signature });
  });
  serveMove(http, loanCalls.cancelLoan, (call, { id }, tx) => cancelLoan(context, tx, call.user.id, id));
  serveMove(http, loanCalls.repayLoan, (call, input, tx) => repayLoan(context, tx, call.user.id, input));
}
