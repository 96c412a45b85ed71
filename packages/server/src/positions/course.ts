import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { type Amount, amount, formatAmount, minus, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { add, formatFixed, subtract, toFixed, zero } from '@assay/domain/money/fixed.ts';
import { type PositionRow, marginLeft } from '@assay/domain/positions/position.ts';
import { type BookedTransfer, firstTransactions, transfersOf } from '../ledger/index.ts';
import type { Queryable } from '../platform/database.ts';
import { columns } from './row.ts';

type Step = Receipt['steps'][number];

/** An order as it opened, the parts of it that its receipt shows, oldest first, and what its holder did to its margin. */
export interface Course {
  readonly opened: PositionRow;
  readonly parts: readonly PositionRow[];
  /** The order as it was after so many of its parts: as it opened first. */
  readonly orders: readonly PositionRow[];
  readonly moves: readonly Happening[];
}

/**
 * Something between opening and ending: when, after how many parts, what it took of the margin, and how the receipt shows it.
 */
export interface Happening {
  /** Epoch milliseconds; of a corporate action the time of the last price before it. */
  readonly at: number;
  readonly after: number;
  /** Negative was added. */
  readonly taken: bigint;
  readonly step: (left: Amount) => Step;
}

/** A part's receipt covers the order up to that part, an order's own all of them. */
export async function readCourse(db: Queryable, row: PositionRow): Promise<Course> {
  const isAlone = row.partOf === null && row.parts === 0;
  const rows = isAlone
    ? [row]
    : await db.query<PositionRow>(`select ${columns} from positions where id = $1 or part_of = $1 order by id`, [
        row.partOf ?? row.id,
      ]);
  const parts = rows.filter(({ partOf }) => partOf !== null);
  const order = rows.find(({ partOf }) => partOf === null) ?? row;
  const [transfers, firsts] = await Promise.all([
    transfersOf(db, order.orderNo),
    firstTransactions(
      db,
      parts.map(({ orderNo }) => orderNo),
    ),
  ]);
  const moves = transfers.flatMap((transfer) => marginMove(transfer, firsts));
  const all = (of: (one: PositionRow) => bigint) => rows.reduce((total, one) => total + of(one), 0n);
  const opened: PositionRow = {
    ...order,
    lots: formatFixed(rows.reduce((total, { lots }) => add(total, toFixed(lots)), zero)),
    // What was added since is with what stays, or with the part that it went away with.
    margin: moves.reduce(
      (margin, { taken }) => margin + taken,
      all(({ margin }) => margin),
    ),
    maintenance: all(({ maintenance }) => maintenance),
    openFee: all(({ openFee }) => openFee),
  };
  const told = row.partOf === null ? parts : parts.filter(({ id }) => id <= row.id);
  return { opened, parts: told, orders: ordersAfter(opened, told), moves };
}

/** Margin that was added or taken out: the ledger alone has it. */
function marginMove({ reason, at, transactionId, amount: size }: BookedTransfer, firsts: readonly number[]): Happening[] {
  if (reason !== 'margin.added' && reason !== 'margin.removed') return [];
  const adds = reason === 'margin.added';
  const step = (left: Amount): Step => ({
    name: adds ? 'marginAdded' : 'marginRemoved',
    formula: adds ? 'margin + amount' : 'margin − amount',
    numbers: { margin: formatAmount(left, usdt), amount: formatAmount(size, usdt) },
    result: formatAmount(adds ? sum(left, size) : minus(left, size), usdt),
  });
  const after = firsts.filter((first) => first < transactionId).length;
  return [{ at: at.getTime(), after, taken: adds ? -size : size, step }];
}

function ordersAfter(opened: PositionRow, parts: readonly PositionRow[]): PositionRow[] {
  const orders = [opened];
  let order = opened;
  for (const part of parts) {
    const lots = formatFixed(subtract(toFixed(order.lots), toFixed(part.lots)));
    order = { ...order, lots, maintenance: order.maintenance - part.maintenance };
    orders.push(order);
  }
  return orders;
}

export const orderAfter = ({ opened, orders }: Course, many: number): PositionRow => orders[many] ?? opened;

/** How many parts had been closed before something was done to all that was left. */
export function partsBefore({ parts }: Course, isBefore: (part: PositionRow) => boolean): number {
  return parts.filter(isBefore).length;
}

/** What happened, with the parts in between; what came after a part is not of its receipt. */
export function courseSteps(row: PositionRow, course: Course, happened: readonly Happening[]): Step[] {
  const { opened, parts, moves } = course;
  const inOrder = [...happened, ...moves].toSorted((one, other) => one.after - other.after || one.at - other.at);
  let left = amount(opened.margin);
  const steps: Step[] = [];
  for (const [place, part] of [...parts, null].entries()) {
    if (part === null && row.partOf !== null) break;
    for (const { step, taken } of inOrder.filter(({ after }) => after === place)) {
      steps.push(step(left));
      left = minus(left, amount(taken));
    }
    if (part === null) break;
    steps.push(partStep(orderAfter(course, place), part, left));
    left = minus(left, marginLeft(part));
  }
  return steps;
}

function partStep(order: PositionRow, part: PositionRow, left: Amount): Step {
  return {
    name: 'part',
    formula: 'margin × lots / ofLots, rounded down',
    numbers: {
      lots: formatFixed(toFixed(part.lots)),
      ofLots: order.lots,
      margin: formatAmount(left, usdt),
      maintenance: formatAmount(amount(order.maintenance), usdt),
    },
    result: formatAmount(marginLeft(part), usdt),
  };
}
