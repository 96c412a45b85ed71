import type { View } from '@assay/domain/dealing/desk.ts';
import { userAccount } from '@assay/domain/ledger/accounts.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { isRefused, type Refused } from '@assay/domain/positions/refused.ts';
import { amendOrder } from '@assay/domain/spot/amend-order.ts';
import { cancelOrder, expireOrder } from '@assay/domain/spot/cancel-order.ts';
import { convertDust } from '@assay/domain/spot/convert-dust.ts';
import { type CostBasis, noCost } from '@assay/domain/spot/cost.ts';
import { fillOnTape, isReached } from '@assay/domain/spot/fill-on-tape.ts';
import { fillOrder } from '@assay/domain/spot/fill-order.ts';
import { type SpotDesk, type SpotDraft, type SpotRow, afterDrafts, followedBy, hasExpired } from '@assay/domain/spot/order.ts';
import { placeOrder } from '@assay/domain/spot/place-order.ts';
import {
  type Bench,
  type Drawn,
  GroupOrders,
  type Plan,
  type Product,
  type QuoteSnapshot,
  accountName,
  asRead,
  byCode,
  mustGoFirst,
  readUnjudged,
  quoteSnapshotOf,
  unchanged,
} from '../dealing/index.ts';
import { type Refusal, refusalOf, refuse } from '../platform/refusal.ts';
import { type Amending, type Cancelling, type CancellingAll, type SpotCommand, idsOf, spotOrders } from './commands.ts';
import type { SpotContext } from './context.ts';
import { costName, costsOfMany, lastConverted } from './costs.ts';
import { planOf, planOfAll } from './plan-of.ts';
import { restingOf, spotTopic } from './resting.ts';
import { type SpotChange, spotTable, writeSpot } from './write.ts';

/** What is read after all locks. */
interface Read {
  readonly drawn: Drawn;
  /** What coins have cost, by `costName`. */
  readonly costs: ReadonlyMap<string, CostBasis>;
  /** Quotes on the tape that may still trigger something on orders that are to be withdrawn or changed. */
  readonly unjudged: (code: string) => readonly Quote[];
  readonly told: QuoteSnapshot;
  /** When leftovers of an account were last converted. */
  readonly convertedAt: ReadonlyMap<string, Date>;
}

/** Every act on an order reads the tape first; the engine has done so. */
const looksAtTape = (command: SpotCommand) => command.kind !== 'fill';

/** Spot orders, as a group decides them. */
export function spotProduct(context: Pick<SpotContext, 'market' | 'mode'>): Product<SpotCommand, SpotRow[], Read, SpotChange> {
  return {
    name: spotOrders,
    watched: true,
    lock: (tx, commands) =>
      spotTable.lock(
        tx,
        commands.flatMap((command) => idsOf(command).map((id) => ({ ...command, id }))),
      ),
    accounts: ({ owner: { userId, book }, coins }) =>
      [usdt.code, ...coins].flatMap((asset) =>
        (['available', 'order'] as const).map((kind) => ({ book, asset, ...userAccount(userId, kind) })),
      ),
    read: async (tx, commands) => {
      const dealing = commands.flatMap(({ owner, coins }) => coins.map((asset) => ({ ...owner, asset })));
      const converting = commands.filter((command) => command.kind === 'convert');
      const placing = commands.flatMap((command) => Array.from({ length: placesOf(command) }, () => command.owner));
      const touched = commands.filter(looksAtTape).flatMap(idsOf);
      const told: QuoteSnapshot = touched.length === 0 ? new Map() : quoteSnapshotOf(context.market);
      const [drawn, costs, unjudged, convertedAt] = await Promise.all([
        spotTable.draw(tx, placing, "status = 'open'"),
        costsOfMany(tx, dealing),
        readUnjudged(tx, { table: 'spot_orders', topic: spotTopic }, touched),
        lastConverted(
          tx,
          converting.map(({ owner }) => owner),
        ),
      ]);
      return { drawn, costs, unjudged: byCode(unjudged), told, convertedAt };
    },
    begin: (rows, { drawn, ...read }) =>
      new SpotBench(context, new GroupOrders(rows, drawn, ({ status }) => status === 'open'), read),
    write: writeSpot,
  };
}

/** How many orders a command may add. */
function placesOf(command: SpotCommand): number {
  return command.kind === 'place' ? 1 : command.kind === 'convert' ? command.sold.length : 0;
}

/** Spot orders, and what coins have cost, as they become while a group is decided. */
class SpotBench implements Bench<SpotCommand, SpotChange> {
  readonly #context: Pick<SpotContext, 'market' | 'mode'>;
  readonly #orders: GroupOrders<SpotRow>;
  readonly #costs: Map<string, CostBasis>;
  readonly #unjudged: Read['unjudged'];
  readonly #told: QuoteSnapshot;
  readonly #convertedAt: Map<string, Date>;

  constructor(
    context: Pick<SpotContext, 'market' | 'mode'>,
    orders: GroupOrders<SpotRow>,
    { costs, unjudged, told, convertedAt }: Omit<Read, 'drawn'>,
  ) {
    this.#context = context;
    this.#orders = orders;
    this.#costs = new Map(costs);
    this.#unjudged = unjudged;
    this.#told = told;
    this.#convertedAt = new Map(convertedAt);
  }

