import type { View } from '@assay/domain/dealing/desk.ts';
import { userAccount } from '@assay/domain/ledger/accounts.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { bringUpToDate } from '@assay/domain/plans/bring-up-to-date.ts';
import { buyPlan } from '@assay/domain/plans/buy-plan.ts';
import { leavePlan } from '@assay/domain/plans/leave-plan.ts';
import type { PlanDraft } from '@assay/domain/plans/plan.ts';
import { book } from '@assay/domain/plans/plan.ts';
import type { PlanRow } from '@assay/domain/plans/plan.ts';
import type { PlanChange } from '@assay/domain/plans/plan.ts';
import type { PlanProduct } from '@assay/domain/plans/product.ts';
import { isAlive } from '@assay/domain/plans/statuses.ts';
import { type Refused, isRefused } from '@assay/domain/positions/refused.ts';
import { type Bench, type Drawn, GroupOrders, type Plan, type Product, unchanged } from '../dealing/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, refusalOf } from '../platform/refusal.ts';
import { type Buying, type PlanCommand, yieldPlans } from './commands.ts';
import { planOf } from './plan-of.ts';
import { productsOnSale } from './products.ts';
import { plansTable, writePlanRows } from './write.ts';

/** What is read after all locks. */
interface Read {
  readonly drawn: Drawn;
  readonly onSale: ReadonlyMap<string, PlanProduct>;
  /** What the buyers hold already, by `holdingName`. */
  readonly held: readonly string[];
  /** Plans whose product was taken off sale before they opened. */
  readonly calledOff: ReadonlySet<number>;
}

const isBuying = (command: PlanCommand): command is Buying => command.kind === 'buy';
const isAbout = (command: PlanCommand): command is Exclude<PlanCommand, Buying> => command.kind !== 'buy';
const holdingName = ({ userId, productId }: Pick<PlanRow, 'userId' | 'productId'>) => `${userId}|${productId}`;

/** Yield plans, as a group decides them. The house's accounts are locked when a decision asks for them. */
export const plansProduct: Product<PlanCommand, PlanRow[], Read, PlanChange> = {
  name: yieldPlans,
  watched: false,
  lock: (tx, commands) => plansTable.lock(tx, commands.filter(isAbout)),
  accounts: ({ owner: { userId } }) =>
    (['available', 'plan', 'loan'] as const).map((kind) => ({ book, asset: usdt.code, ...userAccount(userId, kind) })),
  read: async (tx, commands) => {
    const [buyings, others] = [commands.filter(isBuying), commands.filter(isAbout)];
    const [ids, onSale, held, calledOff] = await Promise.all([
      plansTable.drawIds(tx, buyings.length),
      buyings.length === 0 ? [] : productsOnSale(tx),
      readHeld(tx, buyings),
      readCalledOff(tx, others),
    ]);
    const byId = new Map(onSale.map((product) => [product.id, product]));
    return { drawn: { counts: new Map(), ids }, onSale: byId, held, calledOff };
  },
  begin: (rows, read) => new PlansBench(rows, read),
  write: writePlanRows,
};

/** Counted under the locks: the buyer's accounts keep a second purchase waiting. */
async function readHeld(tx: Transaction, buyings: readonly Buying[]): Promise<string[]> {
  if (buyings.length === 0) return [];
  const rows = await tx.query<Pick<PlanRow, 'userId' | 'productId'>>(
    `select user_id::text as "userId", product_id as "productId" from plans
     where user_id = any($1::bigint[]) and status in ('waiting', 'inIncome', 'closed')`,
    [buyings.map(({ owner }) => owner.userId)],
  );
  return rows.map(holdingName);
}

async function readCalledOff(tx: Transaction, commands: readonly { readonly id: number }[]): Promise<Set<number>> {
  if (commands.length === 0) return new Set();
  const rows = await tx.query<{ id: number }>(
    `select plan.id from plans plan join plan_products product on product.id = plan.product_id
     where plan.id = any($1::bigint[]) and plan.status = 'waiting' and product.withdrawn_at < plan.opens_at`,
    [commands.map(({ id }) => id)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Plans, and who holds which product, as they become while a group is decided. */
class PlansBench implements Bench<PlanCommand, PlanChange> {
  readonly #orders: GroupOrders<PlanRow>;
  readonly #read: Read;
  readonly #held: Set<string>;

  constructor(rows: readonly PlanRow[], read: Read) {
    this.#orders = new GroupOrders(rows, read.drawn, () => false);
    this.#read = read;
    this.#held = new Set(read.held);
  }

  decide(command: PlanCommand, view: View): Plan<PlanChange> | Refusal {
    const { now } = view;
    if (isBuying(command)) return answered(this.#buy(view, command), now);
    const row = this.#orders.own(command);
    const calledOff = this.#read.calledOff.has(command.id);
    if (command.kind === 'leave') return answered(leavePlan(row, command.input, { now, calledOff }), now);
    const draft = row && bringUpToDate(row, now, calledOff);
    return draft === undefined || draft.changes.length === 0 ? unchanged(command, undefined) : planOf(draft, now);
  }

  accept({ rows }: Plan<PlanChange>): void {
    this.#orders.accept(rows);
    for (const { row } of rows) {
      if (isAlive(row.status)) this.#held.add(holdingName(row));
      else this.#held.delete(holdingName(row));
    }
  }

  #buy(view: View, command: Buying): PlanDraft | Refused {
    const { owner, input } = command;
    return buyPlan(view, command, {
      id: this.#orders.nextId(),
      product: this.#read.onSale.get(input.productId),
      alreadyBought: this.#held.has(holdingName({ userId: owner.userId, productId: input.productId })),
    });
  }
}

const answered = (draft: PlanDraft | Refused, now: number) => (isRefused(draft) ? refusalOf(draft) : planOf(draft, now));
