import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, type Asset, amount, nothing, sum } from '@assay/domain/money/amount.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { dayOf, rewardOn, startOfDay } from '@assay/domain/referral/terms.ts';
import { feesPaid } from '../ledger/index.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { book as rewarded, dateOf } from './context.ts';
import { firstUnreckoned, tradeReasons } from './reckon-day.ts';

/**
 * What of the fees in an asset inviters have earned and not got, and the most that they can still get of the days that are not
 * reckoned. What is unpaid stays so until the transaction ends; of a day that is reckoned meanwhile this knows by its fees.
 */
export async function owedOfFees(tx: Transaction, book: Book, asset: Asset, now: number): Promise<Amount> {
  if (book !== rewarded) return nothing;
  const [unpaid] = await tx.query<{ day: number | null; amount: bigint }>(
    `with held as (
       select amount from invite_rewards where asset = $1 and paid_at is null order by inviter_id, day, invitee_id for share
     )
     select ${firstUnreckoned} as day, (select coalesce(sum(amount), 0) from held)::numeric(38, 0) as amount`,
    [asset.code],
  );
  if (unpaid === undefined || unpaid.day === null) return nothing;
  return sum(amount(unpaid.amount), await mostOf(tx, asset, unpaid.day, now));
}

/** Rounded down once for all days of an invitee, which is never less than day by day. */
async function mostOf(db: Queryable, asset: Asset, day: number, now: number): Promise<Amount> {
  const rows = await db.query<{ invitee: string; rate: string }>(
    `select invitee_id::text as invitee, rate::text as rate from invitations where last_day >= ${dateOf('$1')}`,
    [day],
  );
  const rates = new Map(rows.map(({ invitee, rate }) => [invitee, toFixed(rate)]));
  // What is booked at this moment may be of tomorrow's first.
  const span = { from: startOfDay(day), to: startOfDay(dayOf(now) + 2) };
  const fees = await feesPaid(db, { book: rewarded, ...span, reasons: tradeReasons, payers: [...rates.keys()] });
  return sum(
    ...fees.map(({ payer, asset: code, amount: paid }) => {
      const rate = rates.get(payer);
      return code === asset.code && rate !== undefined ? rewardOn(paid, asset, rate) : nothing;
    }),
  );
}
