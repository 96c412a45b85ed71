import { type CustomerDetail, userDeskCalls } from '@assay/contract/endpoints/console/users.ts';
import { lighterThan, unfreezeReasons } from '@assay/contract/vocabulary/operators.ts';
import { z } from 'zod';
import {
  type AuditEntry,
  type Desk,
  actorOf,
  appendAudit,
  cursorOf,
  filterOf,
  propose,
  serveDesk,
  serveDeskMove,
  soughtIn,
} from '../../operators/index.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { endAllSessions } from '../credentials/sessions.ts';
import { tellSignedOut } from '../private-events.ts';
import { listCustomers, listNotes, readCustomer } from './customers.ts';

/** GET users/list, users/detail/{id}, users/notes/{id} · POST users/freeze, proposeUnfreeze, revokeSessions, addNote, proposeCountry */
export function serveUsersDesk(desk: Desk, { bus }: { readonly bus: Bus }): void {
  const { db, clock } = desk;
  serveDesk(
    desk,
    userDeskCalls.list,
    (_, input) => listCustomers(db, input),
    // Search terms and lists of names are personal data as much as a customer's page.
    ({ query, ...filters }, { items }) =>
      query === undefined
        ? { action: 'list.read', subject: `list:${userDeskCalls.list.path}`, details: { filter: filterOf(filters) } }
        : soughtIn(
            userDeskCalls.list.path,
            items.map(({ id }) => id),
          ),
  );
  serveDesk(desk, userDeskCalls.detail, async (call, { id }) => {
    const found = await readCustomer(db, clock.wall(), id);
    if (isRefusal(found)) return found;
    // Viewing a customer's data is recorded as an act, too.
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
  serveCountry(desk);
}

const person = z.object({ id: z.string() });

/** An act of two persons on a customer, whose row is locked meanwhile. 404 where there is none. */
async function lockCustomer(tx: Transaction, id: string): Promise<Refusal | undefined> {
  const known = isRefusal(cursorOf(id)) ? [] : await tx.query('select id from users where id = $1 for no key update', [id]);
  return known.length === 0 ? refuse('404', { id: '404' }) : undefined;
}

function serveCountry(desk: Desk): void {
  desk.act({
    kind: 'user.country',
    roles: ['reviewer', 'administrator'],
    exclusive: true,
    schema: person.extend({ country: z.string().nullable() }),
    check: async (tx, { id, country }) => {
      const missing = await lockCustomer(tx, id);
      if (missing !== undefined) return missing;
      const other = await tx.query('select from users where id = $1 and country is distinct from $2', [id, country]);
      return other.length === 0 ? refuse('11081', { country: '11081' }) : undefined;
    },
    apply: async (tx, { id, country }, { audit }) => {
      await tx.query('update users set country = $2 where id = $1', [id, country]);
      audit(about(id, 'user.countrySet', { country }));
      return undefined;
    },
  });
  serveDeskMove(desk, userDeskCalls.proposeCountry, (call, { reason, ...payload }, tx, audit) =>
    propose(desk, call, tx, audit, {
      kind: 'user.country',
      subject: `user:${payload.id}`,
      payload,
      reason,
      customer: payload.id,
    }),
  );
}

function serveFreezing(desk: Desk): void {
  serveDeskMove(desk, userDeskCalls.freeze, ({ operator }, { id, reason, note }, tx, audit) =>
    onCustomer(desk, tx, id, async () => {
      const frozen = await tx.query(
        `update users set frozen = true, freeze_reason = $2
         where id = $1 and (not frozen or closed_at is null and freeze_reason = any ($3)) returning id`,
        [id, reason, lighterThan(reason)],
      );
      if (frozen.length === 0) return refuse('11081');
      if (note !== undefined && note !== '') await writeNote(desk, tx, id, operator.id, note);
      audit(about(id, 'user.frozen', { reason }));
      return undefined;
    }),
  );
  desk.act({
    kind: 'user.unfreeze',
    roles: ['reviewer', 'administrator'],
    exclusive: true,
    schema: person.extend({ reason: z.enum(unfreezeReasons) }),
    check: async (tx, { id }) => {
      const missing = await lockCustomer(tx, id);
      if (missing !== undefined) return missing;
      // A closed account stays frozen for good.
      const frozen = await tx.query('select from users where id = $1 and frozen and closed_at is null', [id]);
      return frozen.length === 0 ? refuse('11081') : undefined;
    },
    apply: async (tx, { id, reason }, { audit }) => {
      await tx.query('update users set frozen = false, freeze_reason = null where id = $1', [id]);
      audit(about(id, 'user.unfrozen', { reason }));
      return undefined;
    },
  });
  serveDeskMove(desk, userDeskCalls.proposeUnfreeze, async (call, { note, ...payload }, tx, audit) => {
    const { id } = payload;
    const proposed = await propose(desk, call, tx, audit, {
      kind: 'user.unfreeze',
      subject: `user:${id}`,
      payload,
      reason: note,
      customer: id,
    });
    if (!isRefusal(proposed)) await writeNote(desk, tx, id, call.operator.id, note);
    return proposed;
  });
}

const about = (id: string, action: string, details: AuditEntry['details'] = {}): AuditEntry => ({
  action,
  subject: `user:${id}`,
  details,
});

/** An act on one customer, whose row is locked meanwhile; returns the customer's new state. 404 when there is none. */
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
