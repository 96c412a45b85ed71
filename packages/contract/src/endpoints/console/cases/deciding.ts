import type { CaseDesk, OperatorRole } from '../../../vocabulary/operators.ts';
import { depositDeskCalls } from '../deposits.ts';
import type { DeskCall } from '../desk-call.ts';
import { kycDeskCalls } from '../kyc.ts';
import { loanDeskCalls } from '../loans.ts';
import { nftDeskCalls } from '../nfts.ts';
import { withdrawalDeskCalls } from '../withdrawals.ts';

/** An operator who may make this call decides at the desk. */
const deciding: Readonly<Record<CaseDesk, Pick<DeskCall, 'roles'>>> = {
  deposits: depositDeskCalls.approve,
  withdrawals: withdrawalDeskCalls.approve,
  kyc: kycDeskCalls.decide,
  loans: loanDeskCalls.approve,
  nfts: nftDeskCalls.edit,
};

/** Whether operators with these roles may claim, or be assigned, cases of this desk. */
export function mayDecide(desk: CaseDesk, roles: readonly OperatorRole[]): boolean {
  const gate = deciding[desk].roles;
  return gate !== 'public' && gate.some((role) => roles.includes(role));
}
