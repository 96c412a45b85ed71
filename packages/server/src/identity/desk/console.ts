import { type CustomerDetail, userDeskCalls } from '@assay/contract/endpoints/console/users.ts';
import { type AuditEntry, type Desk, actorOf, appendAudit, cursorOf, serveDesk, serveDeskMove } from '../../operators/index.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { endAllSessions } from '../credentials/sessions.ts';
import { tellSignedOut } from '../private-events.ts';
import { listCustomers, listNotes, readCustomer } from './customers.ts';

/** GET users/list, users/detail/{id}, users/notes/{id} · POST users/freeze, unfreeze, revokeSessions, addNote, setCountry */
export function serveUsersDesk(desk: Desk, { bus }: { readonly bus: Bus }): void {
  const { db, clock } = desk;
  serveDesk(desk, userDeskCalls.list, (_, input) => listCustomers(db, input));
  serveDesk(desk, userDeskCalls.detail, async (call, { id }) => {
    const found = await readCustomer(db, clock.wall(), id);
    if (isRefusal(found)) return found;
    // Looking at somebody's data is an act, too.
    await appendAudit(db, clock.wall(), actorOf(call), { action: 'user.viewed', subject: `user:${id}` });
    return found;
  });
  serveDesk(desk, userDeskCalls.notes, async (call, input) => {
    const found = await listNotes(db, input);
    if (isRefusal(found)) return found;
    const entry = { action: 'user.viewed', subject: `user:${input.id}`, details: { part: 'notes' } };
    await appendAudit(db, clock.wall(), actorOf(call), entry);
    return found;
  });
  serveFreezing(desk);
  serveDeskMove(desk, userDeskCalls.revokeSessions, (_, { id }, tx, audit) =>
    onCustomer(desk, tx, id, async () => {
      await endAllSessions(tx, id, clock.wall());
      tx.afterCommit(() => tellSignedOut(bus, id, null));
      audit(about(id, 'user.sessionsRevoked'));
    }),
  );
  serveDeskMove(desk, userDeskCalls.addNote, ({ operator }, { id, text }, tx, audit) =>
    onCustomer(desk, tx, id, async () => {
      await writeNote(desk, tx, id, operator.id, text);
      audit(about(id, 'user.noted'));
    }),
  );
  serveDeskMove(desk, userDeskCalls.setCountry, (_, { id, country }, tx, audit) =>
    onCustomer(desk, tx, id, async () => {
      const changed = await tx.query(
        'update users set country = $2 where id = $1 and country is distinct from $2 returning id',
        [id, country],
      );
      if (changed.length === 0) return refuse('11081', { country: '11081' });
      audit(about(id, 'user.countrySet', { country }));
      return undefined;
    }),
  );
}

function serveFreezing(desk: Desk): void {
  serveDeskMove(desk, userDeskCalls.freeze, ({ operator }, { id, reason, note }, tx, audit) =>
    onCustomer(desk, tx, id, async () => {
      const frozen = await tx.query(
        'update users set frozen = true, freeze_reason = $2 where id = $1 and not frozen returning id',
        [id, reason],
      );
      if (frozen.length === 0) return refuse('11081');
      if (note !== undefined && note !== '') await writeNote(desk, tx, id, operator.id, note);
      audit(about(id, 'user.frozen', { reason }));
      return undefined;
    }),
  );
  serveDeskMove(desk, userDeskCalls.unfreeze, ({ operator }, { id, reason, note }, tx, audit) =>
    onCustomer(desk, tx, id, async () => {
      const lifted = await tx.query(
        // A closed account stays frozen for good.
        'update users set frozen = false, freeze_reason = null where id = $1 and frozen and closed_at is null returning id',
        [id],
      );
      if (lifted.length === 0) return refuse('11081');
      if (note !== undefined && note !== '') await writeNote(desk, tx, id, operator.id, note);
      audit(about(id, 'user.unfrozen', { reason }));
      return undefined;
    }),
  );
}

const about = (id: string, action: string, details: AuditEntry['details'] = {}): AuditEntry => ({
  action,
  subject: `user:${id}`,
  details,
});

/** An act on one customer, who is locked meanwhile, answered with what the customer is then. 404 when there is none. */
async function onCustomer(
  desk: Desk,
  tx: Transaction,
  id: string,
  act: () => Promise<Refusal | void>,
): Promise<CustomerDetail | Refusal> {
  if (isRefusal(cursorOf(id))) return refuse('404', { id: '404' });
  const known = await tx.query('select id from users where id = $1 for no key update', [id]);
  if (known.length === 0) return refuse('404', { id: '404' });
  return (await act()) ?? readCustomer(tx, desk.clock.wall(), id);
}

async function writeNote({ clock }: Desk, tx: Transaction, userId: string, operatorId: string, text: string): Promise<void> {
  await tx.query('insert into user_notes (user_id, operator_id, text, created_at) values ($1, $2, $3, $4)', [
    userId,
    operatorId,
    text,
    new Date(clock.wall()),
  ]);
}
