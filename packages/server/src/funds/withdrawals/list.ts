import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Withdrawal, fundsCalls } from '@assay/contract/endpoints/funds.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { maskedCard } from '../methods/row.ts';
import { pageOf } from '../page.ts';
import { type WithdrawalRow, type WithdrawalStepRow, columns, source, stepsOf } from './row.ts';

type Endpoint = typeof fundsCalls.listWithdrwal;

/** The user's withdrawals, newest first. The cursor is the number of the last one seen. */
export async function listWithdrawals(
  db: Queryable,
  userId: string,
  input: InputOf<Endpoint>,
): Promise<ResultOf<Endpoint> | Refusal> {
  const rows = await db.query<WithdrawalRow>(
    `select ${columns} from ${source}
     where w.user_id = $1 and ($2::text is null or w.status = $2)
       and ($3::text is null or w.id < (select id from withdrawals where withdrawal_no = $3 and user_id = $1))
     order by w.id desc limit $4`,
    [userId, input.status ?? null, input.cursor ?? null, input.limit + 1],
  );
  const { page, nextCursor } = pageOf(rows, input.limit, ({ withdrawalNo }) => withdrawalNo);
  const steps = await stepsOf(
    db,
    page.map(({ id }) => id),
  );
  return { items: page.map((row) => toWire(row, steps)), nextCursor };
}

/** `steps` may be those of other withdrawals, too. */
export function toWire(row: WithdrawalRow, steps: readonly WithdrawalStepRow[]): Withdrawal {
  const asset = assetOf(row.coin);
  return {
    id: row.withdrawalNo,
    method: row.kind,
    label: row.label,
    network: row.networkId,
    address: destinationOf(row),
    asset: row.coin,
    amount: formatAmount(amount(row.amount), asset),
    fee: formatAmount(amount(row.fee), asset),
    actualAmount: formatAmount(amount(row.actual), asset),
    hash: row.hash,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    history: steps
      .filter(({ withdrawalId }) => withdrawalId === row.id)
      .map(({ status, at, reason }) => ({ status, time: at.toISOString(), reason })),
  };
}

/** The address, or the card as its owner sees it. */
function destinationOf({ withdrawalNo, address, lastFour }: WithdrawalRow): string {
  if (address !== null) return address;
  if (lastFour === null) throw new Error(`${withdrawalNo} goes nowhere`);
  return maskedCard(lastFour);
}