  decide(command: SpotCommand, view: View): Plan<SpotChange> | Refusal {
    const desk: SpotDesk = {
      ...this.#context,
      view,
      costOf: ({ base: asset, ...account }) => this.#costs.get(costName({ ...account, asset })) ?? noCost,
    };
    const { owner } = command;
    if (command.kind === 'place') {
      const [id = 0] = this.#orders.nextIds(1);
      return answered(placeOrder(desk, command, { id, openOrders: this.#orders.countOf(owner) }));
    }
    if (command.kind === 'convert') {
      const lastAt = this.#convertedAt.get(accountName(owner))?.getTime() ?? null;
      const ids = this.#orders.nextIds(command.sold.length);
      const drafts = convertDust(desk, { owner, coins: command.sold, ...command.seen }, { ids, lastAt });
      return isRefused(drafts) ? refusalOf(drafts) : planOfAll(owner, drafts);
    }
    if (command.kind === 'cancelAll') return this.#cancelAll(desk, command);
    // An order that was not there when the call came in is not there for it now: its coin's account is not locked.
    const row = command.coins.length === 0 ? undefined : this.#orders.own(command);
    if (command.kind === 'cancel') return this.#cancel(desk, command, row);
    if (command.kind === 'amend') return this.#amend(desk, command, row);
    if (row === undefined) return unchanged(command, undefined);
    if (command.kind === 'expire') return this.#expire(desk, command, row);
    // Its present condition was set after that quote: the change has looked at a later one.
    const isNews = command.quote.time > row.quotedAt;
    const draft = isNews ? fillOrder(deskAt(desk, command.quote, row), command.quote, row) : null;
    return draft === null ? unchanged(command, restingOf(row)) : planOf(draft, restingOf);
  }

  /** What the tape has made of an order by now. */
  #onTape(desk: SpotDesk, row: SpotRow): SpotDraft | null {
    return fillOnTape((quote) => deskAt(desk, quote, row), row, this.#unjudged(row.code));
  }

  /** An order whose limit was reached is filled: it is too late to withdraw it. */
  #cancel(desk: SpotDesk, { reason }: Cancelling, row: SpotRow | undefined): Plan<SpotChange> | Refusal {
    if (row === undefined) return answered(cancelOrder(desk, undefined));
    const done = this.#onTape(desk, row);
    if (done === null || done.row.status === 'open') return answered(after(done, cancelOrder(desk, done?.row ?? row, reason)));
    return planOf(done, (ended, shown) => (ended.status === 'filled' ? refuse('11163') : shown));
  }

  /** Each by itself, on what those before it have left. What has ended by itself is answered as that. */
  #cancelAll(desk: SpotDesk, { owner, ids, ...command }: CancellingAll): Plan<SpotChange> {
    const drafts: SpotDraft[] = [];
    for (const id of ids) {
      const row = this.#orders.own({ ...command, owner, id });
      if (row === undefined || row.status !== 'open') continue;
      const done = this.#onTape(afterDrafts(desk, drafts), row);
      const ended = done !== null && done.row.status !== 'open' ? done : after(done, cancelOrder(desk, done?.row ?? row));
      if (!isRefused(ended)) drafts.push(ended);
    }
    return planOfAll(owner, drafts);
  }

  #amend(desk: SpotDesk, { input }: Amending, row: SpotRow | undefined): Plan<SpotChange> | Refusal {
    if (row === undefined) return answered(amendOrder(desk, input, undefined));
    const done = this.#onTape(desk, row);
    if (done !== null && done.row.status !== 'open')
      return planOf(done, (ended) => refuse(ended.status === 'filled' ? '11163' : '11008'));
    const { market } = this.#context;
    const now = done?.row ?? row;
    const amended = amendOrder({ ...desk, market: asRead(market, this.#told) }, input, now);
    if (isRefused(amended) || amended.row.status !== 'filled') return answered(after(done, amended));
    // A trade is made at the last price, and not at one after a quote that reached the order as it was.
    mustGoFirst(market, this.#told, row.code, (since) => isReached(now, since));
    return answered(after(done, amendOrder(desk, input, now)));
  }

  /** A quote of before the end that reached it goes first. */
  #expire(desk: SpotDesk, command: SpotCommand, row: SpotRow): Plan<SpotChange> {
    if (row.status !== 'open' || !hasExpired(row, desk.view.now)) return unchanged(command, undefined);
    const done = this.#onTape(desk, row);
    if (done !== null && done.row.status !== 'open') return planOf(done, () => undefined);
    return planOf(followedBy(done, expireOrder(done?.row ?? row)), () => undefined);
  }

  accept({ rows }: Plan<SpotChange>): void {
    this.#orders.accept(rows);
    for (const { row, basis } of rows) {
      if (basis !== null) this.#costs.set(costName({ ...row, asset: row.base }), basis);
      if (row.orderType === 'dust') this.#convertedAt.set(accountName(row), row.createdAt);
    }
  }
}

/** As of the quote's own time, so that a late caller decides the same. Never before the order itself. */
function deskAt(desk: SpotDesk, { time }: Quote, row: SpotRow): SpotDesk {
  const view: View = { ...desk.view, now: Math.max(time, row.createdAt.getTime()) };
  return { ...desk, view };
}

/** What follows from a step, after what the tape had made of the order. */
function after(done: SpotDraft | null, next: SpotDraft | Refused): SpotDraft | Refused {
  return isRefused(next) ? next : followedBy(done, next);
}

const answered = (draft: SpotDraft | Refused) => (isRefused(draft) ? refusalOf(draft) : planOf(draft, (_, shown) => shown));
