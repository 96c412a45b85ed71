import type { View } from '@assay/domain/dealing/desk.ts';
import type { Draft, OrderRow, Owner, QuoteUse } from '@assay/domain/dealing/draft.ts';
import type { Posting } from '@assay/domain/ledger/recipes/recipe.ts';
import type { AccountName } from '../ledger/index.ts';
import type { NewNotification } from '../notifications/index.ts';
import type { Command, Planned } from '../platform/counter/command.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import type { Refusal } from '../platform/refusal.ts';

/** Something to be decided about a product. */
export interface Order extends Command {
  /** Which product decides it. */
  readonly product: string;
  /** What it is to do, such as `open`. */
  readonly kind: string;
  readonly owner: Owner;
  /** True for one that may open something: the owner's own limits are looked at. */
  readonly opens: boolean;
  /** The term of the lead in which the engine acts: once that is over the act has no effect. */
  readonly term?: bigint;
}

/** A message of the bus, sent once the plan is durable. */
export interface Message {
  readonly topic: string;
  readonly message: unknown;
}

/** All that follows from a command, as plain values: nothing has happened yet. */
export interface Plan<Row = unknown> extends Planned {
  readonly product: string;
  readonly owner: Owner;
  /** In the order in which they are booked. */
  readonly postings: readonly Posting[];
  /** The changes of the product's own rows. */
  readonly rows: readonly Row[];
  readonly quotes: readonly QuoteUse[];
  readonly notices: readonly NewNotification[];
  readonly messages: readonly Message[];
}

/** A draft as a plan of its product. */
export function planOf<Row extends OrderRow, Written>(
  { row: { userId, book }, postings, quotes }: Draft<Row>,
  rest: Pick<Plan<Written>, 'product' | 'rows' | 'notices' | 'messages' | 'answer'>,
): Plan<Written> {
  return { ...rest, owner: { userId, book }, postings, quotes };
}

/** Nothing follows: the order stays as it is. */
export function unchanged({ product, owner }: Pick<Plan, 'product' | 'owner'>, answer: unknown): Plan<never> {
  return { product, owner, postings: [], rows: [], quotes: [], notices: [], messages: [], answer };
}

/** Thrown where a decision depends on what an earlier command of the group brings about: it is decided in the next group. */
export class DecideLater extends Error {}

/** Thrown where a decision turns out to need something that was not read: it is read under the same locks, and decided again. */
export class ReadFirst extends Error {
  readonly read: (tx: Queryable) => Promise<void>;

  constructor(read: (tx: Queryable) => Promise<void>) {
    super('something must be read before this can be decided');
    this.read = read;
  }
}

/** The orders and positions of a group, as they become while it is decided. */
export interface Bench<C, Row> {
  /** Decides one command. It changes nothing: `accept` does, once the plan is found to be covered. */
  decide(command: C, view: View): Plan<Row> | Refusal;
  accept(plan: Plan<Row>): void;
}

/** What one product does in a group: locks its orders, reads what decisions need, decides, writes its rows. */
export interface Product<C extends Order, Locked, Read, Row> {
  readonly name: string;
  /** True where a price may trigger the order: none is opened while no engine watches prices. */
  readonly watched: boolean;
  /** Sends what locks the orders that the commands are about, by id. */
  lock(tx: Transaction, commands: readonly C[]): Promise<Locked>;
  /** The accounts that the command may touch; the house's are locked when a decision asks for them. */
  accounts(command: C): readonly AccountName[];
  /** Sends what else is to be read, after all locks. */
  read(tx: Transaction, commands: readonly C[]): Promise<Read>;
  /** May be asked more than once: always the orders as they were loaded. */
  begin(locked: Locked, read: Read): Bench<C, Row>;
  /** Sends the rows of all plans, without waiting. */
  write(tx: Transaction, rows: readonly Row[]): void;
}

export type AnyProduct = Product<Order, unknown, unknown, unknown>;

/** Decides and books: in a group with other pending commands, or as part of a larger transaction. */
export interface Dealer {
  submit(command: Order): Promise<unknown>;
  /** Throws where the command is refused: the rest of the transaction depends on it. */
  within(tx: Transaction, command: Order): Promise<void>;
}
