import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { OperatorItem, operatorCalls } from '@assay/contract/endpoints/console/operators.ts';
import { operatorName, roles as rolesSchema } from '@assay/contract/endpoints/console/session.ts';
import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import { id } from '@assay/contract/vocabulary/units.ts';
import { z } from 'zod';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import type { Decision, Desk } from '../desk.ts';
import { cursorOf } from '../page.ts';
import { type OperatorRow, findOperator, findOperatorById, issueHalf } from './accounts.ts';
import { endOperatorSessions } from './sessions.ts';

const roles: readonly OperatorRole[] = ['administrator'];
/** Two persons are needed for everything, so two administrators have to stay. */
const administratorsMin = 2;

/** Refused with 11079 when fewer than two administrators would be left without this one, who was `found` under their locks. */
async function administratorsStay(tx: Transaction, without: string): Promise<Refusal | undefined> {
  const rows = await tx.query<{ id: number }>(
    "select id from operators where 'administrator' = any (roles) and disabled_at is null",
  );
  const isOne = rows.some((row) => String(row.id) === without);
  return isOne && rows.length - 1 < administratorsMin ? refuse('11079') : undefined;
}

/**
 * The operator, locked together with all administrators, so that two approvals at once do not each count on whom the other
 * removes; all in the order of their ids, so that neither holds whom the other waits for.
 */
async function found(tx: Transaction, operatorId: string): Promise<OperatorRow | Refusal> {
  if (isRefusal(cursorOf(operatorId))) return refuse('404', { operatorId: '404' });
  await tx.query("select from operators where id = $1 or 'administrator' = any (roles) order by id for no key update", [
    operatorId,
  ]);
  return (await findOperatorById(tx, operatorId)) ?? refuse('404', { operatorId: '404' });
}

/** What two administrators can do to operators. */
export function knowOperatorActs(desk: Desk): void {
  knowCreation(desk);
  knowRoles(desk);
  knowAccess(desk, 'operator.disable', {
    check: async (tx, row) => (row.disabled_at === null ? administratorsStay(tx, String(row.id)) : refuse('11081')),
    endsSessions: true,
  });
  knowAccess(desk, 'operator.enable', {
    check: async (_, row) => (row.disabled_at === null ? refuse('11081') : undefined),
    endsSessions: false,
  });
  knowAccess(desk, 'operator.resetAccess', {
    check: async (_, row) => (row.enrolled_at === null ? refuse('11081') : undefined),
    endsSessions: true,
  });
}

/** The database reads the act from the proposal, and checks who has approved it. Returns whether it was done. */
async function applied(desk: Desk, tx: Transaction, { proposalId }: Decision): Promise<boolean> {
  const [row] = await tx.query<{ done: boolean }>('select operator_apply($1, $2) as done', [
    proposalId,
    new Date(desk.clock.wall()),
  ]);
  return row?.done === true;
}

function knowCreation(desk: Desk): void {
  desk.act({
    kind: 'operator.create',
    roles,
    exclusive: true,
    schema: z.object({ name: operatorName, roles: rolesSchema }),
    check: async (tx, { name }) =>
      (await findOperator(tx, name)) === undefined ? undefined : refuse('11077', { name: '11077' }),
    apply: async (tx, _, decision) => ((await applied(desk, tx, decision)) ? undefined : refuse('11077', { name: '11077' })),
  });
}

function knowRoles(desk: Desk): void {
  desk.act({
    kind: 'operator.setRoles',
    roles,
    exclusive: true,
    schema: z.object({ operatorId: id, roles: rolesSchema }),
    check: async (tx, payload) => {
      const row = await found(tx, payload.operatorId);
      if (isRefusal(row)) return row;
      return payload.roles.includes('administrator') ? undefined : administratorsStay(tx, payload.operatorId);
    },
    apply: async (tx, { operatorId }, decision) => {
      await applied(desk, tx, decision);
      // Files written for them show what their former roles could read.
      await tx.query('delete from exports where operator_id = $1', [operatorId]);
      return undefined;
    },
  });
}

interface AccessAct {
  check(tx: Transaction, row: OperatorRow): Promise<Refusal | undefined>;
  readonly endsSessions: boolean;
}

function knowAccess(desk: Desk, kind: string, access: AccessAct): void {
  desk.act({
    kind,
    roles,
    exclusive: true,
    schema: z.object({ operatorId: id }),
    check: async (tx, { operatorId }) => {
      const row = await found(tx, operatorId);
      return isRefusal(row) ? row : access.check(tx, row);
    },
    apply: async (tx, { operatorId }, decision) => {
      await applied(desk, tx, decision);
      if (access.endsSessions) await endOperatorSessions(tx, operatorId);
      return undefined;
    },
  });
}

/**
 * Half a one-time password to hand over: nobody may know the whole, since that person could act as two. Refused with 11081 when
 * the operator has a password of their own or is disabled, and with 404.
 */
export async function issuePassword(
  desk: Desk,
  tx: Transaction,
  input: DeskInput<typeof operatorCalls.issuePassword>,
): Promise<DeskResult<typeof operatorCalls.issuePassword> | Refusal> {
  const row = await found(tx, input.operatorId);
  if (isRefusal(row)) return row;
  const issued = await issueHalf(tx, desk.clock.wall(), row);
  return issued === undefined ? refuse('11081') : { ...issued, validUntil: issued.validUntil.toISOString() };
}

/** Operators, the newest first. */
export async function listOperators(
  db: Queryable,
  input: DeskInput<typeof operatorCalls.list>,
): Promise<DeskResult<typeof operatorCalls.list> | Refusal> {
  const before = cursorOf(input.cursor);
  if (isRefusal(before)) return before;
  const rows = await db.query<OperatorRow & { last_used_at: Date | null }>(
    `select o.id, o.name, o.roles, o.enrolled_at, o.created_at, o.disabled_at,
       (select max(s.last_used_at) from operator_sessions s where s.operator_id = o.id) as last_used_at
     from operators o where $1::bigint is null or o.id < $1 order by o.id desc limit $2`,
    [before, input.limit + 1],
  );
  const page = rows.slice(0, input.limit);
  return {
    items: page.map((row): OperatorItem => ({
      id: String(row.id),
      name: row.name,
      roles: row.roles,
      state: row.disabled_at !== null ? 'disabled' : row.enrolled_at === null ? 'invited' : 'active',
      createdAt: row.created_at.toISOString(),
      disabledAt: row.disabled_at?.toISOString() ?? null,
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
    nextCursor: rows.length > input.limit ? String(page.at(-1)?.id) : null,
  };
}
