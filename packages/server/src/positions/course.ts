import type { Receipt } from '@assay/contract/endpoints/order.ts';
import { type Amount, amount, formatAmount, minus } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { add, formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { type PositionRow, marginLeft } from '@assay/domain/positions/position.ts';
import type { Queryable } from '../platform/database.ts';
import { columns } from './row.ts';

type Step = Receipt['steps'][number];

/** An order as it opened, with the parts of it that its receipt tells of, oldest first. */
export interface Course {
  readonly opened: PositionRow;
  readonly parts: readonly PositionRow[];
}

/** Something between opening and ending: what stands in the receipt, how much of the margin it took, after how many parts. */
export interface Happening {
  readonly step: Step;
  readonly taken: bigint;
  readonly after: number;
}

/** A part's receipt tells of the order up to that part, an order's own of all of them. */
export async function readCourse(db: Queryable, row: PositionRow): Promise<Course> {
  if (row.partOf === null && row.parts === 0) return { opened: row, parts: [] };
  const rows = await db.query<PositionRow>(`select ${columns} from positions where id = $1 or part_of = $1 order by id`, [
    row.partOf ?? row.id,
  ]);
  const parts = rows.filter(({ partOf }) => partOf !== null);
  const order = rows.find(({ partOf }) => partOf === null) ?? row;
  const sum = (of: (one: PositionRow) => bigint) => rows.reduce((total, one) => total + of(one), 0n);
  const opened: PositionRow = {
    ...order,
    lots: formatFixed(rows.reduce((total, { lots }) => add(total, toFixed(lots)), toFixed('0'))),
    margin: sum(({ margin }) => margin),
    maintenance: sum(({ maintenance }) => maintenance),
    openFee: sum(({ openFee }) => openFee),
  };
  return { opened, parts: row.partOf === null ? parts : parts.filter(({ id }) => id <= row.id) };
}

/** The order as it was after so many of its parts. */
export function orderAfter({ opened, parts }: Course, many: number): PositionRow {
  return parts.slice(0, many).reduce((order, part) => {
    const { units, scale } = toFixed(part.lots);
    return {
      ...order,
      lots: formatFixed(add(toFixed(order.lots), { units: -units, scale })),
      maintenance: order.maintenance - part.maintenance,
    };
  }, opened);
}

/** How many parts had been closed before something was done to all that was left. */
export function partsBefore({ parts }: Course, isBefore: (part: PositionRow) => boolean): number {
  return parts.filter(isBefore).length;
}

/** What happened, with the parts in between; what came after a part is not of its receipt. */
export function courseSteps(row: PositionRow, course: Course, happened: readonly Happening[]): Step[] {
  const { opened, parts } = course;
  let left = amount(opened.margin);
  const steps: Step[] = [];
  for (const [place, part] of [...parts, null].entries()) {
    if (part === null && row.partOf !== null) break;
    for (const { step, taken } of happened.filter(({ after }) => after === place)) {
      steps.push(step);
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
