import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { auditCalls } from '@assay/contract/endpoints/console/ledger.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import type { Operator, OperatorCall } from './desk.ts';
import { cursorOf } from './page.ts';
import { isOfCustomer } from './proposals.ts';

interface Row {
  readonly id: number;
  readonly at: Date;
  readonly operator_id: number | null;
  readonly operator_name: string | null;
  readonly action: string;
  readonly subject: string;
  readonly details: Record<string, unknown>;
  readonly network: string;
  readonly hash: string;
}

const mayReadTyped = ({ roles }: Operator) => !roles.includes('regulator');

/**
 * Of a proposal about a customer, without the typed text: read-only operators see what was done, not remarks about a
 * person.
 */
function withoutTyped({ action, details }: Pick<Row, 'action' | 'details'>): Record<string, unknown> {
  if (!action.startsWith('proposal.') || !isOfCustomer(String(details['about']))) return details;
  return Object.fromEntries(Object.entries(details).filter(([name]) => name !== 'reason' && name !== 'note'));
}

/** Entries of the audit log, newest first. `action` is a whole one, or all that begin with it and a dot. */
export async function listAudit(
  db: Queryable,
  { operator }: Pick<OperatorCall, 'operator'>,
  input: DeskInput<typeof auditCalls.list>,
): Promise<DeskResult<typeof auditCalls.list> | Refusal> {
  const before = cursorOf(input.cursor);
  const operatorId = cursorOf(input.operatorId);
  if (isRefusal(before)) return before;
  if (isRefusal(operatorId)) return operatorId;
  // Each given filter is a condition of its own, for which there is an index.
  const values: unknown[] = [input.limit + 1];
  const of = (value: unknown, sql: (place: string) => string): string[] =>
    value === undefined || value === null ? [] : [sql(`$${values.push(value)}`)];
  const asked = [
    ...of(before, (place) => `l.id < ${place}::bigint`),
    ...of(
      input.action,
      (place) => `(l.action = ${place} or l.action ~>=~ (${place} || '.') and l.action ~<~ (${place} || '/'))`,
    ),
    ...of(operatorId, (place) => `l.operator_id = ${place}::bigint`),
    ...of(input.subject, (place) => `l.subject = ${place}`),
    ...of(input.from, (place) => `l.at >= ${place}::timestamptz`),
    ...of(input.to, (place) => `l.at < ${place}::timestamptz`),
  ];
  const rows = await db.query<Row>(
    `select l.id, l.at, l.operator_id, o.name as operator_name, l.action, l.subject, l.details, l.network,
       encode(l.hash, 'hex') as hash
     from audit_log l left join operators o on o.id = l.operator_id
     where ${asked.length === 0 ? 'true' : asked.join(' and ')} order by l.id desc limit $1`,
    values,
  );
  const page = rows.slice(0, input.limit);
  return {
    items: page.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      operatorId: row.operator_id === null ? null : String(row.operator_id),
      operatorName: row.operator_name,
      action: row.action,
      subject: row.subject,
      details: mayReadTyped(operator) ? row.details : withoutTyped(row),
      network: row.network,
      hash: row.hash,
    })),
    nextCursor: rows.length > input.limit ? String(page.at(-1)?.id) : null,
  };
}
