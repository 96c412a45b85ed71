import { amount } from '@assay/domain/money/amount.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import type { PlanListing } from '@assay/domain/plans/catalogue.ts';
import type { PlanProduct } from '@assay/domain/plans/product.ts';
import { dayMs } from '@assay/domain/plans/schedule.ts';
import type { Database, Queryable } from '../platform/database.ts';

interface Row {
  id: string;
  code: string;
  name: string;
  logo: string;
  amountMin: bigint;
  amountMax: bigint;
  penaltyRate: string;
  startsAt: Date | null;
  days: number[];
  dailyYields: string[];
}

/**
 * Everything on sale, in the order of the list; with `id`, that one product. A period that would make borrowing for it
 * profitable is not on sale while such a loan is on offer.
 */
export async function productsOnSale(db: Queryable, id: string | null = null): Promise<PlanProduct[]> {
  const rows = await db.query<Row>(
    `select p.id, p.code, p.name, p.logo, p.amount_min as "amountMin", p.amount_max as "amountMax",
       p.penalty_rate::text as "penaltyRate", p.starts_at as "startsAt",
       array_agg(t.days::integer order by t.days) as days, array_agg(t.daily_yield::text order by t.days) as "dailyYields"
     from plan_products p join plan_periods_on_sale t on t.product_id = p.id
     where p.withdrawn_at is null and ($1::text is null or p.id = $1)
     group by p.id order by p.position`,
    [id],
  );
  return rows.map(({ amountMin, amountMax, penaltyRate, startsAt, days, dailyYields, ...names }) => ({
    ...names,
    amountMin: amount(amountMin),
    amountMax: amount(amountMax),
    penaltyRate: toFixed(penaltyRate),
    startsAt: startsAt?.getTime() ?? null,
    periods: days.map((each, place) => ({ days: each, dailyYield: toFixed(dailyYields[place] ?? '') })),
  }));
}

/** Puts products on sale that the database does not know yet; what is there already stays as it is. */
export async function putOnSale(db: Database, listings: readonly PlanListing[], now: number): Promise<void> {
  await db.transact(async (tx) => {
    for (const { product, startsAfterDays } of listings) {
      const listed = await tx.query(
        `insert into plan_products (id, code, name, logo, position, amount_min, amount_max, penalty_rate, starts_at)
         select $1, $2, $3, $4, (select coalesce(max(position), 0) + 1 from plan_products), $5, $6, $7, $8
         on conflict (id) do nothing returning id`,
        [
          product.id,
          product.code,
          product.name,
          product.logo,
          product.amountMin,
          product.amountMax,
          formatFixed(product.penaltyRate),
          startsAfterDays === null ? null : new Date(startOfDay(now) + startsAfterDays * dayMs),
        ],
      );
      if (listed.length === 0) continue;
      await tx.query(
        'insert into plan_periods (product_id, days, daily_yield) select $1, * from unnest($2::int[], $3::numeric[])',
        [product.id, product.periods.map(({ days }) => days), product.periods.map(({ dailyYield }) => formatFixed(dailyYield))],
      );
    }
  });
}

function startOfDay(now: number): number {
  return Math.floor(now / dayMs) * dayMs;
}
