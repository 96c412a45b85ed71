import { usdt } from '@assay/domain/money/assets.ts';
import { type Bench, DecideLater, type Plan, type Product, type View } from '../dealing/index.ts';
import { userAccount } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import { act } from './act.ts';
import { amend } from './amend.ts';
import { close, giveBack, withdraw } from './close.ts';
import { type ContractCommand, type Opening, contracts } from './commands.ts';
import type { PositionsContext } from './context.ts';
import { type Desk, type PositionChange, draftOf, planOf, unchanged } from './draft.ts';
import { chargeDue } from './finance.ts';
import { open } from './open.ts';
import { restingOf } from './resting.ts';
import { type PositionRow, columns } from './row.ts';
import { toWire } from './wire.ts';
import { writePositions } from './write.ts';

/** What is read of a group's openings, after all locks. */
interface Read {
  /** Living orders by account. */
  readonly living: ReadonlyMap<string, number>;
  /** Numbers for new orders. */
  readonly ids: readonly number[];
}

const accountName = ({ userId, book }: { userId: string; book: string }) => `${book}|${userId}`;
const isOpening = (command: ContractCommand): command is Opening => command.kind === 'open';

/** Leveraged contracts, as a group decides them. */
export function contractsProduct(
  context: Pick<PositionsContext, 'market' | 'mode'>,
): Product<ContractCommand, PositionRow[], Read, PositionChange> {
  return {
    name: contracts,
    lock: lockOrders,
    accounts: ({ owner: { userId, book } }) =>
      (['available', 'margin', 'order'] as const).map((kind) => ({ book, asset: usdt.code, ...userAccount(userId, kind) })),
    read: readOpenings,
    begin: (rows, read) => new ContractsBench(context, rows, read),
    write: writePositions,
  };
}

/** Only its owner may make anybody wait for an order: of a stranger's nothing is locked. */
function lockOrders(tx: Transaction, commands: readonly ContractCommand[]): Promise<PositionRow[]> {
  const about = commands.flatMap((command) => (isOpening(command) ? [] : [command]));
  if (about.length === 0) return Promise.resolve([]);
  return tx.query<PositionRow>(
    `select ${columns} from positions
     where (id, user_id, book) in (select * from unnest($1::bigint[], $2::bigint[], $3::text[])) order by id for update`,
    [about.map(({ id }) => id), about.map(({ owner }) => owner.userId), about.map(({ owner }) => owner.book)],
  );
}

async function readOpenings(tx: Transaction, commands: readonly ContractCommand[]): Promise<Read> {
  const openings = commands.filter(isOpening);
  if (openings.length === 0) return { living: new Map(), ids: [] };
  const [counts, ids] = await Promise.all([
    tx.query<{ userId: string; book: string; living: number }>(
      `select o.user_id::text as "userId", o.book, (
         select count(*) from positions p where p.user_id = o.user_id and p.book = o.book and p.status in ('awaiting', 'open')
       )::int as living
       from (select distinct * from unnest($1::bigint[], $2::text[]) o (user_id, book)) o`,
      [openings.map(({ owner }) => owner.userId), openings.map(({ owner }) => owner.book)],
    ),
    tx.query<{ id: number }>("select nextval('positions_id_seq') as id from generate_series(1, $1)", [openings.length]),
  ]);
  return {
    living: new Map(counts.map((count) => [accountName(count), count.living])),
    ids: ids.map(({ id }) => id),
  };
}

/** The orders of a group as they become. One that has changed is left to the next group: the database counts its versions. */
class ContractsBench implements Bench<ContractCommand, PositionChange> {
  readonly #context: Pick<PositionsContext, 'market' | 'mode'>;
  readonly #rows: ReadonlyMap<number, PositionRow>;
  readonly #changed = new Set<number>();
  readonly #living: Map<string, number>;
  readonly #ids: number[];

  constructor(context: Pick<PositionsContext, 'market' | 'mode'>, rows: readonly PositionRow[], { living, ids }: Read) {
    this.#context = context;
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    this.#living = new Map(living);
    this.#ids = [...ids];
  }

  decide(command: ContractCommand, view: View): Plan<PositionChange> | Refusal {
    const desk: Desk = { ...this.#context, view };
    const { market } = desk;
    if (isOpening(command)) return this.#open(desk, command);
    const row = this.#ownOrder(command);
    if (row !== undefined && this.#changed.has(row.id)) throw new DecideLater();
    if (command.kind === 'close' || command.kind === 'amend') {
      const draft = command.kind === 'close' ? close(desk, row, command.input) : amend(desk, command, row);
      return isRefusal(draft) ? draft : planOf(desk, draft, (after) => toWire(after, market));
    }
    if (row === undefined) return unchanged(command.owner, undefined);
    const draft = draftFor(desk, command, row);
    return draft === null ? unchanged(command.owner, restingOf(row)) : planOf(desk, draft, restingOf);
  }

  accept({ rows }: Plan<PositionChange>): void {
    for (const { row, isNew } of rows) {
      this.#changed.add(row.id);
      if (!isNew) continue;
      this.#ids.shift();
      const account = accountName(row);
      this.#living.set(account, (this.#living.get(account) ?? 0) + 1);
    }
  }

  /** Of its owner alone: a command beside this one may have loaded an order of somebody else. */
  #ownOrder({ id, owner }: Exclude<ContractCommand, Opening>): PositionRow | undefined {
    const row = this.#rows.get(id);
    return row?.userId === owner.userId && row.book === owner.book ? row : undefined;
  }

  #open(desk: Desk, command: Opening): Plan<PositionChange> | Refusal {
    const [id] = this.#ids;
    if (id === undefined) throw new Error('more orders are opened than numbers were drawn');
    const draft = open(desk, command, id, this.#living.get(accountName(command.owner)) ?? 0);
    return isRefusal(draft) ? draft : planOf(desk, draft, (row) => toWire(row, desk.market));
  }
}

function draftFor(desk: Desk, command: Exclude<ContractCommand, Opening | { kind: 'close' | 'amend' }>, row: PositionRow) {
  if (command.kind === 'act') return act(desk, command, row);
  if (command.kind === 'finance') {
    const charged = chargeDue(desk, draftOf(row));
    return charged.row === row ? null : charged;
  }
  if (row.status !== 'open' && row.status !== 'awaiting') return null;
  return row.status === 'open' ? giveBack(desk, row, command.kind) : withdraw(desk, row, 'reset');
}
