import type { View } from '@assay/domain/dealing/desk.ts';
import { userAccount } from '@assay/domain/ledger/accounts.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { actOnQuote } from '@assay/domain/positions/act-on-quote.ts';
import { amendContract } from '@assay/domain/positions/amend-contract.ts';
import { chargeDue } from '@assay/domain/positions/charge-due.ts';
import { closeContract, giveBack, withdrawContract } from '@assay/domain/positions/close-contract.ts';
import { openContract } from '@assay/domain/positions/open-contract.ts';
import { type ContractDesk, type PositionRow, contractDraft } from '@assay/domain/positions/position.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { type Bench, type Drawn, GroupOrders, type Plan, type Product, unchanged } from '../dealing/index.ts';
import { type Refusal, refusalOf } from '../platform/refusal.ts';
import { type Acting, type ContractCommand, type Opening, contracts } from './commands.ts';
import type { PositionsContext } from './context.ts';
import { planOf } from './plan-of.ts';
import { restingOf } from './resting.ts';
import { toWire } from './wire.ts';
import { type PositionChange, positionsTable, writePositions } from './write.ts';

const isOpening = (command: ContractCommand): command is Opening => command.kind === 'open';
const isAbout = (command: ContractCommand): command is Exclude<ContractCommand, Opening> => command.kind !== 'open';
const isLiving = ({ status }: PositionRow) => status === 'awaiting' || status === 'open';

/** Leveraged contracts, as a group decides them. */
export function contractsProduct(
  context: Pick<PositionsContext, 'market' | 'mode'>,
): Product<ContractCommand, PositionRow[], Drawn, PositionChange> {
  return {
    name: contracts,
    watched: true,
    lock: (tx, commands) => positionsTable.lock(tx, commands.filter(isAbout)),
    accounts: ({ owner: { userId, book } }) =>
      (['available', 'margin', 'order'] as const).map((kind) => ({ book, asset: usdt.code, ...userAccount(userId, kind) })),
    read: (tx, commands) =>
      positionsTable.draw(
        tx,
        commands.filter(isOpening).map(({ owner }) => owner),
        "status in ('awaiting', 'open')",
      ),
    begin: (rows, drawn) => new ContractsBench(context, new GroupOrders(rows, drawn, isLiving)),
    write: writePositions,
  };
}

/** Contracts as they become while a group is decided. */
class ContractsBench implements Bench<ContractCommand, PositionChange> {
  readonly #context: Pick<PositionsContext, 'market' | 'mode'>;
  readonly #orders: GroupOrders<PositionRow>;

  constructor(context: Pick<PositionsContext, 'market' | 'mode'>, orders: GroupOrders<PositionRow>) {
    this.#context = context;
    this.#orders = orders;
  }

  decide(command: ContractCommand, view: View): Plan<PositionChange> | Refusal {
    const desk: ContractDesk = { ...this.#context, view };
    const { market } = desk;
    if (isOpening(command)) {
      const situation = { id: this.#orders.nextId(), openOrders: this.#orders.countOf(command.owner) };
      const draft = openContract(desk, command, situation);
      return isRefused(draft) ? refusalOf(draft) : planOf(desk, draft, (after) => toWire(after, market));
    }
    const row = this.#orders.own(command);
    if (command.kind === 'close' || command.kind === 'amend') {
      const draft =
        command.kind === 'close' ? closeContract(desk, row, command.input) : amendContract(desk, command.input, row);
      return isRefused(draft) ? refusalOf(draft) : planOf(desk, draft, (after) => toWire(after, market));
    }
    if (row === undefined) return unchanged(command, undefined);
    if (command.kind === 'act') return this.#act(command, row, view);
    const draft = draftFor(desk, command, row);
    return draft === null ? unchanged(command, restingOf(row)) : planOf(desk, draft, restingOf);
  }

  /** As of the quote's own time: whoever comes to it late decides the same. Never before the order itself. */
  #act(command: Acting, row: PositionRow, view: View): Plan<PositionChange> {
    const { market, mode } = this.#context;
    const { time } = command.quote;
    const then: View = { ...view, now: Math.max(time, (row.openedAt ?? row.createdAt).getTime()) };
    const draft = actOnQuote({ mode, market: market.at(time), view: then }, command, row);
    if (draft === null) return unchanged(command, restingOf(row));
    return planOf({ market, view: then }, draft, restingOf, command.quote);
  }

  accept({ rows }: Plan<PositionChange>): void {
    this.#orders.accept(rows);
  }
}

function draftFor(
  desk: ContractDesk,
  command: Exclude<ContractCommand, Opening | Acting | { kind: 'close' | 'amend' }>,
  row: PositionRow,
) {
  if (command.kind === 'finance') {
    const charged = chargeDue(desk, contractDraft(row));
    return charged.row === row ? null : charged;
  }
  if (row.status !== 'open' && row.status !== 'awaiting') return null;
  return row.status === 'open' ? giveBack(desk, row, command.kind) : withdrawContract(desk, row, 'reset');
}
