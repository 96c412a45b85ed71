import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { combined, inverse, type Ratio, same } from '@assay/domain/money/ratio.ts';
import { type PositionRow, termsOf } from '@assay/domain/positions/position.ts';
import type { Terms } from '@assay/domain/positions/terms.ts';
import type { Queryable } from '../platform/database.ts';
import { type Course, type Happening, orderAfter, partsBefore } from './course.ts';

type Step = Receipt['steps'][number];

/** A corporate action that an order has lived through. */
export interface Lived {
  readonly to: string | null;
  readonly from: string | null;
  readonly perUnit: string | null;
  readonly firstDay: string;
  readonly opened: boolean;
  /** Time of the last price of before it. */
  readonly since: number;
  /** Of a dividend: negative was received. */
  readonly amount: bigint;
  readonly fromMargin: bigint;
}

/** Oldest first. */
export function readLived(db: Queryable, id: number): Promise<Lived[]> {
  return db.query(
    `select a.to_units::text as "to", a.from_units::text as "from", a.per_unit::text as "perUnit", a.first_day::text as "firstDay",
       o.opened, a.quoted_ms as since, o.amount, o.from_margin as "fromMargin"
     from order_actions o join corporate_actions a on a.id = o.action_id
     where o.product = 'contracts' and o.order_id = $1 order by a.id`,
    [id],
  );
}

/** The terms as they were when it opened: earlier corporate actions are applied, later ones are not. */
export function termsAtOpening(row: PositionRow): Terms {
  const terms = termsOf(row);
  const { ordered, opened } = terms.splits;
  // A pending order is shown as it was placed.
  const then = row.openPrice === null ? same : combined(ordered, inverse(opened));
  return { ...terms, splits: { ordered: then, opened: same } };
}

/** What one unit of the order has become, for the numbers of a step; nothing where it has stayed one. */
export function unitsShown({ to, from }: Ratio): Record<string, string> {
  return to === from ? {} : { units: `${to}/${from}` };
}

const money = (units: bigint) => formatAmount(amount(units), usdt);

/** A split, or what a dividend brought or cost; the units are those of its day. */
export function livedSteps(course: Course, lived: readonly Lived[]): Happening[] {
  let units: Ratio = same;
  return lived.map((each): Happening => {
    // Nothing is closed while an action is under way, so that prices show which parts came first.
    const after = partsBefore(course, ({ quotedAt }) => quotedAt <= each.since);
    if (each.perUnit !== null) {
      const dividend = dividendStep(orderAfter(course, after), each, units);
      return { at: each.since, after, taken: each.fromMargin, step: () => dividend };
    }
    units = combined(units, { to: BigInt(each.to ?? 1), from: BigInt(each.from ?? 1) });
    // What it waited over has moved its limit; what came later has not.
    const step = {
      name: each.opened ? 'split' : 'splitWaiting',
      formula: `units × to / from, from ${each.firstDay} on`,
      numbers: { to: each.to ?? '', from: each.from ?? '' },
      result: `${units.to}/${units.from}`,
    };
    return { at: each.since, after, taken: 0n, step: () => step };
  });
}

function dividendStep(row: PositionRow, each: Lived, units: Ratio): Step {
  const terms = termsOf(row);
  const rounding = row.side === 'long' ? 'rounded up' : 'rounded down, at most what there is';
  return {
    name: 'dividend',
    formula: `quantity × perUnit × conversion, ${rounding}, from ${each.firstDay} on`,
    numbers: {
      quantity: formatFixed(terms.quantity),
      ...unitsShown(units),
      perUnit: formatFixed(toFixed(each.perUnit ?? '0')),
      conversion: formatFixed(terms.conversion),
      ...(row.side === 'long' ? {} : { fromBalance: money(each.amount - each.fromMargin), fromMargin: money(each.fromMargin) }),
    },
    result: money(each.amount),
  };
}
