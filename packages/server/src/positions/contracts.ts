import type { Position } from '@assay/contract/endpoints/order.ts';
import type { View } from '@assay/domain/dealing/desk.ts';
import { isOver } from '@assay/domain/dealing/validity.ts';
import { userAccount } from '@assay/domain/ledger/accounts.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { actOnQuote } from '@assay/domain/positions/act-on-quote.ts';
import {
  type Reached,
  type Unjudged,
  actOnTape,
  decidedToo,
  deskAfter,
  deskBeside,
  followedOnTape,
  goneOn,
  isReachedSince,
  nothingDecided,
} from '@assay/domain/positions/act-on-tape.ts';
import { amendContract } from '@assay/domain/positions/amend-contract.ts';
import { chargeDue } from '@assay/domain/positions/charge-due.ts';
import { closeContract, expireContract, giveBack, withdrawContract } from '@assay/domain/positions/close-contract.ts';
import { liveThrough } from '@assay/domain/positions/live-through.ts';
import { moveMargin } from '@assay/domain/positions/move-margin.ts';
import { openContract } from '@assay/domain/positions/open-contract.ts';
import { closePart } from '@assay/domain/positions/parts/close-part.ts';
import {
  type ContractDesk,
  type ContractDraft,
  type PositionRow,
  contractDraft,
  writtenRow,
} from '@assay/domain/positions/position.ts';
import { type Refused, isRefused } from '@assay/domain/positions/refused.ts';
import { reverseContract } from '@assay/domain/positions/reverse-contract.ts';
import {
  type Bench,
  type Drawn,
  GroupOrders,
  type Plan,
  type Product,
  ReadFirst,
  type QuoteSnapshot,
  asRead,
  byCode,
  mustGoFirst,
  readUnjudged,
  quoteSnapshotOf,
  unchanged,
} from '../dealing/index.ts';
import { type Refusal, refusalOf, refuse } from '../platform/refusal.ts';
import {
  type Acting,
  type Adjusting,
  type ByHand,
  type ContractCommand,
  type Ending,
  type Expiring,
  type Financing,
  type Opening,
  type Reversing,
  type Sweeping,
  contracts,
} from './commands.ts';
import type { PositionsContext } from './context.ts';
import { type Decided, planOf, planOfAll } from './plan-of.ts';
import { PricesThen } from './prices-then.ts';
import { positionsTopic, restingOf } from './resting.ts';
import { type PositionChange, positionsTable, writePositions } from './write.ts';

const isOpening = (command: ContractCommand): command is Opening => command.kind === 'open';
const isSweeping = (command: ContractCommand): command is Sweeping =>
  command.kind === 'closeAll' || command.kind === 'cancelAll';
const isAbout = (command: ContractCommand): command is Exclude<ContractCommand, Opening | Sweeping> =>
  !isOpening(command) && !isSweeping(command);
/** Closes a part of an order, which becomes an order of its own, or opens the other side of it. */
const isParting = (command: ContractCommand) =>
  command.kind === 'reverse' || (command.kind === 'close' && command.input.lots !== undefined);
const isByHand = (command: ContractCommand): command is ByHand =>
  command.kind === 'close' || command.kind === 'amend' || command.kind === 'margin';
type ByHouse = Adjusting | Financing | Expiring | Ending;
/** What the house does to a living order. An order that a reset ends is worth nothing: it ends as it is. */
const isByHouse = (command: ContractCommand): command is ByHouse =>
  command.kind === 'adjust' || command.kind === 'finance' || command.kind === 'expire' || command.kind === 'void';
/** Before it is changed, what the tape has brought about for it is done. */
const isTouched = (command: ContractCommand): command is ByHand | ByHouse | Reversing =>
  isByHand(command) || isByHouse(command) || command.kind === 'reverse';
/** The caller gets the order as its sockets are notified of it. */
const asShown = (_: PositionRow, shown: Position) => shown;
const living = "status in ('awaiting', 'open')";
const sweepers = (commands: readonly ContractCommand[]) => commands.filter(isSweeping).map(({ owner }) => owner);
const isLiving = ({ status }: PositionRow) => status === 'awaiting' || status === 'open';

/** What is read after all locks. */
interface Read {
  readonly drawn: Drawn & { readonly ids: number[] };
  /** Quotes on the tape, by instrument, that may still trigger something on orders with a manual action. */
  readonly unjudged: (code: string) => readonly Unjudged[];
  readonly told: QuoteSnapshot;
  /** Prices of the moments at which quotes were made. */
  readonly moments: PricesThen;
}

