import type { DeskCall, DeskInput } from '@assay/contract/endpoints/console/desk-call.ts';
import { type DeskExport, exportCalls } from '@assay/contract/endpoints/console/files/exports.ts';
import { type ExportStatus, exportKeptMs, exportsKept } from '@assay/contract/vocabulary/operators.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { Download } from '../../platform/reply.ts';
import { unseal } from '../../platform/seal.ts';
import type { Audit } from '../audit-entry.ts';
import { actorOf, appendAudit } from '../audit-log.ts';
import type { Desk, OperatorCall } from '../desk.ts';
import { nameOfFile } from '../list-file.ts';
import { cursorOf } from '../page.ts';
import { filterOf, serveDesk, serveDeskMove } from '../serve-desk.ts';
import { exportsKey, partOf } from './sealed.ts';
import { ExportsWriter } from './writer.ts';

interface Row {
  readonly id: number;
  readonly list: string;
  readonly status: ExportStatus;
  readonly lines: number;
  readonly bytes: number;
  readonly begunAt: Date;
  readonly endedAt: Date | null;
  readonly keptUntil: Date;
}

const columns = `id, list, status, lines, bytes, begun_at as "begunAt", ended_at as "endedAt", kept_until as "keptUntil"`;

const toWire = ({ id, list, status, lines, bytes, begunAt, endedAt, keptUntil }: Row): DeskExport => ({
  id: String(id),
  list,
  status,
  lines,
  bytes,
  begunAt: begunAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  keptUntil: keptUntil.toISOString(),
});

/** Who may export a list. */
const takersOf = ({ csvRoles, roles }: DeskCall) => csvRoles ?? roles;

/** POST exports/begin, exports/remove · GET exports/list, exports/file/{id}. Each operator has their own. */
export function serveExports(desk: Desk): void {
  const { db, clock } = desk;
  const writer = new ExportsWriter(desk);
  desk.app.addHook('onReady', async () => writer.start());
  desk.app.addHook('onClose', () => writer.stop());
  serveDeskMove(desk, exportCalls.begin, (call, input, tx, audit) => begin(desk, writer, call, input, tx, audit));
  serveDesk(desk, exportCalls.list, async ({ operator }) => {
    const rows = await db.query<Row>(
      `select ${columns} from exports where operator_id = $1 and kept_until > $2 order by id desc limit $3`,
      [operator.id, new Date(clock.wall()), exportsKept],
    );
    return rows.map(toWire);
  });
  serveDeskMove(desk, exportCalls.remove, async ({ operator }, { id }, tx, audit) => {
    const removed = isRefusal(cursorOf(id))
      ? []
      : await tx.query<{ list: string }>('delete from exports where id = $1 and operator_id = $2 returning list', [
          id,
          operator.id,
        ]);
    const [gone] = removed;
    if (gone === undefined) return refuse('404', { id: '404' });
    audit({ action: 'export.removed', subject: `list:${gone.list}` });
    return {};
  });
  serveDesk(desk, exportCalls.file, (call, { id }) => fileOf(desk, call, id));
}

/** Refused with 404 where there is no such list, 403 for whom may not take it away, 400 by the list's own check, 11281 while as many as may be are kept. */
async function begin(
  desk: Desk,
  writer: ExportsWriter,
  { operator }: OperatorCall,
  { list, filters }: DeskInput<typeof exportCalls.begin>,
  tx: Transaction,
  audit: Audit,
): Promise<DeskExport | Refusal> {
  const found = desk.lists.get(list);
  if (found === undefined) return refuse('404', { list: '404' });
  if (!mayTake(found.call, operator.roles)) return refuse('403');
  if (!found.call.input.safeParse(filters).success) return refuse('400', { filters: '400' });
  const now = desk.clock.wall();
  // Of two that are begun at once the second counts the first.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 4127105))', [operator.id]);
  const kept = await tx.query("select from exports where operator_id = $1 and kept_until > $2 and status <> 'failed'", [
    operator.id,
    new Date(now),
  ]);
  if (kept.length >= exportsKept) return refuse('11281');
  const [row] = await tx.query<Row>(
    `insert into exports (operator_id, list, filters, begun_at, kept_until) values ($1, $2, $3, $4, $5) returning ${columns}`,
    [operator.id, list, JSON.stringify(filters), new Date(now), new Date(now + exportKeptMs)],
  );
  if (row === undefined) throw new Error('an export that was begun is none');
  audit({ action: 'list.exported', subject: `list:${list}`, details: { filter: filterOf(filters) } });
  tx.afterCommit(() => writer.wake());
  return toWire(row);
}

const mayTake = (call: DeskCall, roles: OperatorCall['operator']['roles']): boolean => {
  const takers = takersOf(call);
  return takers !== 'public' && takers.some((role) => roles.includes(role));
};

/** Roles may have been taken from an operator since, and with them the file. */
async function fileOf(desk: Desk, call: OperatorCall, id: string): Promise<Download | Refusal> {
  const { db, clock, lists } = desk;
  const none = refuse('404', { id: '404' });
  if (isRefusal(cursorOf(id))) return none;
  const [row] = await db.query<Row>(
    `select ${columns} from exports where id = $1 and operator_id = $2 and status = 'done' and kept_until > $3`,
    [id, call.operator.id, new Date(clock.wall())],
  );
  const list = row && lists.get(row.list);
  if (row === undefined || list === undefined || !mayTake(list.call, call.operator.roles)) return none;
  const { lines } = row;
  const entry = { action: 'export.fetched', subject: `list:${row.list}`, details: { export: id, lines } };
  await appendAudit(db, clock.wall(), actorOf(call), entry);
  const name = nameOfFile(list.call, row.begunAt.getTime());
  return new Download(name, 'text/csv; charset=utf-8', textOf(desk, list.call, row));
}

/**
 * One part after the other, however many there are. Where one is gone, or its operator may not take it away any more, the connection
 * breaks off: what ends properly is whole.
 */
async function* textOf({ db, parts: { secret } }: Desk, call: DeskCall, { id, bytes }: Row): AsyncGenerator<string> {
  const key = exportsKey(secret);
  let sent = 0;
  for (let number = 0; sent < bytes; number += 1) {
    const [part] = await db.query<{ sealed: Buffer; roles: OperatorCall['operator']['roles'] }>(
      `select p.sealed, case when o.disabled_at is null then o.roles else '{}' end as roles
       from export_parts p join exports e on e.id = p.export_id join operators o on o.id = e.operator_id
       where p.export_id = $1 and p.number = $2`,
      [id, number],
    );
    if (part === undefined || !mayTake(call, part.roles)) throw new Error(`part ${number} of file ${id} is not to be had`);
    const text = unseal(key, partOf(id, number), part.sealed);
    sent += text.length;
    yield text.toString('utf8');
  }
}
