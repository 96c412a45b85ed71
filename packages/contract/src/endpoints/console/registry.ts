import { actionCalls } from './actions.ts';
import { alarmCalls } from './alarms.ts';
import { calendarDeskCalls } from './calendar.ts';
import { chatDeskCalls } from './chats.ts';
import { contentDeskCalls } from './contents.ts';
import { dashboardCalls } from './dashboard.ts';
import { depositDeskCalls } from './deposits.ts';
import type { DeskCall } from './desk-call.ts';
import { engineCalls } from './engine.ts';
import { factCalls } from './facts.ts';
import { exportCalls } from './files/exports.ts';
import { haltCalls } from './halts.ts';
import { inviteDeskCalls } from './invites.ts';
import { imageDeskCalls, kycDeskCalls } from './kyc.ts';
import { auditCalls, ledgerDeskCalls, treasuryCalls } from './ledger.ts';
import { loanDeskCalls } from './loans.ts';
import { nftDeskCalls } from './nfts.ts';
import { operatorCalls } from './operators.ts';
import { parameterCalls } from './parameters.ts';
import { instrumentCalls, planProductCalls, positionDeskCalls } from './products.ts';
import { caseCalls, proposalCalls } from './proposals.ts';
import { screeningCalls } from './screening.ts';
import { searchCalls } from './search.ts';
import { sessionCalls, viewCalls } from './session.ts';
import { timelineCalls } from './timeline.ts';
import { userDeskCalls } from './users.ts';
import { payoutDeskCalls, withdrawalDeskCalls } from './withdrawals.ts';

/** Every call of the console by desk and name. */
export const consoleCalls = {
  session: sessionCalls,
  operators: operatorCalls,
  proposals: proposalCalls,
  cases: caseCalls,
  views: viewCalls,
  exports: exportCalls,
  screening: screeningCalls,
  search: searchCalls,
  users: { ...userDeskCalls, ...timelineCalls },
  deposits: depositDeskCalls,
  withdrawals: withdrawalDeskCalls,
  payouts: payoutDeskCalls,
  loans: loanDeskCalls,
  kyc: kycDeskCalls,
  chats: chatDeskCalls,
  images: imageDeskCalls,
  invites: inviteDeskCalls,
  ledger: ledgerDeskCalls,
  treasury: treasuryCalls,
  parameters: parameterCalls,
  instruments: instrumentCalls,
  actions: actionCalls,
  facts: factCalls,
  planProducts: planProductCalls,
  positions: positionDeskCalls,
  nfts: nftDeskCalls,
  contents: contentDeskCalls,
  calendar: calendarDeskCalls,
  halts: haltCalls,
  alarms: alarmCalls,
  engine: engineCalls,
  audit: auditCalls,
  dashboard: dashboardCalls,
};

export const allConsoleCalls: readonly DeskCall[] = Object.values(consoleCalls).flatMap((desk) =>
  Object.values<DeskCall>(desk),
);
