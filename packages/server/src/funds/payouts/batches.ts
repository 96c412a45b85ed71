import { createHash } from 'node:crypto';
import type { PayoutBatch } from '@assay/contract/endpoints/console/withdrawals.ts';
import type { PayoutFault, PayoutStatus } from '@assay/contract/vocabulary/funds.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { ProposedLine } from '../../operators/index.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { FundsContext } from '../context.ts';
import type { Network } from '../networks.ts';
import { isOwnAddress } from '../receive/addresses.ts';
import { type WithdrawalRow, columns, source } from '../withdrawals/row.ts';
import { mayHaveLeft } from './row.ts';

/** What two persons agree on: the withdrawals, with the line of each as the signer is given it, and what they add up to. */
export interface Batch {
  readonly network: string;
  readonly cases: readonly string[];
  readonly total: string;
  readonly lines: readonly string[];
}

/** The line of each of these as the database writes it, in the order in which they were requested. */
export function linesOf(db: Queryable, cases: readonly string[]): Promise<ProposedLine[]> {
  return db.query(
    'select user_id::text as "userId", payout_line(id) as line from withdrawals where withdrawal_no = any ($1) order by id',
    [cases],
  );
}

/**
 * The withdrawals of a batch, locked in their order. Refusals: 404 no such one, 11059 one is not approved or of another network,
 * 10008 the owner of one is frozen and so is the money, 11270 and 11271 the screening of one, 11151 the address of one has become ours, 11203 one may have been paid, 11202 together they are another amount, 11240
 * they are not what was proposed.
 */
export async function lockForBatch(
  { screening }: Pick<FundsContext, 'screening'>,
  tx: Transaction,
  { id, asset }: Network,
  { cases, total, lines }: Batch,
): Promise<WithdrawalRow[] | Refusal> {
  const rows = await tx.query<WithdrawalRow>(
    `select ${columns} from ${source} where w.withdrawal_no = any ($1) order by w.id for update of w`,
    [cases],
  );
  if (rows.length !== new Set(cases).size) return refuse('404', { cases: '404' });
  if (rows.some(({ status, networkId }) => status !== 'approved' || networkId !== id))
    return refuse('11059', { cases: '11059' });
  // A freeze that is under way is waited for: what it is to stop does not go to the signer meanwhile.
  const owners = await tx.query<{ frozen: boolean }>('select frozen from users where id = any ($1) order by id for share', [
    rows.map(({ userId }) => userId),
  ]);
  if (owners.some(({ frozen }) => frozen)) return refuse('10008');
  for (const { withdrawalNo } of rows) {
    const screened = await screening?.holds(tx, 'withdrawal', withdrawalNo);
    if (screened !== undefined) return refuse(screened.code, { cases: screened.code });
  }
  for (const { address } of rows)
    if (address !== null && (await isOwnAddress(tx, address))) return refuse('11151', { cases: '11151' });
  for (const row of rows) if (await mayHaveLeft(tx, row.id)) return refuse('11203', { cases: '11203' });
  const sum = rows.reduce((all, { actual }) => all + actual, 0n);
  if (formatAmount(amount(sum), asset) !== total) return refuse('11202', { total: '11202' });
  return String((await linesOf(tx, cases)).map(({ line }) => line)) === String(lines) ? rows : refuse('11240');
}

export interface Release {
  readonly networkId: string;
  readonly proposalId: string;
  readonly proposerId: string;
  readonly approverId: string;
  readonly at: Date;
}

/** Gives the withdrawals to the signer, as both persons have agreed. */
export async function release(tx: Transaction, rows: readonly WithdrawalRow[], by: Release): Promise<void> {
  const [batch] = await tx.query<{ id: number }>(
    `insert into payout_batches (network_id, proposal_id, proposed_by, released_by, released_at)
     values ($1, $2, $3, $4, $5) returning id`,
    [by.networkId, by.proposalId, by.proposerId, by.approverId, by.at],
  );
  await tx.query(
    `insert into payouts (withdrawal_id, batch_id, chain, second_by, status)
     select w, $2, n.chain, $3, 'released' from unnest($1::bigint[]) w, networks n where n.id = $4`,
    [rows.map(({ id }) => id), batch?.id, by.approverId, by.networkId],
  );
}

interface BatchRow {
  readonly id: number;
  readonly networkId: string;
  readonly coin: string;
  readonly by: string;
  readonly releasedBy: string;
  readonly at: Date;
  /** Null once one of the accounts has been erased. */
  readonly agreed: readonly string[] | null;
}

interface Line {
  readonly batchId: number;
  readonly withdrawalNo: string;
  readonly address: string;
  readonly actual: bigint;
  readonly status: PayoutStatus;
  readonly hash: string | null;
  readonly fault: PayoutFault | null;
  /** It may have been completed by hand where the chain is not watched. */
  readonly waits: boolean;
}

/**
 * The newest batches. The file of each is what was agreed on, a line for each withdrawal, with the checksum over all of them. It is
 * given out only while the signer is to pay all of them: what was taken back, or is on its way already, would be paid twice.
 */
export async function listBatches(db: Queryable): Promise<PayoutBatch[]> {
  const batches = await db.query<BatchRow>(
    `select b.id, b.network_id as "networkId", n.coin, p.name as by, r.name as "releasedBy", b.released_at as at,
       proposal_lines_of(b.proposal_id) as agreed
     from payout_batches b join networks n on n.id = b.network_id
     join operators p on p.id = b.proposed_by join operators r on r.id = b.released_by
     order by b.id desc limit 50`,
  );
  const lines = await db.query<Line>(
    `select p.batch_id as "batchId", w.withdrawal_no as "withdrawalNo", m.address, w.actual, p.status, p.hash, p.fault, w.status = 'approved' as waits
     from payouts p join withdrawals w on w.id = p.withdrawal_id join withdrawal_methods m on m.id = w.method_id
     where p.batch_id = any ($1) order by w.id`,
    [batches.map(({ id }) => id)],
  );
  return batches.map(({ id, networkId, coin, by, releasedBy, at, agreed }) => {
    const own = lines.filter(({ batchId }) => batchId === id);
    const amountOf = (units: bigint) => formatAmount(amount(units), assetOf(coin));
    const file = agreed && agreed.map((line) => `${line}\n`).join('');
    return {
      id: String(id),
      network: networkId,
      coin,
      proposedBy: by,
      releasedBy,
      releasedAt: at.toISOString(),
      total: amountOf(own.reduce((sum, { actual }) => sum + actual, 0n)),
      file: own.every(({ status, waits }) => status === 'released' && waits) ? file : null,
      checksum: file && createHash('sha256').update(file).digest('hex'),
      lines: own.map((line) => ({
        id: line.withdrawalNo,
        address: line.address,
        amount: amountOf(line.actual),
        status: line.status,
        hash: line.hash,
        fault: line.fault,
      })),
    };
  });
}
