import type { Desk } from '@assay/domain/dealing/desk.ts';
import type { View } from '@assay/domain/dealing/desk.ts';
import { userAccount } from '@assay/domain/ledger/accounts.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { buyOption } from '@assay/domain/options/buy-option.ts';
import { endOption } from '@assay/domain/options/end-option.ts';
import type { OptionRow } from '@assay/domain/options/option.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { type Bench, type Drawn, GroupOrders, type Plan, type Product, planOf, unchanged } from '../dealing/index.ts';
import { privateTopic } from '../platform/private-events.ts';
import { type Refusal, refusalOf } from '../platform/refusal.ts';
import { type Adjusting, type Buying, type Ended, type OptionCommand, options } from './commands.ts';
import type { OptionsContext } from './context.ts';
import { settledNotices, splitNotices } from './notices.ts';
import { type Offered, offersTo } from './offers.ts';
import { toWire } from './wire.ts';
import { type OptionChange, optionsTable, writeOptions } from './write.ts';

/** What is read of a group's purchases, after all locks. */
interface Read {
  readonly drawn: Drawn;
  readonly offered: Offered;
}

const isBuying = (command: OptionCommand): command is Buying => command.kind === 'buy';
const isAbout = (command: OptionCommand): command is Exclude<OptionCommand, Buying> => command.kind !== 'buy';

/** Fixed-time options, as a group decides them. */
export function optionsProduct(
  context: Pick<OptionsContext, 'market' | 'mode'>,
): Product<OptionCommand, OptionRow[], Read, OptionChange> {
  return {
    name: options,
    watched: true,
    lock: (tx, commands) => optionsTable.lock(tx, commands.filter(isAbout)),
    accounts: ({ owner: { userId, book } }) =>
      (['available', 'order'] as const).map((kind) => ({ book, asset: usdt.code, ...userAccount(userId, kind) })),
    read: async (tx, commands) => {
      const buyers = commands.filter(isBuying).map(({ owner }) => owner);
      const [drawn, offered] = await Promise.all([optionsTable.draw(tx, buyers, "status = 'open'"), offersTo(tx, buyers)]);
      return { drawn, offered };
    },
    begin: (rows, { drawn, offered }) =>
      new OptionsBench(context, new GroupOrders(rows, drawn, ({ status }) => status === 'open'), offered),
    write: writeOptions,
  };
}

/** Options as they become while a group is decided. */
class OptionsBench implements Bench<OptionCommand, OptionChange> {
  readonly #context: Pick<OptionsContext, 'market' | 'mode'>;
  readonly #orders: GroupOrders<OptionRow>;
  readonly #offered: Offered;

  constructor(context: Pick<OptionsContext, 'market' | 'mode'>, orders: GroupOrders<OptionRow>, offered: Offered) {
    this.#context = context;
    this.#orders = orders;
    this.#offered = offered;
  }

  decide(command: OptionCommand, view: View): Plan<OptionChange> | Refusal {
    if (command.kind === 'adjust') return this.#adjust(command, view);
    const desk: Desk = { ...this.#context, view };
    const draft = isBuying(command) ? this.#buy(desk, command) : this.#end(desk, command);
    if (isRefused(draft)) return refusalOf(draft);
    if (draft === null) return unchanged(command, undefined);
    const { before, row } = draft;
    const option = toWire(row, desk.market);
    const order = { userId: row.userId, book: row.book, event: 'order', data: option };
    return planOf(draft, {
      product: options,
      rows: [{ before, row, action: null }],
      notices: settledNotices(row),
      messages: [{ topic: privateTopic, message: order }],
      answer: option,
    });
  }

  /** A split is shown beside the strike, which does not move; a dividend does not affect options. */
  #adjust(command: Adjusting, { now }: View): Plan<OptionChange> {
    const row = this.#orders.own(command);
    const { id, terms } = command.action;
    const known = row?.splits?.some(({ action }) => action === id) ?? false;
    if (row?.status !== 'open' || terms.kind === 'dividend' || known) return unchanged(command, undefined);
    const { to, from } = terms.ratio;
    const lived = { action: id, to: String(to), from: String(from), opened: true, since: command.action.since };
    const after: OptionRow = { ...row, splits: [...(row.splits ?? []), lived] };
    const { product, owner } = command;
    const order = { ...owner, event: 'order', data: toWire(after, this.#context.market) };
    return {
      product,
      owner,
      rows: [{ before: row, row: after, action: id }],
      notices: splitNotices(row, terms.ratio, now),
      messages: [{ topic: privateTopic, message: order }],
      postings: [],
      quotes: [],
      answer: undefined,
    };
  }

  accept({ rows }: Plan<OptionChange>): void {
    this.#orders.accept(rows);
  }

  #buy(desk: Desk, command: Buying) {
    const { owner, input } = command;
    const openOptions = this.#orders.countOf(owner);
    const situation = { id: this.#orders.nextId(), offered: this.#offered(owner.userId, input.code), openOptions };
    return buyOption(desk, command, situation);
  }

  #end(desk: Desk, command: Ended) {
    const row = this.#orders.own(command);
    return row === undefined ? null : endOption(desk, command, row);
  }
}