/** Leveraged contracts, as a group decides them. */
export function contractsProduct(
  context: Pick<PositionsContext, 'market' | 'mode'>,
): Product<ContractCommand, PositionRow[], Read, PositionChange> {
  return {
    name: contracts,
    watched: true,
    lock: (tx, commands) => positionsTable.lock(tx, commands.filter(isAbout), sweepers(commands), living),
    accounts: ({ owner: { userId, book } }) =>
      (['available', 'margin', 'order'] as const).map((kind) => ({ book, asset: usdt.code, ...userAccount(userId, kind) })),
    read: async (tx, commands) => {
      const openers = commands.filter((each) => isOpening(each) || isParting(each)).map(({ owner }) => owner);
      const byHand = commands.filter(isTouched).map(({ id }) => id);
      const all = sweepers(commands);
      const told: QuoteSnapshot = byHand.length + all.length === 0 ? new Map() : quoteSnapshotOf(context.market);
      const [drawn, unjudged] = await Promise.all([
        positionsTable.draw(tx, openers, living),
        readUnjudged(tx, { table: 'positions', topic: positionsTopic }, byHand, { owners: all, alive: living }),
      ]);
      return {
        drawn: { ...drawn, ids: [...drawn.ids] },
        unjudged: byCode(unjudged),
        told,
        moments: new PricesThen(context.market),
      };
    },
    begin: (rows, read) => new ContractsBench(context, new GroupOrders(rows, read.drawn, isLiving), read),
    write: writePositions,
  };
}

/** Contracts as they become while a group is decided. */
class ContractsBench implements Bench<ContractCommand, PositionChange> {
  readonly #context: Pick<PositionsContext, 'market' | 'mode'>;
  readonly #orders: GroupOrders<PositionRow>;
  readonly #unjudged: Read['unjudged'];
  readonly #told: QuoteSnapshot;
  readonly #moments: PricesThen;
  readonly #ids: number[];

  constructor(
    context: Pick<PositionsContext, 'market' | 'mode'>,
    orders: GroupOrders<PositionRow>,
    { drawn, unjudged, told, moments }: Read,
  ) {
    this.#context = context;
    this.#orders = orders;
    this.#unjudged = unjudged;
    this.#told = told;
    this.#moments = moments;
    this.#ids = drawn.ids;
  }

  /**
   * Numbers of new orders and parts, for a command about these orders. How many targets a price has reached is known when it is looked
   * at: where any is missing then, as many are drawn as they have targets.
   */
  #numbersFor(rows: readonly Pick<PositionRow, 'targets'>[]): (many: number) => readonly number[] {
    return (many) => {
      const missing = many - this.#orders.idsLeft;
      if (missing <= 0) return this.#orders.nextIds(many);
      const all = rows.reduce((sum, { targets }) => sum + (targets?.length ?? 0), 0);
      throw new ReadFirst(async (tx) => void this.#ids.push(...(await positionsTable.drawIds(tx, Math.max(missing, all)))));
    };
  }

