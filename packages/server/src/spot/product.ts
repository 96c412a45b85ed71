import type { View } from '@assay/domain/dealing/desk.ts';
import { userAccount } from '@assay/domain/ledger/accounts.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { isRefused, type Refused } from '@assay/domain/positions/refused.ts';
import { cancelOrder } from '@assay/domain/spot/cancel-order.ts';
import { type CostBasis, noCost } from '@assay/domain/spot/cost.ts';
import { fillOnTape } from '@assay/domain/spot/fill-on-tape.ts';
import { fillOrder } from '@assay/domain/spot/fill-order.ts';
import type { SpotDesk, SpotDraft } from '@assay/domain/spot/order.ts';
import type { SpotRow } from '@assay/domain/spot/order.ts';
import { placeOrder } from '@assay/domain/spot/place-order.ts';
import { type Bench, type Drawn, GroupOrders, type Plan, type Product, readUnjudged, unchanged } from '../dealing/index.ts';
import { type Refusal, refusalOf, refuse } from '../platform/refusal.ts';
import { type Cancelling, type Placing, type SpotCommand, spotOrders } from './commands.ts';
import type { SpotContext } from './context.ts';
import { costName, costsOfMany } from './costs.ts';
import { planOf } from './plan-of.ts';
import { restingOf, spotTopic } from './resting.ts';
import { type SpotChange, spotTable, writeSpot } from './write.ts';

/** What is read after all locks. */
interface Read {
  readonly drawn: Drawn;
  /** What coins have cost, by `costName`. */
  readonly costs: ReadonlyMap<string, CostBasis>;
  /** Quotes on the tape that may still bring something about for orders that are to be withdrawn. */
  readonly unjudged: readonly Quote[];
}

const isPlacing = (command: SpotCommand): command is Placing => command.kind === 'place';
const isCancelling = (command: SpotCommand): command is Cancelling => command.kind === 'cancel';
const isAbout = (command: SpotCommand): command is Exclude<SpotCommand, Placing> => command.kind !== 'place';

/** Spot orders, as a group decides them. */
export function spotProduct(context: Pick<SpotContext, 'market' | 'mode'>): Product<SpotCommand, SpotRow[], Read, SpotChange> {
  return {
    name: spotOrders,
    watched: true,
    lock: (tx, commands) => spotTable.lock(tx, commands.filter(isAbout)),
    accounts: ({ owner: { userId, book }, base }) =>
      [usdt.code, ...(base === null ? [] : [base])].flatMap((asset) =>
        (['available', 'order'] as const).map((kind) => ({ book, asset, ...userAccount(userId, kind) })),
      ),
    read: async (tx, commands) => {
      const dealing = commands.flatMap(({ owner, base }) => (base === null ? [] : [{ ...owner, asset: base }]));
      const placing = commands.filter(isPlacing).map(({ owner }) => owner);
      const withdrawn = commands.filter(isCancelling).map(({ id }) => id);
      const [drawn, costs, unjudged] = await Promise.all([
        spotTable.draw(tx, placing, "status = 'open'"),
        costsOfMany(tx, dealing),
        readUnjudged(tx, { table: 'spot_orders', topic: spotTopic }, withdrawn),
      ]);
      return { drawn, costs, unjudged };
    },
    begin: (rows, { drawn, ...read }) =>
      new SpotBench(context, new GroupOrders(rows, drawn, ({ status }) => status === 'open'), read),
    write: writeSpot,
  };
}

/** Spot orders, and what coins have cost, as they become while a group is decided. */
class SpotBench implements Bench<SpotCommand, SpotChange> {
  readonly #context: Pick<SpotContext, 'market' | 'mode'>;
  readonly #orders: GroupOrders<SpotRow>;
  readonly #costs: Map<string, CostBasis>;
  readonly #unjudged: readonly Quote[];

  constructor(
    context: Pick<SpotContext, 'market' | 'mode'>,
    orders: GroupOrders<SpotRow>,
    { costs, unjudged }: Omit<Read, 'drawn'>,
  ) {
    this.#context = context;
    this.#orders = orders;
    this.#costs = new Map(costs);
    this.#unjudged = unjudged;
  }

  decide(command: SpotCommand, view: View): Plan<SpotChange> | Refusal {
    const desk: SpotDesk = {
      ...this.#context,
      view,
      costOf: ({ base: asset, ...account }) => this.#costs.get(costName({ ...account, asset })) ?? noCost,
    };
    if (isPlacing(command)) {
      const situation = { id: this.#orders.nextId(), openOrders: this.#orders.countOf(command.owner) };
      return answered(placeOrder(desk, command, situation));
    }
    const row = this.#orders.own(command);
    if (command.kind === 'cancel') return this.#cancel(desk, command, row);
    if (row === undefined) return unchanged(command, undefined);
    const draft = fillOrder(deskAt(desk, command.quote, row), command.quote, row);
    return draft === null ? unchanged(command, restingOf(row)) : planOf(draft, restingOf);
  }

  /** An order whose limit was reached is filled: it is too late to withdraw it. */
  #cancel(desk: SpotDesk, { base }: Cancelling, row: SpotRow | undefined): Plan<SpotChange> | Refusal {
    // An order that was not there when the call came in is not there for it now: its coin's account is not locked.
    if (base === null || row === undefined) return answered(cancelOrder(desk, undefined));
    const done = fillOnTape((quote) => deskAt(desk, quote, row), row, this.#unjudged);
    if (done === null) return answered(cancelOrder(desk, row));
    return planOf(done, (after, shown) => (after.status === 'filled' ? refuse('11163') : shown));
  }

  accept({ rows }: Plan<SpotChange>): void {
    this.#orders.accept(rows);
    for (const { row, basis } of rows) {
      if (basis !== null) this.#costs.set(costName({ ...row, asset: row.base }), basis);
    }
  }
}

/** As of a quote's own time: whoever comes to it late decides the same. Never before the order itself. */
function deskAt(desk: SpotDesk, { time }: Quote, row: SpotRow): SpotDesk {
  const view: View = { ...desk.view, now: Math.max(time, row.createdAt.getTime()) };
  return { ...desk, view };
}

const answered = (draft: SpotDraft | Refused) => (isRefused(draft) ? refusalOf(draft) : planOf(draft, (_, shown) => shown));
