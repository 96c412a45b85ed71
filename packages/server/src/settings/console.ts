import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { type ParameterItem, parameterCalls } from '@assay/contract/endpoints/console/parameters.ts';
import { z } from 'zod';
import { type Desk, cursorOf, propose, serveDesk, serveDeskMove, thereAreThree } from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { isPossible, kindOf } from './rules.ts';

const kind = 'parameter.change';
const subjectOf = (key: string) => `parameter:${key}`;

/** GET parameters/list, parameters/history · POST parameters/propose */
export function serveParametersDesk(desk: Desk): void {
  const { db, clock } = desk;
  desk.act({
    kind,
    roles: ['finance', 'administrator'],
    exclusive: true,
    schema: z.object({ key: z.string(), value: z.string() }),
    check: async (tx, { key, value }) => {
      if (!isPossible(key, value)) return refuse('11076', { value: '11076' });
      if (key.startsWith('third_person_') && Number(value) > 0 && !(await thereAreThree(tx)))
        return refuse('11414', { value: '11414' });
      const [row] = await tx.query<{ value: string }>('select value from parameters where key = $1 for update', [key]);
      return row?.value === value ? refuse('11081', { value: '11081' }) : undefined;
    },
    apply: async (tx, { key, value }, { proposalId }) => {
      await tx.query(
        `insert into parameter_changes (key, before, after, proposal_id, changed_at)
         values ($1, (select value from parameters where key = $1), $2, $3, $4)`,
        [key, value, proposalId, new Date(clock.wall())],
      );
      // Whatever an operator sets is public, except where a migration has said otherwise.
      await tx.query(
        'insert into parameters (key, value, public) values ($1, $2, true) on conflict (key) do update set value = excluded.value',
        [key, value],
      );
      return undefined;
    },
  });
  serveDesk(desk, parameterCalls.list, () => listParameters(db, clock.wall()));
  serveDesk(desk, parameterCalls.history, (_, input) => listChanges(db, input));
  serveDeskMove(desk, parameterCalls.propose, (call, { reason, ...payload }, tx, audit) =>
    propose(desk, call, tx, audit, { kind, subject: subjectOf(payload.key), payload, reason }),
  );
}

async function listParameters(db: Queryable, now: number): Promise<ParameterItem[]> {
  const rows = await db.query<{ key: string; value: string; public: boolean; waiting: number | null }>(
    `select m.key, m.value, m.public,
       (select max(p.id) from proposals p
        where p.kind = $1 and p.subject = $2 || m.key and p.status = 'waiting' and p.expires_at > $3) as waiting
     from parameters m order by m.key`,
    [kind, subjectOf(''), new Date(now)],
  );
  return rows.map((row) => ({
    key: row.key,
    kind: kindOf(row.key),
    value: row.value,
    public: row.public,
    waiting: row.waiting === null ? null : String(row.waiting),
  }));
}

interface ChangeRow {
  readonly id: number;
  readonly key: string;
  readonly before: string | null;
  readonly after: string;
  readonly changed_at: Date;
  readonly proposed_by: number;
  readonly proposer: string;
  readonly decided_by: number;
  readonly approver: string;
  readonly reason: string;
}

async function listChanges(
  db: Queryable,
  input: DeskInput<typeof parameterCalls.history>,
): Promise<DeskResult<typeof parameterCalls.history> | Refusal> {
  const before = cursorOf(input.cursor);
  if (isRefusal(before)) return before;
  const rows = await db.query<ChangeRow>(
    `select c.id, c.key, c.before, c.after, c.changed_at, p.proposed_by, o.name as proposer, p.decided_by, d.name as approver, p.reason
     from parameter_changes c join proposals p on p.id = c.proposal_id
     join operators o on o.id = p.proposed_by join operators d on d.id = p.decided_by
     where ($1::bigint is null or c.id < $1) and ($2::text is null or c.key = $2) order by c.id desc limit $3`,
    [before, input.key ?? null, input.limit + 1],
  );
  const page = rows.slice(0, input.limit);
  return {
    items: page.map((row) => ({
      id: String(row.id),
      key: row.key,
      before: row.before,
      after: row.after,
      changedAt: row.changed_at.toISOString(),
      proposedBy: { id: String(row.proposed_by), name: row.proposer },
      approvedBy: { id: String(row.decided_by), name: row.approver },
      reason: row.reason,
    })),
    nextCursor: rows.length > input.limit ? String(page.at(-1)?.id) : null,
  };
}
