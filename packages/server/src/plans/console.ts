import { type DeskPlanProduct, planProductCalls } from '@assay/contract/endpoints/console/products.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { planLogo } from '@assay/domain/plans/catalogue.ts';
import { type PlanOffer, readOffer } from '@assay/domain/plans/product.ts';
import { isReasonable } from '@assay/domain/plans/reasonable-offer.ts';
import { z } from 'zod';
import { type Desk, propose, serveDesk, serveDeskMove } from '../operators/index.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { refuse } from '../platform/refusal.ts';

const terms = z.object({
  id: z.string(),
  name: z.string(),
  amountMin: z.string(),
  amountMax: z.string(),
  penaltyRate: z.string(),
  startsAt: z.string().nullable(),
  periods: z.array(z.object({ days: z.number().int(), dailyYield: z.string() })),
});
type Terms = z.infer<typeof terms>;

const productsMax = 100;

/** GET planProducts/list · POST planProducts/propose, planProducts/proposeWithdrawal */
export function servePlansDesk(desk: Desk): void {
  const roles = ['finance', 'administrator'] as const;
  desk.act({
    kind: 'plan.product',
    roles,
    schema: terms,
    exclusive: true,
    check: async (tx, product) => {
      const offer = offerOf(product);
      if (offer === undefined || !isReasonable(offer, desk.clock.now())) return refuse('11141');
      if (await paysBorrowers(tx, offer)) return refuse('11211', { periods: '11211' });
      const [known] = await tx.query<{ all: number; taken: boolean }>(
        `select count(*) as "all", coalesce(bool_or((lower(name) = lower($1) or code = $3) and id <> $2), false) as taken
         from plan_products`,
        [product.name, product.id, codeOf(product.id)],
      );
      return known?.taken === true || (known?.all ?? 0) >= productsMax ? refuse('11141', { name: '11141' }) : undefined;
    },
    apply: async (tx, product) => {
      const offer = offerOf(product);
      if (offer === undefined) throw new Error('an offer that was checked cannot be read');
      await write(tx, product, offer);
      return undefined;
    },
  });
  desk.act({
    kind: 'plan.withdrawal',
    roles,
    schema: z.object({ id: z.string() }),
    exclusive: true,
    check: async (tx, { id }) => {
      const onSale = await tx.query('select from plan_products where id = $1 and withdrawn_at is null for update', [id]);
      return onSale.length === 0 ? refuse('11141') : undefined;
    },
    // Pending buyers are refunded by the next round of the plans.
    apply: async (tx, { id }, { at }) => {
      await tx.query('update plan_products set withdrawn_at = $2 where id = $1', [id, new Date(at)]);
      return undefined;
    },
  });

  serveDesk(desk, planProductCalls.list, async () => ({ items: await listProducts(desk.db), nextCursor: null }));
  serveDeskMove(desk, planProductCalls.propose, async (call, { id, reason, ...offer }, tx, audit) => {
    const known = id !== undefined && (await isKnown(tx, id));
    if (id !== undefined && !known) return refuse('404', { id: '404' });
    const payload = { ...offer, id: id ?? newId(offer.name) };
    if (id === undefined && (payload.id === 'plan-' || (await isKnown(tx, payload.id))))
      return refuse('11141', { name: '11141' });
    return propose(desk, call, tx, audit, { kind: 'plan.product', subject: `planProduct:${payload.id}`, payload, reason });
  });
  serveDeskMove(desk, planProductCalls.proposeWithdrawal, (call, { id, reason }, tx, audit) =>
    propose(desk, call, tx, audit, { kind: 'plan.withdrawal', subject: `planProduct:${id}`, payload: { id }, reason }),
  );
}

function offerOf({ amountMin, amountMax, penaltyRate, startsAt, periods }: Terms): PlanOffer | undefined {
  const small = (text: string) => (text.split('.')[1]?.length ?? 0) <= usdt.scale;
  return small(amountMin) && small(amountMax) ? readOffer({ amountMin, amountMax, penaltyRate, startsAt, periods }) : undefined;
}

