import { operatorCalls } from '@assay/contract/endpoints/console/operators.ts';
import { sessionCalls } from '@assay/contract/endpoints/console/session.ts';
import type { FastifyReply } from 'fastify';
import { hashPassword } from '../../platform/credentials/passwords.ts';
import { refuseWeak } from '../../platform/credentials/strength.ts';
import { isRefusal, refuse } from '../../platform/refusal.ts';
import type { Desk } from '../desk.ts';
import { propose } from '../proposals.ts';
import { audited, serveDesk, serveDeskMove, servePublic } from '../serve-desk.ts';
import { findOperator, provePassword, spendOperatorOtp } from './accounts.ts';
import { dropToken, keepToken } from './cookie.ts';
import { issuePassword, knowOperatorActs, listOperators } from './manage.ts';
import { endOperatorSession, endOperatorSessions, livingSessions } from './sessions.ts';
import { attempted, enrol, signIn } from './sign-in.ts';

export function serveSessions(desk: Desk): void {
  const { db, clock } = desk;
  /** Of a page in a browser the token goes into a cookie, and not into its hands. */
  const held = <A extends { state: 'signedIn'; token: string; expiresAt: string }>(reply: FastifyReply, answer: A): A => ({
    ...answer,
    token: keepToken(reply, desk.parts.mode, answer.token, Date.parse(answer.expiresAt) - clock.wall()),
  });
  servePublic(desk, sessionCalls.signIn, async (call, input, reply) => {
    const answer = await signIn(desk, call, input);
    return isRefusal(answer) || answer.state === 'enrolling' ? answer : held(reply, answer);
  });
  servePublic(desk, sessionCalls.enrol, async (call, input, reply) => {
    const answer = await enrol(desk, call, input);
    return isRefusal(answer) ? answer : held(reply, answer);
  });
  serveDesk(desk, sessionCalls.me, ({ operator: { id, name, roles }, sessionExpiresAt }) => ({
    id,
    name,
    roles: [...roles],
    mode: desk.parts.mode,
    sessionExpiresAt: sessionExpiresAt.toISOString(),
    now: new Date(clock.now()).toISOString(),
  }));
  serveDesk(desk, sessionCalls.sessions, async ({ operator, sessionId }) =>
    (await livingSessions(db, clock.wall(), operator.id)).map((row) => ({
      id: String(row.id),
      network: row.network,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      current: String(row.id) === sessionId,
    })),
  );
  // Its transaction is its own: a password must not wait in the stored answers of repeatable calls, not even as a hash.
  serveDesk(desk, sessionCalls.changePassword, (call, { password, newPassword, otp }) =>
    attempted(desk, call, call.operator.name, async () => {
      const wrong = refuse('11078', { password: '11078' });
      const row = await findOperator(db, call.operator.name);
      const proof = await provePassword(db, row, password);
      if (row === undefined || proof === undefined) return wrong;
      if (!(await spendOperatorOtp(db, desk.parts.secret, clock.wall(), row, otp))) return refuse('11022', { otp: '11022' });
      const weak = await refuseWeak('newPassword', newPassword, [row.name]);
      if (weak !== undefined) return weak;
      const hash = await hashPassword(newPassword);
      return db.transact((tx) =>
        audited(desk, call, tx, async (audit) => {
          const [changed] = await tx.query<{ done: boolean }>('select operator_change_password($1, $2, $3) as done', [
            call.operator.id,
            proof.whole,
            hash,
          ]);
          if (changed?.done !== true) return wrong;
          await endOperatorSessions(tx, call.operator.id, call.sessionId);
          audit({ action: 'operator.passwordChanged', subject: `operator:${call.operator.id}` });
          return {};
        }),
      );
    }),
  );
  serveDeskMove(desk, sessionCalls.endSession, async ({ operator }, { id }, tx, audit) => {
    if (!/^[1-9][0-9]{0,14}$/.test(id) || !(await endOperatorSession(tx, operator.id, id))) return refuse('404', { id: '404' });
    audit({ action: 'session.ended', subject: `operator:${operator.id}` });
    return {};
  });
  serveDeskMove(
    desk,
    sessionCalls.signOut,
    async ({ operator, sessionId }, _, tx, audit) => {
      await endOperatorSession(tx, operator.id, sessionId);
      audit({ action: 'session.ended', subject: `operator:${operator.id}` });
      return {};
    },
    (reply) => dropToken(reply, desk.parts.mode),
  );
}

export function serveOperators(desk: Desk): void {
  const { db } = desk;
  knowOperatorActs(desk);
  serveDesk(desk, operatorCalls.list, (_, input) => listOperators(db, input));
  serveDeskMove(desk, operatorCalls.create, (call, { reason, ...payload }, tx, audit) =>
    propose(desk, call, tx, audit, {
      kind: 'operator.create',
      subject: `operator:${payload.name.toLowerCase()}`,
      payload,
      reason,
    }),
  );
  for (const [endpoint, kind] of [
    [operatorCalls.disable, 'operator.disable'],
    [operatorCalls.enable, 'operator.enable'],
    [operatorCalls.resetAccess, 'operator.resetAccess'],
  ] as const) {
    serveDeskMove(desk, endpoint, (call, { operatorId, reason }, tx, audit) =>
      propose(desk, call, tx, audit, { kind, subject: `operator:${operatorId}`, payload: { operatorId }, reason }),
    );
  }
  serveDeskMove(desk, operatorCalls.setRoles, (call, { reason, ...payload }, tx, audit) =>
    propose(desk, call, tx, audit, { kind: 'operator.setRoles', subject: `operator:${payload.operatorId}`, payload, reason }),
  );
  // As above: the password that it answers is kept nowhere.
  serveDesk(desk, operatorCalls.issuePassword, (call, input) =>
    db.transact((tx) =>
      audited(desk, call, tx, async (audit) => {
        const issued = await issuePassword(desk, tx, input);
        if (isRefusal(issued)) return issued;
        const { half } = issued;
        audit({ action: 'operator.passwordIssued', subject: `operator:${input.operatorId}`, details: { half } });
        return issued;
      }),
    ),
  );
  serveDeskMove(desk, operatorCalls.endSessions, async (_, { operatorId, reason }, tx, audit) => {
    if (!/^[1-9][0-9]{0,14}$/.test(operatorId)) return refuse('404', { operatorId: '404' });
    const ended = await endOperatorSessions(tx, operatorId);
    audit({ action: 'operator.sessionsEnded', subject: `operator:${operatorId}`, details: { ended, reason } });
    return { ended };
  });
}
