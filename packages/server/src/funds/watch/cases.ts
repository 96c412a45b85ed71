import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { newOrderNo } from '../../platform/order-number.ts';
import { type DepositRow, columns, writeStep } from '../deposits/row.ts';
import { lockOwner } from '../lock-owner.ts';
import { type Network, listNetworks } from '../networks.ts';

interface Uncredited {
  readonly id: number;
  readonly hash: string;
  readonly address: string;
  readonly amount: bigint;
}

/**
 * Confirmed, and credited by nothing; what an ended case left without its money counts once more where its owner has reported
 * it again. All that one transaction pays to one customer counts together, as a case has one transaction and each has one case.
 */
const creditable = `
  p.confirmed_at is not null and p.lost_at is null and not exists (
    select from chain_payments o
    where o.chain = p.chain and o.hash = p.hash and o.user_id = p.user_id and o.network_id = p.network_id and o.confirmed_at is null
  ) and (p.deposit_id is null or exists (
    select from deposits e join deposits r on r.user_id = e.user_id and r.network_id = p.network_id and r.hash = p.hash
    where e.id = p.deposit_id and e.status in ('rejected', 'failed') and r.status = 'pendingReview'))`;

/**
 * Opens cases of what has been confirmed, customer by customer: one whose case can't be opened does not delay the others. What
 * reaches the address of a closed account has no case: operators see it among what is not credited.
 */
export async function openCases({ db, clock }: { readonly db: Database; readonly clock: Clock }, chain: Chain): Promise<void> {
  const networks = await listNetworks(db);
  const due = await db.query<{ userId: string; networkId: string }>(
    `select distinct p.user_id::text as "userId", p.network_id as "networkId" from chain_payments p
     where p.chain = $1 and ${creditable} and not is_closed(p.user_id)`,
    [chain],
  );
  const failures: unknown[] = [];
  for (const { userId, networkId } of due) {
    const network = networks.find(({ id }) => id === networkId);
    if (network === undefined) continue;
    await db.transact((tx) => openFor(tx, network, userId, clock.now())).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'payments without a case');
}

/**
 * Of each payment that a report of its owner names, the case is that one, if it names the same amount; another amount is for
 * operators to turn down first. All others add up, and become one case once they reach the minimum.
 */
async function openFor(tx: Transaction, network: Network, userId: string, at: number): Promise<void> {
  await lockOwner(tx, userId);
  const payments = await tx.query<Uncredited>(
    `select p.id, p.hash, p.address, p.amount from chain_payments p
     where p.user_id = $1 and p.network_id = $2 and ${creditable} order by p.id for update`,
    [userId, network.id],
  );
  const reports = await tx.query<DepositRow>(
    `select ${columns} from deposits d
     where d.user_id = $1 and d.network_id = $2 and d.hash = any ($3) and d.status not in ('rejected', 'failed')`,
    [userId, network.id, payments.map(({ hash }) => hash)],
  );
  for (const report of reports) {
    const named = payments.filter(({ hash }) => hash === report.hash);
    if (sumOf(named) === report.amount) await credit(tx, report.id, named);
  }
  const rest = payments.filter(({ hash }) => !reports.some((report) => report.hash === hash));
  const last = rest.at(-1);
  if (last === undefined || sumOf(rest) < network.depositMinimum) return;
  const [row] = await tx.query<{ id: number }>(
    `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      newOrderNo('D', at),
      userId,
      network.asset.code,
      network.id,
      network.chain,
      last.address,
      sumOf(rest),
      last.hash,
      new Date(at),
    ],
  );
  if (row === undefined) throw new Error('an inserted deposit has no id');
  await writeStep(tx, row.id, { status: 'pendingReview', reason: null, operatorId: null, at });
  await credit(tx, row.id, rest);
}

const sumOf = (payments: readonly Uncredited[]) => payments.reduce((total, { amount: one }) => total + one, 0n);

async function credit(tx: Transaction, depositId: number, payments: readonly Uncredited[]): Promise<void> {
  await tx.query('update chain_payments set deposit_id = $1 where id = any ($2)', [depositId, payments.map(({ id }) => id)]);
}
