import type { OrderRow } from '@assay/domain/dealing/draft.ts';
import type { Owner } from '@assay/domain/dealing/draft.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import type { Order } from './plan.ts';

export type Column<Row> = readonly [name: string, type: string, value: (row: Row) => unknown];

/** What is written of an order: as it was, null for a new one, and as it becomes. */
export interface Change<Row> {
  readonly before: Row | null;
  readonly row: Row;
}

export interface OrderTableParts<Row> {
  readonly table: string;
  /** The select list that reads a row. */
  readonly columns: string;
  /** Frozen when an order is placed, besides its number and whose it is. */
  readonly placed: readonly Column<Row>[];
  /** What changes while it lives. */
  readonly living: readonly Column<Row>[];
  /** What shows that a row is as it was when it was decided about; its lock has made anything else impossible. */
  readonly known: readonly Column<Row>[];
}

/** Orders that a group counts, and numbers for new ones. */
export interface Drawn {
  /** By account. */
  readonly counts: ReadonlyMap<string, number>;
  readonly ids: readonly number[];
}

export const accountName = ({ userId, book }: Owner) => `${book}|${userId}`;

/** The rows of a product's orders, as groups lock, count and write them: each by one statement, however many there are. */
export class OrderTable<Row extends OrderRow> {
  readonly #parts: OrderTableParts<Row>;
  readonly #inserted: readonly Column<Row>[];
  readonly #insert: string;
  readonly #update: string;

  constructor(parts: OrderTableParts<Row>) {
    const { table, placed, living, known } = parts;
    this.#parts = parts;
    this.#inserted = [id(), ...named<Row>(), ...placed, ...living];
    this.#insert = `insert into ${table} (${namesOf(this.#inserted)}) overriding system value
      select * from unnest(${listsOf(this.#inserted)})`;
    const was = known.map(([name, type]) => [`was_${name}`, type] as const);
    const sent = [id<Row>(), ...living, ...was];
    // A row that is not as it was when it was decided about fails the transaction.
    this.#update = `with changed as (
        update ${table} o set ${living.map(([name]) => `${name} = n.${name}`).join(', ')}
        from unnest(${listsOf(sent)}) n (${namesOf(sent)})
        where o.id = n.id${known.map(([name]) => ` and o.${name} = n.was_${name}`).join('')}
        returning o.id
      ) select all_or_none(count(*), cardinality($1)) from changed`;
  }

  /**
   * Only its owner may lock an order: a stranger's request locks no rows. Where a customer ends everything, every order for
   * which the condition `alive` holds.
   */
  lock(
    tx: Transaction,
    commands: readonly (Order & { readonly id: number })[],
    all: readonly Owner[] = [],
    alive = 'true',
  ): Promise<Row[]> {
    if (commands.length + all.length === 0) return Promise.resolve([]);
    const { table, columns } = this.#parts;
    const values = [commands.map((command) => command.id), commands.map(({ owner }) => owner.userId)];
    const named = 'select * from unnest($1::bigint[], $2::bigint[])';
    if (all.length === 0)
      return tx.query<Row>(`select ${columns} from ${table} where (id, user_id) in (${named}) order by id for update`, values);
    const ids = `select o.id from (${named}) n (id, user_id) join ${table} o using (id, user_id) union ${idsOfOwners(table, alive, 3)}`;
    return tx.query<Row>(`select ${columns} from ${table} where id in (${ids}) order by id for update`, [
      ...values,
      ...ownersOf(all),
    ]);
  }

  /**
   * Draws the numbers of new orders, and counts what their owners have already of those that `counted`, a condition, is true
   * of. To be sent after all locks.
   */
  async draw(tx: Transaction, owners: readonly Owner[], counted: string): Promise<Drawn> {
    if (owners.length === 0) return { counts: new Map(), ids: [] };
    const { table } = this.#parts;
    const [counts, ids] = await Promise.all([
      tx.query<Owner & { count: number }>(
        `select a.user_id::text as "userId", a.book, (
           select count(*) from ${table} o where o.user_id = a.user_id and o.book = a.book and ${counted}
         )::int as count
         from (select distinct * from unnest($1::bigint[], $2::text[]) a (user_id, book)) a`,
        [owners.map(({ userId }) => userId), owners.map(({ book }) => book)],
      ),
      this.drawIds(tx, owners.length),
    ]);
    return { counts: new Map(counts.map((each) => [accountName(each), each.count])), ids };
  }

  async drawIds(tx: Queryable, many: number): Promise<number[]> {
    if (many === 0) return [];
    const sequence = `${this.#parts.table}_id_seq`;
    const rows = await tx.query<{ id: number }>(`select nextval('${sequence}') as id from generate_series(1, $1)`, [many]);
    return rows.map((row) => row.id);
  }

  /** Sends changed rows, then new ones, for which they may make room. An order that changes more than once takes one step after the other. */
  write(tx: Transaction, changes: readonly Change<Row>[]): void {
    const steps = new Map<number, number>();
    const changed = changes.flatMap(({ before, row }) => {
      if (before === null) return [];
      const step = steps.get(row.id) ?? 0;
      steps.set(row.id, step + 1);
      return [{ before, row, step }];
    });
    for (const step of Map.groupBy(changed, (change) => change.step).values()) {
      const { living, known } = this.#parts;
      const [before, after] = [step.map((change) => change.before), step.map((change) => change.row)];
      tx.withCommit(this.#update, [...valuesOf([id(), ...living], after), ...valuesOf(known, before)]);
    }
    const added = changes.flatMap(({ before, row }) => (before === null ? [row] : []));
    if (added.length > 0) tx.withCommit(this.#insert, valuesOf(this.#inserted, added));
  }
}

/**
 * The ids of these owners' orders of which `alive`, a condition, is true: by the index of those alone, however many there have
 * been. The parameter of that number and the next are what `ownersOf` says.
 */
export const idsOfOwners = (table: string, alive: string, parameter: number) =>
  `select o.id from unnest($${parameter}::bigint[], $${parameter + 1}::text[]) a (user_id, book) join ${table} o using (user_id, book) where ${alive}`;
export const ownersOf = (owners: readonly Owner[]) => [owners.map(({ userId }) => userId), owners.map(({ book }) => book)];

type Named = readonly [name: string, type: string, ...unknown[]];

const id = <Row extends OrderRow>(): Column<Row> => ['id', 'bigint', (row) => row.id];
const named = <Row extends OrderRow>(): Column<Row>[] => [
  ['order_no', 'text', (row) => row.orderNo],
  ['user_id', 'bigint', (row) => row.userId],
];
const namesOf = (columns: readonly Named[]) => columns.map(([name]) => name).join(', ');
const listsOf = (columns: readonly Named[]) => columns.map(([, type], place) => `$${place + 1}::${type}[]`).join(', ');
/** A column without any value is not a list: beside the others it is as long as they are, and empty. */
const valuesOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) =>
  columns.map(([, , value]) => {
    const values = rows.map((row) => value(row));
    return values.every((each) => each === null) ? null : values;
  });
