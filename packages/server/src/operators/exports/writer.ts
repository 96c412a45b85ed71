import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import { csvLine, byteOrderMark } from '../../platform/csv.ts';
import type { Transaction } from '../../platform/database.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { seal } from '../../platform/seal.ts';
import type { Desk, OperatorCall } from '../desk.ts';
import { columnsOf, linesOf, pageOf } from '../list-file.ts';
import { exportsKey, partOf } from './sealed.ts';

/** Lines of a part: the most that a crash loses, and written quickly. */
const partLines = 5000;
const pageLines = 100;
/** A writer without progress for so long stops, and another one continues. */
const takenMs = 60_000;
/** What fails is tried again by and by: a database that is away for a moment ends nothing. */
const triesMax = 3;
const againMs = 10_000;
const lookMs = 5000;

interface Taken {
  readonly id: number;
  readonly operatorId: string;
  readonly list: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly cursor: string | null;
  readonly name: string;
  /** As they are when the part is begun; none of an operator who is disabled. */
  readonly roles: readonly OperatorRole[];
  readonly parts: number;
}

/** It is not to be written any more, however often it is tried. */
class NotTheirs extends Error {}

/**
 * Writes the exports that operators have requested, part by part and in turn, in every process that serves the console:
 * a short list does not wait for long ones. Each part is committed with where the next begins: after a crash no line is
 * written twice or left out.
 */
export class ExportsWriter {
  readonly #desk: Desk;
  readonly #key: Buffer;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #asked = false;
  #stopped = false;
  readonly #tries = new Map<number, number>();

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#key = exportsKey(desk.parts.secret);
  }

  /** What others have left is looked for now and then. */
  start(): void {
    this.#timer = setInterval(() => this.wake(), lookMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#working;
  }

  /** There is something to do. */
  wake(): void {
    this.#asked = true;
    // What fails, such as a database that is away, is looked for again.
    this.#working ??= this.#work()
      .catch(() => undefined)
      .finally(() => (this.#working = undefined));
  }

  async #work(): Promise<void> {
    while (this.#asked && !this.#stopped) {
      this.#asked = false;
      for (;;) {
        const taken = await this.#take();
        if (taken === undefined) break;
        await this.#write(taken);
        if (this.#stopped) return;
      }
    }
  }

  /** The oldest export of the operator who has waited longest, unless it is being written; expired ones are deleted. */
  async #take(): Promise<Taken | undefined> {
    const { db, clock } = this.#desk;
    const now = clock.wall();
    await db.query('delete from exports where kept_until <= $1', [new Date(now)]);
    const [row] = await db.query<Taken>(
      `with next as (
         select e.id from exports e where e.status = 'working' and (e.taken_until is null or e.taken_until <= $1)
         order by (select max(x.taken_until) from exports x where x.operator_id = e.operator_id) nulls first,
           e.taken_until nulls first, e.id
         limit 1 for update skip locked
       )
       update exports e set taken_until = $2 from next, operators o where e.id = next.id and o.id = e.operator_id
       returning e.id, e.operator_id::text as "operatorId", e.list, e.filters, e.next_cursor as cursor, o.name,
         case when o.disabled_at is null then o.roles else '{}' end as roles,
         (select count(*)::integer from export_parts p where p.export_id = e.id) as parts`,
      [new Date(now), new Date(now + takenMs)],
    );
    return row;
  }

  /** Its next part; then it is another operator’s turn. Ends where its operator may no longer export it. */
  async #write(taken: Taken): Promise<void> {
    const { id, cursor, parts } = taken;
    const { db, clock, app } = this.#desk;
    try {
      const { lines, next } = await this.#part(taken, cursor, parts === 0);
      await this.#keep(taken, { number: parts, lines, next });
      this.#tries.delete(id);
    } catch (fault) {
      const tries = (this.#tries.get(id) ?? 0) + 1;
      this.#tries.set(id, tries);
      const isOver = fault instanceof NotTheirs || tries >= triesMax;
      app.log.error({ err: fault, export: id, tries }, 'a list was not written down');
      const now = clock.wall();
      await db.query(
        isOver
          ? `update exports set status = 'failed', ended_at = $2, taken_until = null where id = $1 and status = 'working'`
          : `update exports set taken_until = $2 where id = $1 and status = 'working'`,
        [id, new Date(isOver ? now : now + againMs)],
      );
      if (isOver) this.#tries.delete(id);
    }
  }

  async #part(taken: Taken, begin: string | null, isFirst: boolean): Promise<{ lines: string[]; next: string | null }> {
    const list = this.#desk.lists.get(taken.list);
    const takers = list && (list.call.csvRoles ?? list.call.roles);
    if (list === undefined || takers === 'public' || takers?.some((role) => taken.roles.includes(role)) !== true)
      throw new NotTheirs('its operator may not take this list away');
    const columns = columnsOf(list.call);
    const lines: string[] = isFirst ? [byteOrderMark + csvLine(columns)] : [];
    let cursor = begin;
    for (let left = partLines; left > 0; left -= pageLines) {
      const input = list.call.input.parse({ ...taken.filters, ...(cursor !== null && { cursor }) });
      const answer = await list.read(callOf(taken), { ...input, limit: pageLines });
      if (isRefusal(answer)) throw new Error(`a list refused its own cursor with ${answer.code}`);
      const { items, nextCursor } = pageOf(answer);
      for (const cells of linesOf(columns, items)) lines.push(csvLine(cells));
      cursor = nextCursor;
      if (cursor === null) break;
    }
    return { lines, next: cursor };
  }

  /** Has no effect where it was deleted meanwhile. */
  #keep(
    { id }: Taken,
    { number, lines, next }: { readonly number: number; readonly lines: readonly string[]; readonly next: string | null },
  ): Promise<void> {
    const { db, clock } = this.#desk;
    const text = Buffer.from(lines.join(''));
    const now = clock.wall();
    return db.transact(async (tx: Transaction) => {
      const wanted = await tx.query(
        `update exports set next_cursor = $2, lines = lines + $3, bytes = bytes + $4, taken_until = $5,
           status = case when $2::text is null then 'done' else 'working' end,
           ended_at = case when $2::text is null then $6::timestamptz end
         where id = $1 and status = 'working' and (select count(*) from export_parts p where p.export_id = $1) = $7 returning id`,
        [
          id,
          next,
          lines.length - (number === 0 ? 1 : 0),
          text.length,
          // Free for the next process, and behind all that have waited longer.
          next === null ? null : new Date(now),
          new Date(now),
          number,
        ],
      );
      if (wanted.length === 0) return;
      await tx.query('insert into export_parts (export_id, number, sealed) values ($1, $2, $3)', [
        id,
        number,
        seal(this.#key, partOf(id, number), text),
      ]);
    });
  }
}

/** The requesting operator, without their session: the export continues after they have signed out. */
function callOf({ operatorId, name, roles }: Taken): OperatorCall {
  return {
    language: 'en',
    ip: '',
    token: undefined,
    userAgent: '',
    operator: { id: operatorId, name, roles },
    sessionId: '',
    sessionExpiresAt: new Date(0),
  };
}
