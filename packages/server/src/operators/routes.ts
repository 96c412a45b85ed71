import { auditCalls } from '@assay/contract/endpoints/console/ledger.ts';
import { caseCalls, proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { allConsoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { sessionCalls } from '@assay/contract/endpoints/console/session.ts';
import { unhurried } from '../platform/database.ts';
import { tellOutcome } from '../platform/outcome.ts';
import { refuse } from '../platform/refusal.ts';
import { serveOperators, serveSessions } from './access/routes.ts';
import { listAudit } from './audit-list.ts';
import { verifyAuditLog } from './audit-log.ts';
import { assignCase, claimCase, readLoad, releaseCase } from './claims.ts';
import type { Desk } from './desk.ts';
import { serveExports } from './exports/exports.ts';
import { decide, listProposals, readProposal } from './proposals.ts';
import { scopeOf, serveDesk, serveDeskMove } from './serve-desk.ts';
import { serveViews } from './views.ts';

/** Offers what every console has: sign-in, operators, proposals, cases and the audit log. */
export function serveOperatorsCore(desk: Desk): void {
  const { db, clock } = desk;
  serveSessions(desk);
  serveOperators(desk);
  serveViews(desk);
  serveExports(desk);
  serveDesk(desk, sessionCalls.outcome, (call, { path, key, deadline }) => {
    const asked = allConsoleCalls.find((act) => act.moves && act.path === path);
    if (asked === undefined) return refuse('400', { path: '400' });
    return tellOutcome(desk, { scope: scopeOf(call, asked), key, deadline }, call.language);
  });
  serveDesk(desk, proposalCalls.list, (call, input) => listProposals(desk, call, input));
  serveDesk(desk, proposalCalls.detail, (call, { id }) => readProposal(desk, call, id));
  for (const [endpoint, outcome] of [
    [proposalCalls.approve, 'approved'],
    [proposalCalls.reject, 'rejected'],
    [proposalCalls.withdraw, 'withdrawn'],
  ] as const) {
    serveDeskMove(desk, endpoint, (call, { id, note }, tx, audit) => decide(desk, call, tx, audit, { id, outcome, note }));
  }
  desk.queue('proposals', async (queryable) => {
    const [row] = await queryable.query<{ waiting: number; oldest: Date | null }>(
      "select count(*) as waiting, min(created_at) as oldest from proposals where status = 'waiting' and expires_at > $1",
      [new Date(clock.wall())],
    );
    return { waiting: row?.waiting ?? 0, oldestAt: row?.oldest ?? null };
  });
  serveDeskMove(desk, caseCalls.claim, (call, input, tx, audit) => claimCase(desk, call, tx, audit, input));
  serveDeskMove(desk, caseCalls.assign, (_, input, tx, audit) => assignCase(desk, tx, audit, input));
  serveDesk(desk, caseCalls.load, () => readLoad(desk));
  serveDeskMove(desk, caseCalls.release, (call, input, tx, audit) => releaseCase(call, tx, audit, input));
  serveDesk(desk, auditCalls.list, (call, input) => listAudit(db, call, input));
  serveDesk(desk, auditCalls.verify, () =>
    desk.verify(async () => {
      // A log of years takes longer than a customer's statement may.
      const { entries, head, findings } = await db.transact((tx) => verifyAuditLog(tx), unhurried);
      return { entries, head, findings: [...findings] };
    }),
  );
}
