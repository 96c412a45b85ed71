/** The only door to the books. */
export { type Audit, type Finding, type HoldingsSource, audit, auditAccounts, auditNewest } from './audit.ts';
export { serveLedgerDesk } from './desk/console.ts';
export { houseCourse } from './desk/course.ts';
export { bookedByDay, houseState, owedToCustomers } from './desk/coverage.ts';
export { type DemoOrders, demoBegan, demoIssued, endDemoOrders, openDemo, resetDemo } from './demo.ts';
export { type Flow, type FlowReason, firstBooked, flowSums, flowsOf, movedUntil, newestFlows } from './flows.ts';
export { fundHouse } from './fund-house.ts';
export {
  auditNight,
  closeDay,
  closeMissedDays,
  ledgerJobs,
  makePartitions,
  settledTransaction,
  takeCheckpoints,
} from './jobs.ts';
export { type AccountBalance, type Posted, availableIn, lockBalances, post } from './post.ts';
export {
  type AccountName,
  HouseAccounts,
  type LockedAccount,
  isKept,
  heldOwners,
  lockMany,
  nameOf,
  openAccounts,
  postMany,
} from './post-many.ts';
export {
  type BookedTransfer,
  type HeldByCustomer,
  balances,
  balancesOfMany,
  feesPaid,
  firstTransactions,
  held,
  heldByCustomers,
  houseBalance,
  transfersOf,
} from './queries.ts';
export { serveLedger } from './routes.ts';
export { dealtSince } from './trading-result.ts';
export { type StatementLine, statement } from './statement.ts';
