import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { loanDeskCalls } from '@assay/contract/endpoints/console/loans.ts';
import { type LoanOffer, readOffer } from '@assay/domain/loans/terms.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { fitsDecimals, toFixed } from '@assay/domain/money/fixed.ts';
import { z } from 'zod';
import type { Act } from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { offer, offerText, offers } from './offers.ts';

const rolesThatDecide = ['finance', 'administrator'] as const;

const conditions = z.object({
  days: z.number(),
  dailyRate: z.string(),
  freeDays: z.number(),
  amountMin: z.string(),
  amountMax: z.string(),
});
type Conditions = z.infer<typeof conditions>;

/** An id that names the conditions and the moment, so that the same conditions can come back later. */
function idOf({ days }: Conditions, at: number): string {
  return `loan-${days}-${at.toString(36)}`;
}

/** Refused with 10023 for free days beyond the term or a rate beyond 5%, 11065 for amounts that are no range. */
function checked(input: Conditions): Refusal | undefined {
  const { days, freeDays } = input;
  const rate = toFixed(input.dailyRate);
  if (freeDays > days || !fitsDecimals(rate, 8) || Number(input.dailyRate) >= 0.05) return refuse('10023');
  const [min, max] = [toFixed(input.amountMin), toFixed(input.amountMax)];
  if (!fitsDecimals(min, usdt.scale) || !fitsDecimals(max, usdt.scale)) return refuse('11065');
  const term = readOffer({ id: '', ...input });
  return term.amountMin > term.amountMax ? refuse('11065') : undefined;
}

/** Puts a new term on offer; refused with 11081 when the same conditions are on offer already, 11211 when a plan pays what it costs. */
export const offerTermAct: Act<Conditions> = {
  kind: 'loan.offerTerm',
  roles: rolesThatDecide,
  schema: conditions,
  check: async (tx, input) => {
    const wrong = checked(input);
    if (wrong !== undefined) return wrong;
    if (await paysBorrowers(tx, input)) return refuse('11211', { dailyRate: '11211' });
    const { id: _, ...asked } = offerText(readOffer({ id: '', ...input }));
    const known = (await offers(tx)).map(offerText).some(({ id: __, ...term }) => sameConditions(term, asked));
    return known ? refuse('11081') : undefined;
  },
  apply: async (tx, input, { at }) => {
    const term: LoanOffer = readOffer({ id: idOf(input, at), ...input });
    return (await offer(tx, term, at)) ? undefined : refuse('11081');
  },
};

async function paysBorrowers(db: Queryable, { days, dailyRate, freeDays }: Conditions): Promise<boolean> {
  const paying = await db.query(
    `select from plan_periods t join plan_products p on p.id = t.product_id
     where p.withdrawn_at is null and plan_pays_borrowers(t.days, t.daily_yield, $1, $2::numeric, $3) limit 1`,
    [days, dailyRate, freeDays],
  );
  return paying.length > 0;
}

function sameConditions(a: Conditions, b: Conditions): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const named = z.object({ id: z.string() });

/** Takes a term off offer; refused with 10023 when it is not on offer. */
export const withdrawTermAct: Act<z.infer<typeof named>> = {
  kind: 'loan.withdrawTerm',
  roles: rolesThatDecide,
  schema: named,
  exclusive: true,
  check: async (tx, { id }) => ((await offers(tx, id)).length === 0 ? refuse('10023') : undefined),
  apply: async (tx, { id }, { at }) => {
    const gone = await tx.query(
      'update loan_terms set withdrawn_at = greatest($2, offered_at) where id = $1 and withdrawn_at is null returning id',
      [id, new Date(at)],
    );
    return gone.length === 0 ? refuse('10023') : undefined;
  },
};

/** Every term that was ever on offer, newest first. */
export async function allTerms(db: Queryable): Promise<DeskResult<typeof loanDeskCalls.terms>> {
  const rows = await db.query<{
    id: string;
    days: number;
    dailyRate: string;
    freeDays: number;
    amountMin: bigint;
    amountMax: bigint;
    offeredAt: Date;
    withdrawnAt: Date | null;
  }>(
    `select id, days, daily_rate::text as "dailyRate", free_days as "freeDays", amount_min as "amountMin",
       amount_max as "amountMax", offered_at as "offeredAt", withdrawn_at as "withdrawnAt"
     from loan_terms order by offered_at desc, days, id limit 200`,
  );
  return rows.map(({ offeredAt, withdrawnAt, ...term }) => ({
    ...offerText({
      ...term,
      dailyRate: toFixed(term.dailyRate),
      amountMin: amount(term.amountMin),
      amountMax: amount(term.amountMax),
    }),
    offeredAt: offeredAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  }));
}
