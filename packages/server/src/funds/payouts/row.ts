import type { PayoutFault, PayoutStatus } from '@assay/contract/vocabulary/funds.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { WithdrawalRow } from '../withdrawals/row.ts';

/** The newest payout of a withdrawal. */
export interface Payout {
  readonly id: number;
  readonly status: PayoutStatus;
  readonly batchId: number | null;
  readonly secondBy: string;
  readonly hash: string | null;
  readonly fault: PayoutFault | null;
}

export async function payoutOf(db: Queryable, withdrawalId: number): Promise<Payout | undefined> {
  const [row] = await db.query<Payout>(
    `select id, status, batch_id as "batchId", second_by::text as "secondBy", hash, fault
     from payouts where withdrawal_id = $1 order by id desc limit 1`,
    [withdrawalId],
  );
  return row;
}

/** Whether its transaction is waited for. */
function isUnderWay(payout: Payout | undefined): boolean {
  return payout !== undefined && ['released', 'sent', 'confirmed'].includes(payout.status);
}

/**
 * Whether its money may have left, so that it is neither given back nor signed once more. A hash that was mistyped or never mined
 * does not say that it has not: only the chain's word that it was reverted does, or two persons'.
 */
export async function mayHaveLeft(db: Queryable, withdrawalId: number): Promise<boolean> {
  const rows = await db.query(
    `select from payouts where withdrawal_id = $1 and status <> 'takenBack' and fault is distinct from 'reverted' limit 1`,
    [withdrawalId],
  );
  return rows.length > 0;
}

/** In words, oldest first, the payouts of a withdrawal by which money may have left: what two persons agree about. */
export async function standingPayouts(db: Queryable, withdrawalNo: string): Promise<string[]> {
  const rows = await db.query<{ words: string }>(
    `select concat_ws(' ', p.id, p.status, p.fault, p.hash) as words
     from payouts p join withdrawals w on w.id = p.withdrawal_id
     where w.withdrawal_no = $1 and p.status <> 'takenBack' order by p.id`,
    [withdrawalNo],
  );
  return rows.map(({ words }) => words);
}

/** Whether a node reports the outcome of payouts on the network of a withdrawal. */
export async function isWatched(db: Queryable, networkId: string | null): Promise<boolean> {
  const rows = await db.query(
    'select from networks n join chain_watches w on w.chain = n.chain where n.id = $1 and w.watched',
    [networkId],
  );
  return rows.length > 0;
}

/**
 * Writes down by which transaction a withdrawal is paid; the chain says whether that is so. Refused with 11203 where another one
 * is under way already.
 */
export async function send(
  tx: Transaction,
  withdrawal: WithdrawalRow,
  { hash, secondBy, at }: { readonly hash: string; readonly secondBy: string; readonly at: Date },
): Promise<Refusal | undefined> {
  const payout = await payoutOf(tx, withdrawal.id);
  if (payout?.status === 'released') {
    await tx.query(`update payouts set status = 'sent', hash = $2, sent_at = $3 where id = $1`, [payout.id, hash, at]);
    return undefined;
  }
  if (isUnderWay(payout)) return refuse('11203');
  await tx.query(
    `insert into payouts (withdrawal_id, chain, second_by, status, hash, sent_at)
     select $1, chain, $3, 'sent', $4, $5 from networks where id = $2`,
    [withdrawal.id, withdrawal.networkId, secondBy, hash, at],
  );
  return undefined;
}
