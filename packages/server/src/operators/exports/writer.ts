import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import { csvLine, byteOrderMark } from '../../platform/csv.ts';
import type { Transaction } from '../../platform/database.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { seal } from '../../platform/seal.ts';
import type { Desk, OperatorCall } from '../desk.ts';
import { columnsOf, linesOf, pageOf } from '../list-file.ts';
import { exportsKey } from './sealed.ts';

/** Lines of a part: what is lost at most where a process dies, and written in a moment. */
const partLines = 5000;
const pageLines = 100;
/** Somebody who says nothing for so long writes no more, and another goes on. */
const takenMs = 60_000;
const lookMs = 5000;

interface Taken {
  readonly id: number;
  readonly operatorId: string;
  readonly list: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly cursor: string | null;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly parts: number;
}

/**
 * Writes down what operators have asked for, one list after the other and part by part, in every process that serves the console. Each part
 * is committed with where the next begins: whoever takes a list over after a crash writes no line twice and leaves none out.
 */
export class ExportsWriter {
  readonly #desk: Desk;
  readonly #key: Buffer;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #asked = false;
  #stopped = false;

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

  /** The oldest that nobody writes; what is over is thrown away. */
  async #take(): Promise<Taken | undefined> {
    const { db, clock } = this.#desk;
    const now = clock.wall();
    await db.query('delete from exports where kept_until <= $1', [new Date(now)]);
    const [row] = await db.query<Taken>(
      `with next as (
         select e.id from exports e where e.status = 'working' and (e.taken_until is null or e.taken_until <= $1)
         order by e.id limit 1 for update skip locked
       )
       update exports e set taken_until = $2 from next, operators o where e.id = next.id and o.id = e.operator_id
       returning e.id, e.operator_id::text as "operatorId", e.list, e.filters, e.next_cursor as cursor, o.name,
         case when o.disabled_at is null then o.roles else '{}' end as roles,
         (select count(*)::integer from export_parts p where p.export_id = e.id) as parts`,
      [new Date(now), new Date(now + takenMs)],
    );
    return row;
  }

  /** Part by part until the list ends, or its operator may not take it away any more, or has thrown it away. */
  async #write(taken: Taken): Promise<void> {
    let { cursor, parts } = taken;
    try {
      for (;;) {
        const { lines, next } = await this.#part(taken, cursor, parts === 0);
        const kept = await this.#keep(taken, { number: parts, lines, next });
        if (!kept || next === null || this.#stopped) return;
        cursor = next;
        parts += 1;
      }
    } catch {
      await this.#desk.db.query(
        `update exports set status = 'failed', ended_at = $2, taken_until = null where id = $1 and status = 'working'`,
        [taken.id, new Date(this.#desk.clock.wall())],
      );
    }
  }

  async #part(taken: Taken, begin: string | null, isFirst: boolean): Promise<{ lines: string[]; next: string | null }> {
    const list = this.#desk.lists.get(taken.list);
    const takers = list && (list.call.csvRoles ?? list.call.roles);
    if (list === undefined || takers === 'public' || takers?.some((role) => taken.roles.includes(role)) !== true)
      throw new Error('nobody may take this list away');
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

  /** Answers whether it is still wanted. */
  #keep(
    { id }: Taken,
    { number, lines, next }: { readonly number: number; readonly lines: readonly string[]; readonly next: string | null },
  ): Promise<boolean> {
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
          next === null ? null : new Date(now + takenMs),
          new Date(now),
          number,
        ],
      );
      if (wanted.length === 0) return false;
      await tx.query('insert into export_parts (export_id, number, sealed) values ($1, $2, $3)', [
        id,
        number,
        seal(this.#key, String(id), text),
      ]);
      return true;
    });
  }
}

/** Who has asked, without their session: what they asked for goes on when they have gone home. */
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
