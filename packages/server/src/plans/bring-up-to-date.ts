import { type Amount, amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { incomeAt, incomesDue } from '@assay/domain/plans/schedule.ts';
import { incomeToCome, wholeIncome } from '@assay/domain/plans/terms.ts';
import { houseAccount, lockBalances, recipes, userAccount } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { announce } from './announce.ts';
import { type PlansContext, book } from './context.ts';
import { postFor } from './outcome.ts';
import { type PlanRow, change, lockRow, termsOf } from './row.ts';
import { tellEnd, tellIncome } from './tell.ts';

/** Does all that is due about one plan; safe to run twice, in two processes, and after any pause. */
export async function settlePlan(context: PlansContext, id: number): Promise<void> {
  await context.db.transact(async (tx) => {
    const row = await lockRow(tx, id);
    if (row !== undefined) await bringUpToDate(context, tx, row, context.clock.now());
  });
}

/**
 * Does all that is due about a locked plan: opens it, pays its incomes, lets it mature, pays it out when it was left, or
 * refunds it when its product was taken off sale before it opened. Whoever wants to do something with a plan calls it
 * first, so that a late round changes nothing about what happens, nor about the moments it carries.
 */
export async function bringUpToDate(context: PlansContext, tx: Transaction, row: PlanRow, now: number): Promise<PlanRow> {
  if (row.status === 'closed') return payOut(context, tx, row, now);
  if (row.status === 'waiting') {
    if (await isCalledOff(tx, row)) return expire(context, tx, row, now);
    if (row.opensAt.getTime() > now) return row;
    const opened = await change(tx, row, { status: 'inIncome', dueAt: incomeAt(row.opensAt.getTime(), 1) });
    announce(context, tx, opened);
    return payIncomes(context, tx, opened, now);
  }
  return row.status === 'inIncome' ? payIncomes(context, tx, row, now) : row;
}

/** Gives back everything of a plan that never opened. */
export async function expire(context: PlansContext, tx: Transaction, row: PlanRow, now: number): Promise<PlanRow> {
  const terms = termsOf(row);
  const recipe = recipes.planExpired({ userId: row.userId, principal: terms.principal, wholeIncome: wholeIncome(terms) });
  const available = await postFor(tx, row, now, recipe);
  const expired = await change(tx, row, { status: 'expired', dueAt: null, endedAt: now });
  tellEnd(context, tx, expired, now);
  announce(context, tx, expired, available);
  return expired;
}

/** What was taken off sale before its start date never opens. */
async function isCalledOff(tx: Transaction, { productId, opensAt }: PlanRow): Promise<boolean> {
  const rows = await tx.query('select from plan_products where id = $1 and withdrawn_at < $2', [productId, opensAt]);
  return rows.length > 0;
}

/**
 * Pays every income that has fallen due and is not paid yet, each exactly once: the row under its lock says how far it is
 * paid, and the key of `plan_incomes` holds against whatever else might try. Each carries the moment at which it fell due
 * as its business time. With the last one the principal returns.
 */
async function payIncomes(context: PlansContext, tx: Transaction, row: PlanRow, now: number): Promise<PlanRow> {
  const { userId, incomeDays } = row;
  const openedAt = row.opensAt.getTime();
  const due = incomesDue(openedAt, row.days, now);
  if (due <= incomeDays) return row;
  const terms = termsOf(row);
  const accounts = [houseAccount('committed'), userAccount(userId, 'available'), userAccount(userId, 'plan')];
  await lockBalances(tx, book, usdt, accounts);
  let available: Amount | undefined;
  for (let day = incomeDays + 1; day <= due; day += 1) {
    const at = incomeAt(openedAt, day);
    await tx.query('insert into plan_incomes (plan_id, day, due_at, amount) values ($1, $2, $3, $4)', [
      row.id,
      day,
      new Date(at),
      terms.dailyIncome,
    ]);
    available = await postFor(tx, row, at, recipes.planIncome({ userId, income: terms.dailyIncome }));
  }
  const last = incomeAt(openedAt, due);
  const matures = due === row.days;
  if (matures) available = await postFor(tx, row, last, recipes.planMatured({ userId, principal: terms.principal }));
  const paid = await change(
    tx,
    row,
    matures
      ? { status: 'profitDivided', incomeDays: due, dueAt: null, endedAt: last }
      : { status: 'inIncome', incomeDays: due, dueAt: incomeAt(openedAt, due + 1) },
  );
  tellIncome(context, tx, paid, amount(terms.dailyIncome * BigInt(due - incomeDays)), last);
  tellEnd(context, tx, paid, last);
  announce(context, tx, paid, available);
  return paid;
}

/** Pays out what a plan that was left returns, and gives the treasury its part. */
async function payOut(context: PlansContext, tx: Transaction, row: PlanRow, now: number): Promise<PlanRow> {
  const terms = termsOf(row);
  if (row.forfeited === null) throw new Error(`plan ${row.id} was left without saying what that takes`);
  const recipe = recipes.planLeft({
    userId: row.userId,
    principal: terms.principal,
    forfeited: amount(row.forfeited),
    incomeNotPaid: incomeToCome(terms, row.incomeDays),
  });
  const available = await postFor(tx, row, now, recipe);
  const left = await change(tx, row, { status: 'closedSuccessfully', dueAt: null, endedAt: now });
  tellEnd(context, tx, left, now);
  announce(context, tx, left, available);
  return left;
}
