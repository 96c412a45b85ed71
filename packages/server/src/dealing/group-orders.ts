import type { OrderRow } from '@assay/domain/dealing/draft.ts';
import type { Owner } from '@assay/domain/dealing/draft.ts';
import { type Change, type Drawn, accountName } from './order-table.ts';
import { DecideLater, type Order } from './plan.ts';

/**
 * The orders of one product as they become while a group is decided. One that has changed is left to the next group: each row
 * is written once, by what was decided on what was read.
 */
export class GroupOrders<Row extends OrderRow> {
  readonly #rows: ReadonlyMap<number, Row>;
  readonly #isCounted: (row: Row) => boolean;
  readonly #changed = new Set<number>();
  /** Accounts of which an order was changed or opened. */
  readonly #touched = new Set<string>();
  readonly #counts: Map<string, number>;
  readonly #ids: number[];

  constructor(rows: readonly Row[], { counts, ids }: Drawn, isCounted: (row: Row) => boolean) {
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    this.#counts = new Map(counts);
    this.#ids = [...ids];
    this.#isCounted = isCounted;
  }

  /** Of its owner alone: another command of the group may have loaded another customer's order. */
  own({ id, owner }: Order & { readonly id: number }): Row | undefined {
    const row = this.#rows.get(id);
    if (row?.userId !== owner.userId || row.book !== owner.book) return undefined;
    if (this.#changed.has(id)) throw new DecideLater();
    return row;
  }

  /** All of an account, by id: those that were loaded, as long as nothing has become of them and none is new. */
  ofOwner({ userId, book }: Owner): Row[] {
    if (this.#touched.has(accountName({ userId, book }))) throw new DecideLater();
    const own = [...this.#rows.values()].filter((row) => row.userId === userId && row.book === book);
    return own.toSorted((one, other) => one.id - other.id);
  }

  /** The number of the next new order. */
  nextId(): number {
    const [id] = this.#ids;
    if (id === undefined) throw new Error('more orders are opened than numbers were drawn');
    return id;
  }

  /** The numbers of the next new orders of one command. */
  nextIds(many: number): readonly number[] {
    if (many > this.#ids.length) throw new Error('more orders are opened than numbers were drawn');
    return this.#ids.slice(0, many);
  }

  /** How many numbers are left for new orders. */
  get idsLeft(): number {
    return this.#ids.length;
  }

  /** How many an account has of those that are counted. */
  countOf(owner: Owner): number {
    return this.#counts.get(accountName(owner)) ?? 0;
  }

  accept(changes: readonly Change<Row>[]): void {
    for (const { before, row } of changes) {
      this.#changed.add(row.id);
      if (before === null) this.#ids.shift();
      const account = accountName(row);
      this.#touched.add(account);
      const more = Number(this.#isCounted(row)) - Number(before !== null && this.#isCounted(before));
      this.#counts.set(account, (this.#counts.get(account) ?? 0) + more);
    }
  }
}