  decide(command: ContractCommand, view: View): Plan<PositionChange> | Refusal {
    const desk: ContractDesk = { ...this.#context, view, numbers: this.#numbersFor([]) };
    if (isOpening(command)) {
      const [id = 0] = desk.numbers(1);
      const situation = { id, openOrders: this.#orders.countOf(command.owner) };
      const draft = openContract(desk, command, situation);
      return isRefused(draft) ? refusalOf(draft) : planOf(desk, draft, asShown);
    }
    if (isSweeping(command)) return this.#sweep(desk, command);
    const row = this.#orders.own(command);
    if (command.kind === 'reverse') return this.#reverse(desk, command, row);
    if (isByHand(command)) {
      const reached = row && actOnTape((quote) => this.#deskAt(quote, row, view), row, this.#unjudged(row.code));
      if (!reached) return this.#planByHand(desk, command, row);
      return goesOn(reached.draft)
        ? this.#planByHand(deskAfter(desk, reached), command, rowAfter(reached.draft), reached.draft)
        : this.#doneByTape(command, reached, view);
    }
    if (row === undefined) return unchanged(command, undefined);
    if (command.kind === 'act') return this.#act(command, row, view);
    return this.#byHouse(desk, command, row);
  }

  #reverse(desk: ContractDesk, command: Reversing, row: PositionRow | undefined): Plan<PositionChange> | Refusal {
    const reached = (row && actOnTape((quote) => this.#deskAt(quote, row, desk.view), row, this.#unjudged(row.code))) ?? null;
    if (row !== undefined && reached !== null && !(row.status === 'open' && goesOn(reached.draft)))
      return this.#planOf(reached.draft, this.#deskAt(reached.quote, row, desk.view), () => refuse('11008'), reached.quote);
    const openOrders = this.#orders.countOf(command.owner);
    const after = deskAfter(desk, reached);
    const [id = 0] = after.numbers(1);
    const number = { id, orderNo: command.orderNo, openOrders };
    const reversed = reverseContract(after, reached === null ? row : rowAfter(reached.draft), command.input, number);
    if (isRefused(reversed)) return refusalOf(reversed);
    this.#mustGoFirst(reversed.closed);
    const { opened } = reversed;
    const closed = reached === null ? reversed.closed : goneOn(reached.draft, reversed.closed);
    const drafts = isRefused(opened) ? [closed] : [closed, opened];
    return planOfAll(
      desk,
      drafts.map((draft) => ({ draft, quote: null })),
      ([first, second]) => ({
        closed: first?.shown,
        opened: second?.shown ?? null,
        refused: isRefused(opened) ? opened.refused : null,
      }),
    );
  }

  /** Each by itself, on what those before it have left; what a quote had reached ends at that. */
  #sweep(desk: ContractDesk, command: Sweeping): Plan<PositionChange> {
    const status = command.kind === 'closeAll' ? 'open' : 'awaiting';
    const { code } = command.input;
    const own = this.#orders.ofOwner(command.owner).filter((row) => row.status === status);
    const rows = own.filter((each) => code === undefined || each.code === code);
    const numbers = this.#numbersFor(rows);
    const decided: Decided[] = [];
    const refusals: { id: string; code: string }[] = [];
    let done = nothingDecided;
    for (const row of rows) {
      const before = done;
      const later = (of: ContractDesk) => deskBeside({ ...of, numbers }, before);
      const reached = actOnTape((quote) => later(this.#deskAt(quote, row, desk.view)), row, this.#unjudged(row.code));
      const parted = reached !== null && row.status === 'open' && goesOn(reached.draft) ? reached : null;
      const tape = parted !== null || reached?.draft.row.status === 'awaiting' ? null : reached;
      const closed =
        tape?.draft ?? closeContract(deskAfter(later(desk), parted), parted === null ? row : rowAfter(parted.draft), {});
      if (tape === null && !isRefused(closed)) this.#mustGoFirst(closed);
      const draft = parted === null || isRefused(closed) ? closed : goneOn(parted.draft, closed);
      if (isRefused(draft)) refusals.push({ id: String(row.id), code: draft.refused });
      else {
        decided.push({ draft, quote: tape?.quote ?? null });
        done = decidedToo(done, draft);
      }
      // Too late to withdraw it: it is filled.
      if (!isRefused(draft) && draft.row.status === 'open') refusals.push({ id: String(row.id), code: '11163' });
    }
    if (decided.length === 0) return unchanged(command, { done: [], refused: refusals });
    return planOfAll({ market: this.#context.market, view: desk.view }, decided, (told) => ({
      done: told.flatMap(({ row, shown }) => (row.status === 'open' ? [] : [shown])),
      refused: refusals,
    }));
  }

  /** Of an order whose trigger the tape had reached, as of one that rests at its limit; of a position that targets have taken from, of the rest. */
  #planByHand(
    desk: ContractDesk,
    command: ByHand,
    row: PositionRow | undefined,
    before?: ContractDraft,
  ): Plan<PositionChange> | Refusal {
    const draft = this.#byHand(desk, command, row);
    if (isRefused(draft)) return refusalOf(draft);
    if (command.kind === 'close') this.#mustGoFirst(draft);
    return planOf(desk, before === undefined ? draft : goneOn(before, draft), asShown);
  }

  /**
   * A customer can't trade at a price later than one that reached the position, or the part kept of it. A pending order is
   * withdrawn at no price.
   */
  #mustGoFirst({ before, row }: ContractDraft): void {
    if (before?.status !== 'open') return;
    const open = row.status === 'open' ? [before, row] : [before];
    mustGoFirst(this.#context.market, this.#told, row.code, (since) =>
      open.some((each) => isReachedSince(each, this.#unjudged(row.code), since)),
    );
  }

  #byHand(desk: ContractDesk, command: ByHand, row: PositionRow | undefined): ContractDraft | Refused {
    const followed = row === undefined ? null : followedOnTape(row, this.#unjudged(row.code));
    if (command.kind === 'amend') return amendContract(this.#asRead(desk), command.input, row, followed);
    if (command.kind === 'margin') return moveMargin(this.#asRead(desk), command.input, row, followed);
    const { lots, ...seen } = command.input;
    if (lots === undefined) return closeContract(desk, row, seen);
    const judgedUntil = (row && this.#told.get(row.code)?.time) ?? 0;
    return closePart(desk, row, { ...seen, lots }, { id: desk.numbers(1)[0] ?? 0, followed, judgedUntil });
  }

  #asRead(desk: ContractDesk): ContractDesk {
    const { market } = this.#context;
    const read = asRead(market, this.#told);
    return { ...desk, market: { ...read, quoteToUsdt: (instrument) => market.quoteToUsdt(instrument) } };
  }

  #act(command: Acting, row: PositionRow, view: View): Plan<PositionChange> {
    const desk = this.#deskAt(command.quote, row, view);
    const draft = actOnQuote(desk, command, row);
    return draft === null ? unchanged(command, restingOf(row)) : this.#planOf(draft, desk, restingOf, command.quote);
  }

  /**
   * What an earlier quote reached is done at that quote, in the units of then; the caller finds the order as it is
   * after, and continues with what targets have left of it.
   */
  #byHouse(desk: ContractDesk, command: ByHouse | Ending, row: PositionRow): Plan<PositionChange> {
    const deskAt = (quote: Quote) => this.#deskAt(quote, row, desk.view);
    const reached = isByHouse(command) ? actOnTape(deskAt, row, this.#unjudged(row.code)) : null;
    const stays = reached !== null && row.status === 'open' && goesOn(reached.draft);
    const now = stays ? rowAfter(reached.draft) : row;
    const draft = reached !== null && !stays ? null : this.#draftByHouse(deskAfter(desk, reached), command, now);
    if (reached !== null && draft === null) return this.#planOf(reached.draft, deskAt(reached.quote), restingOf, reached.quote);
    if (draft === null) return unchanged(command, restingOf(row));
    const own = { ...draft, before: now };
    return planOf(desk, reached === null ? own : goneOn(reached.draft, own), restingOf);
  }

  #draftByHouse(desk: ContractDesk, command: ByHouse, row: PositionRow): ContractDraft | null {
    if (command.kind === 'finance') return this.#charged(desk, row);
    if (command.kind !== 'expire') return this.#adjusted(desk, command, row);
    return row.status === 'awaiting' && isOver(row.expiresAt, desk.view.now) ? expireContract(row) : null;
  }

  #adjusted(desk: ContractDesk, command: Adjusting | Ending, row: PositionRow): ContractDraft | null {
    if (command.kind !== 'adjust') return endingOf(desk, command.kind, row);
    const followed = followedOnTape(row, this.#unjudged(row.code));
    return liveThrough(desk, followed === null ? row : { ...row, trailingBest: followed }, command.action);
  }

  /**
   * Where its liquidation price has come nearer it is judged by later quotes alone: how far its stop has followed is stored
   * with that.
   */
  #charged(desk: ContractDesk, row: PositionRow): ContractDraft | null {
    const charged = chargeDue(this.#asRead(desk), contractDraft(row));
    if (charged.row === row) return null;
    if (charged.row.quotedAt === row.quotedAt) return charged;
    return {
      ...charged,
      row: { ...charged.row, trailingBest: followedOnTape(row, this.#unjudged(row.code)) ?? row.trailingBest },
    };
  }

  /**
   * A position whose price was reached ends at that quote: it is too late to change it, and closing it finds it closed. An order
   * whose limit was reached is filled: it is too late to withdraw or change it.
   */
  #doneByTape(command: ByHand, { draft, quote }: Reached, view: View): Plan<PositionChange> {
    const answer = (after: PositionRow, shown: Position) => {
      if (after.status === 'open') return refuse('11163');
      return command.kind === 'close' ? shown : refuse('11008');
    };
    return this.#planOf(draft, this.#deskAt(quote, draft.row, view), answer, quote);
  }

  /** As of the quote's own time, so that a late caller decides the same. Never before the order itself. */
  #deskAt(quote: Quote, row: PositionRow, view: View): ContractDesk {
    const now = Math.max(quote.time, (row.openedAt ?? row.createdAt).getTime());
    return {
      mode: this.#context.mode,
      market: this.#moments.at(quote),
      view: { ...view, now },
      numbers: this.#numbersFor([row]),
    };
  }

  #planOf(draft: ContractDraft, { view }: ContractDesk, answer: (row: PositionRow, shown: Position) => unknown, quote: Quote) {
    return planOf({ market: this.#context.market, view }, draft, answer, quote);
  }

  accept({ rows }: Plan<PositionChange>): void {
    this.#orders.accept(rows);
  }
}

/** True where nothing has ended or opened it: the caller continues with the order as it is now. */
function goesOn({ before, row }: ContractDraft): boolean {
  return row.status === before?.status;
}

/** An order after what the tape had brought about for it, as the next step finds it. */
function rowAfter(draft: ContractDraft): PositionRow {
  return draft.row.status === 'open' ? writtenRow(draft) : draft.row;
}

function endingOf(desk: ContractDesk, reason: Ending['kind'], row: PositionRow): ContractDraft | null {
  if (row.status === 'awaiting') return withdrawContract(desk, row, reason === 'void' ? 'cancelled' : 'reset');
  return row.status === 'open' ? giveBack(desk, row, reason) : null;
}
