import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { loanCalls } from '@assay/contract/endpoints/loans.ts';
import type { LoanLimits } from '@assay/domain/loans/decide-loan.ts';
import type { LoanOffer } from '@assay/domain/loans/terms.ts';
import { type Amount, amount, exact, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import type { Database, Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import { parameter } from '../settings/index.ts';
import type { LoansContext } from './context.ts';

interface Row {
  id: string;
  days: number;
  dailyRate: string;
  freeDays: number;
  amountMin: bigint;
  amountMax: bigint;
}

/** Everything on offer, shortest first; with `id`, that one term. */
export async function offers(db: Queryable, id: string | null = null): Promise<LoanOffer[]> {
  const rows = await db.query<Row>(
    `select id, days, daily_rate::text as "dailyRate", free_days as "freeDays", amount_min as "amountMin", amount_max as "amountMax"
     from loan_terms where withdrawn_at is null and ($1::text is null or id = $1) order by days, id`,
    [id],
  );
  return rows.map(({ dailyRate, amountMin, amountMax, ...rest }) => ({
    ...rest,
    dailyRate: toFixed(dailyRate),
    amountMin: amount(amountMin),
    amountMax: amount(amountMax),
  }));
}

/**
 * What can be borrowed now. With real money nothing is lent until the site names the lender, whom every agreement refers to: that
 * page stays a draft while a field of it is open.
 */
export async function lentNow(
  db: Queryable,
  { mode }: Pick<LoansContext, 'mode'>,
  id: string | null = null,
): Promise<LoanOffer[]> {
  return mode === 'sandbox' || (await namesLender(db)) ? offers(db, id) : [];
}

async function namesLender(db: Queryable): Promise<boolean> {
  const pages = await db.query("select id from contents where slug = 'legal-information' and published_at <= now()");
  return pages.length > 0;
}

/** What one customer may owe. Refused with 10018 when a parameter is missing. */
export async function limitsOf(db: Queryable): Promise<LoanLimits | Refusal> {
  const openMax = await parameter(db, 'loan_open_max');
  if (isRefusal(openMax)) return openMax;
  const totalMax = await parameter(db, 'loan_total_max');
  return isRefusal(totalMax) ? totalMax : { openMax: Number(openMax), totalMax: usdtOf(totalMax) };
}

function usdtOf(text: string): Amount {
  return exact(toFixed(text), usdt);
}

/** The terms and limits, for public calculators. */
export async function listTerms(context: LoansContext): Promise<ResultOf<typeof loanCalls.loanTerms> | Refusal> {
  const limits = await limitsOf(context.db);
  if (isRefusal(limits)) return limits;
  return {
    terms: (await lentNow(context.db, context)).map(offerText),
    openMax: limits.openMax,
    totalMax: formatAmount(limits.totalMax, usdt),
  };
}

export function offerText({ dailyRate, amountMin, amountMax, ...rest }: LoanOffer) {
  return {
    ...rest,
    dailyRate: formatFixed(dailyRate),
    amountMin: formatAmount(amountMin, usdt),
    amountMax: formatAmount(amountMax, usdt),
  };
}

/** Puts a term on offer; false when the same conditions are on offer already, or its id was used before. */
export async function offer(tx: Transaction, term: LoanOffer, now: number): Promise<boolean> {
  const listed = await tx.query(
    `insert into loan_terms (id, days, daily_rate, free_days, amount_min, amount_max, offered_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
    [term.id, term.days, formatFixed(term.dailyRate), term.freeDays, term.amountMin, term.amountMax, new Date(now)],
  );
  return listed.length > 0;
}

/** Puts terms on offer that the database does not know yet; what is there already stays as it is. */
export async function offerAll(db: Database, terms: readonly LoanOffer[], now: number): Promise<void> {
  await db.transact(async (tx) => {
    for (const term of terms) await offer(tx, term, now);
  });
}
