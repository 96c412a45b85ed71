import type { View } from '@assay/domain/dealing/desk.ts';
import { userAccount } from '@assay/domain/ledger/accounts.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { isRefused, type Refused } from '@assay/domain/positions/refused.ts';
import { cancelOrder } from '@assay/domain/spot/cancel-order.ts';
import { type CostBasis, noCost } from '@assay/domain/spot/cost.ts';
import { fillOrder } from '@assay/domain/spot/fill-order.ts';
import type { SpotDesk, SpotDraft } from '@assay/domain/spot/order.ts';
import type { SpotRow } from '@assay/domain/spot/order.ts';
import { placeOrder } from '@assay/domain/spot/place-order.ts';
import { type Bench, type Drawn, GroupOrders, type Plan, type Product, unchanged } from '../dealing/index.ts';
import { type Refusal, refusalOf } from '../platform/refusal.ts';
import { type Placing, type SpotCommand, spotOrders } from './commands.ts';
import type { SpotContext } from './context.ts';
import { costName, costsOfMany } from './costs.ts';
import { planOf } from './plan-of.ts';
import { restingOf } from './resting.ts';
import { toWire } from './wire.ts';
import { type SpotChange, spotTable, writeSpot } from './write.ts';

/** What is read after all locks. */
interface Read {
  readonly drawn: Drawn;
  /** What coins have cost, by `costName`. */
  readonly costs: ReadonlyMap<string, CostBasis>;
}

const isPlacing = (command: SpotCommand): command is Placing => command.kind === 'place';
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
      const [drawn, costs] = await Promise.all([spotTable.draw(tx, placing, "status = 'open'"), costsOfMany(tx, dealing)]);
      return { drawn, costs };
    },
    begin: (rows, { drawn, costs }) =>
      new SpotBench(context, new GroupOrders(rows, drawn, ({ status }) => status === 'open'), costs),
    write: writeSpot,
  };
}

/** Spot orders, and what coins have cost, as they become while a group is decided. */
class SpotBench implements Bench<SpotCommand, SpotChange> {
  readonly #context: Pick<SpotContext, 'market' | 'mode'>;
  readonly #orders: GroupOrders<SpotRow>;
  readonly #costs: Map<string, CostBasis>;

  constructor(
    context: Pick<SpotContext, 'market' | 'mode'>,
    orders: GroupOrders<SpotRow>,
    costs: ReadonlyMap<string, CostBasis>,
  ) {
    this.#context = context;
    this.#orders = orders;
    this.#costs = new Map(costs);
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
    // An order that was not there when the call came in is not there for it now: its coin's account is not locked.
    if (command.kind === 'cancel') return answered(cancelOrder(desk, command.base === null ? undefined : row));
    if (row === undefined) return unchanged(command, undefined);
    // As of the quote's own time: whoever comes to it late decides the same. Never before the order itself.
    const then: View = { ...view, now: Math.max(command.quote.time, row.createdAt.getTime()) };
    const draft = fillOrder({ ...desk, view: then }, command.quote, row);
    return draft === null ? unchanged(command, restingOf(row)) : planOf(draft, restingOf);
  }

  accept({ rows }: Plan<SpotChange>): void {
    this.#orders.accept(rows);
    for (const { row, basis } of rows) {
      if (basis !== null) this.#costs.set(costName({ ...row, asset: row.base }), basis);
    }
  }
}

const answered = (draft: SpotDraft | Refused) => (isRefused(draft) ? refusalOf(draft) : planOf(draft, toWire));
