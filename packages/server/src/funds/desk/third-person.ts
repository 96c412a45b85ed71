import { amount } from '@assay/domain/money/amount.ts';
import { needsThird } from '../../operators/index.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { WithdrawalRow } from '../withdrawals/row.ts';

type Weighed = Pick<WithdrawalRow, 'id' | 'value'>;

/** Who has seconded a payment, and whether it needs somebody who does: as much as it was worth when it was asked for decides. */
export async function secondOf(
  db: Queryable,
  { id, value }: Weighed,
): Promise<{ readonly needed: boolean; readonly by: { readonly id: string; readonly name: string } | null }> {
  const [row] = await db.query<{ id: string; name: string }>(
    `select o.id::text as id, o.name from withdrawal_seconds s join operators o on o.id = s.operator_id where s.withdrawal_id = $1`,
    [id],
  );
  return { needed: await needsThird(db, amount(value)), by: row ?? null };
}

/** Writes down that a second person agrees. Refused with 11059 where none is needed, or one has. */
export async function secondWithdrawal(
  tx: Transaction,
  row: Weighed,
  { operatorId, at }: { readonly operatorId: string; readonly at: Date },
): Promise<Refusal | undefined> {
  const { needed, by } = await secondOf(tx, row);
  if (!needed || by !== null) return refuse('11059');
  await tx.query('insert into withdrawal_seconds (withdrawal_id, operator_id, at) values ($1, $2, $3)', [
    row.id,
    operatorId,
    at,
  ]);
  return undefined;
}

/** Whether this operator may pay it out. Refused with 11415 before somebody has seconded what needs it, and 11070 for whoever has. */
export async function thirdPerson(db: Queryable, row: Weighed, operatorId: string): Promise<Refusal | undefined> {
  const { needed, by } = await secondOf(db, row);
  if (by?.id === operatorId) return refuse('11070');
  return needed && by === null ? refuse('11415') : undefined;
}
