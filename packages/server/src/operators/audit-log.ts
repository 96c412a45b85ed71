import type { Queryable } from '../platform/database.ts';
import { coarseNetworkOf } from '../platform/networks.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { OperatorCall } from './desk.ts';

/** Who did it, and from where; the token shows it to the database. Null stands for the command line of the server. */
export type Actor = { readonly operatorId: string; readonly ip: string; readonly token?: string | undefined } | null;

export const actorOf = ({ operator, ip, token }: OperatorCall): Actor => ({ operatorId: operator.id, ip, token });

/**
 * Appends to the log. All appends wait for one row until the transaction ends, so it is the last thing that a transaction
 * does. `at` is real time, epoch ms.
 */
export async function appendAudit(
  db: Queryable,
  at: number,
  actor: Actor,
  { action, subject, details = {} }: AuditEntry,
): Promise<void> {
  await db.query('select audit_append($1, $2, $3, $4, $5, $6, $7)', [
    actor?.token ?? null,
    new Date(at),
    actor?.operatorId ?? null,
    action,
    subject,
    JSON.stringify(details),
    actor === null ? 'command line' : coarseNetworkOf(actor.ip),
  ]);
}

export interface AuditFinding {
  readonly about: string;
  readonly detail: string;
}

export interface AuditLogState {
  readonly entries: number;
  /** Hash of the newest entry, hexadecimal. */
  readonly head: string;
  readonly findings: readonly AuditFinding[];
}

const findingsMax = 100;

/**
 * Recomputes the chain, from its start to its head. Finds entries that were changed, removed, added or moved. A rewrite of the
 * whole log and its head is detected by a head that was noted elsewhere.
 */
export async function verifyAuditLog(db: Queryable): Promise<AuditLogState> {
  const findings = await db.query<AuditFinding>(
    `with linked as (
       select l.*, lag(id, 1, 0::bigint) over w as id_before, lag(hash, 1, sha256('assay audit log')) over w as hash_before
       from audit_log l window w as (order by id)
     ), newest as (select id, hash from audit_log order by id desc limit 1)
     (select 'entry ' || id as about,
        case when id <> id_before + 1 then format('follows entry %s', id_before) else 'is not what was written' end as detail
      from linked
      where id <> id_before + 1
        or hash <> audit_hash(hash_before, id, at, operator_id, action, subject, details, network)
      order by id limit $1)
     union all
     select 'head', format('stands at entry %s, the newest is %s', h.entries, coalesce(n.id, 0))
     from audit_head h left join newest n on true
     where h.entries <> coalesce(n.id, 0) or h.hash <> coalesce(n.hash, sha256('assay audit log'))`,
    [findingsMax],
  );
  const [head] = await db.query<{ entries: number; hash: string }>(
    "select entries, encode(hash, 'hex') as hash from audit_head",
  );
  if (head === undefined) return { entries: 0, head: '', findings: [...findings, { about: 'head', detail: 'is gone' }] };
  return { entries: head.entries, head: head.hash, findings };
}