/** Whether a loan on offer costs no more than one of the periods pays. */
async function paysBorrowers(db: Queryable, { periods }: PlanOffer): Promise<boolean> {
  const paying = await db.query(
    `select from unnest($1::int[], $2::numeric[]) p (days, daily_yield), loan_terms l
     where l.withdrawn_at is null and plan_pays_borrowers(p.days, p.daily_yield, l.days, l.daily_rate, l.free_days) limit 1`,
    [periods.map(({ days }) => days), periods.map(({ dailyYield }) => formatFixed(dailyYield))],
  );
  return paying.length > 0;
}

async function isKnown(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('select from plan_products where id = $1', [id])).length > 0;
}

/** `plan-` and the Latin letters and digits of the name. */
function newId(name: string): string {
  return `plan-${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 30)}`;
}

/** As long as codes may be, so that products whose names begin alike may have the same. */
function codeOf(id: string): string {
  return `GOLDAI-${id.slice('plan-'.length).toUpperCase().slice(0, 17)}`;
}

/** Terms are for plans bought from now on: each that there is keeps its own. */
async function write(tx: Transaction, { id, name }: Terms, offer: PlanOffer): Promise<void> {
  const { amountMin, amountMax, penaltyRate, startsAt, periods } = offer;
  await tx.query(
    `insert into plan_products (id, code, name, logo, position, amount_min, amount_max, penalty_rate, starts_at)
     select $1, $2, $3, $4, (select coalesce(max(position), 0) + 1 from plan_products), $5, $6, $7, $8
     on conflict (id) do update
     set name = $3, amount_min = $5, amount_max = $6, penalty_rate = $7, starts_at = $8, withdrawn_at = null`,
    [
      id,
      codeOf(id),
      name,
      planLogo,
      amountMin,
      amountMax,
      formatFixed(penaltyRate),
      startsAt === null ? null : new Date(startsAt),
    ],
  );
  await tx.query('delete from plan_periods where product_id = $1', [id]);
  await tx.query(
    'insert into plan_periods (product_id, days, daily_yield) select $1, * from unnest($2::int[], $3::numeric[])',
    [id, periods.map(({ days }) => days), periods.map(({ dailyYield }) => formatFixed(dailyYield))],
  );
}

interface Row extends Pick<DeskPlanProduct, 'id' | 'code' | 'name' | 'open'> {
  readonly amountMin: bigint;
  readonly amountMax: bigint;
  readonly penaltyRate: string;
  readonly startsAt: Date | null;
  readonly withdrawnAt: Date | null;
  readonly days: number[];
  readonly dailyYields: string[];
  readonly principal: bigint;
  readonly committed: bigint;
}

async function listProducts(db: Queryable): Promise<DeskPlanProduct[]> {
  const rows = await db.query<Row>(
    `select p.id, p.code, p.name, p.amount_min as "amountMin", p.amount_max as "amountMax", p.penalty_rate::text as "penaltyRate",
       p.starts_at as "startsAt", p.withdrawn_at as "withdrawnAt", t.days, t.yields as "dailyYields", o.open, o.principal, o.committed
     from plan_products p
     join lateral (
       select array_agg(days::integer order by days) as days, array_agg(daily_yield::text order by days) as yields
       from plan_periods where product_id = p.id
     ) t on true
     join lateral (
       select count(*) as open, coalesce(sum(principal), 0)::numeric(38, 0) as principal,
         coalesce(sum(daily_income * (days - income_days)), 0)::numeric(38, 0) as committed
       from plans where product_id = p.id and status in ('waiting', 'inIncome')
     ) o on true
     order by p.position limit $1`,
    [productsMax],
  );
  return rows.map(({ days, dailyYields, startsAt, withdrawnAt, ...row }) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    amountMin: formatAmount(amount(row.amountMin), usdt),
    amountMax: formatAmount(amount(row.amountMax), usdt),
    penaltyRate: formatFixed(toFixed(row.penaltyRate)),
    startsAt: startsAt?.toISOString() ?? null,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    periods: days.map((each, place) => ({ days: each, dailyYield: formatFixed(toFixed(dailyYields[place] ?? '')) })),
    open: row.open,
    principal: formatAmount(amount(row.principal), usdt),
    committed: formatAmount(amount(row.committed), usdt),
  }));
}
