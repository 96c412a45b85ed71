/** What desks are built with. Their calls are the slices' own, each in its `console.ts`. */
export { createEnrolledOperator, createOperator, issueOneTimePassword } from './access/accounts.ts';
export { openOperatorSession } from './access/sessions.ts';
export type { Audit, AuditEntry } from './audit-entry.ts';
export { type AuditLogState, actorOf, appendAudit, verifyAuditLog } from './audit-log.ts';
export { claimsOf, heldByOther, notClaimed, takeInHand, takenOn } from './claims.ts';
export {
  type Act,
  type Decision,
  Desk,
  type DeskParts,
  type KnownCase,
  type Operator,
  type OperatorCall,
  type Queue,
} from './desk.ts';
export { operatorJobs } from './jobs.ts';
export { looked, soughtIn } from './looks.ts';
export { cursorOf } from './page.ts';
export { type NewProposal, type ProposedLine, propose } from './proposals.ts';
export { serveOperatorsCore } from './routes.ts';
export { mayOpenKept, serveImagesDesk } from './show-image.ts';
export { filterOf, serveDesk, serveDeskMove, serveDesksNotYetOpen } from './serve-desk.ts';
export { type Weight, thereAreThree } from './tiers.ts';
export { type Gate, gateOf, mayEnd, secondCase, weighCase } from './weighed-cases.ts';
