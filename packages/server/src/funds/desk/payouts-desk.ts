import { payoutDeskCalls as calls } from '@assay/contract/endpoints/console/withdrawals.ts';
import { parseHash } from '@assay/domain/funds/hash.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { z } from 'zod';
import { isHalted } from '../../halts/index.ts';
import { type Act, type Desk, propose, serveDesk, serveDeskMove } from '../../operators/index.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import type { FundsContext } from '../context.ts';
import { type Network, listNetworks } from '../networks.ts';
import { type Batch, linesOf, listBatches, lockForBatch, release } from '../payouts/batches.ts';
import { mayHaveLeft, payoutOf, send, standingPayouts } from '../payouts/row.ts';
import { lockWithdrawal } from '../withdrawals/row.ts';

// Without lines, or without payouts below, it was proposed before they were required, and matches nothing.
const batch = z.object({
  network: z.string(),
  cases: z.array(z.string()),
  total: z.string(),
  lines: z.array(z.string()).default([]),
});

const networkOf = async (db: Queryable, id: string): Promise<Network | undefined> =>
  (await listNetworks(db)).find((network) => network.id === id);

type Screened = Pick<FundsContext, 'screening'>;

async function locked(context: Screened, tx: Transaction, change: Batch) {
  const network = await networkOf(tx, change.network);
  return network === undefined ? refuse('11041', { network: '11041' }) : lockForBatch(context, tx, network, change);
}

/**
 * One proposes which withdrawals the signer is given, another releases them; who approved one of them can't release it too, and
 * neither is possible while withdrawals are halted (11410).
 */
const giveOut = ({ clock }: Desk, context: Screened): Act<Batch> => ({
  kind: 'payout.batch',
  roles: ['finance'],
  schema: batch,
  check: async (tx, change) => {
    if (await isHalted(tx, 'withdrawals', clock.wall())) return refuse('11410');
    const rows = await locked(context, tx, change);
    return isRefusal(rows) ? rows : undefined;
  },
  // As they were worth when they were requested.
  weigh: async (tx, { cases }) => {
    const [row] = await tx.query<{ value: bigint }>(
      'select coalesce(sum(value), 0)::numeric(38, 0) as value from withdrawals where withdrawal_no = any ($1)',
      [cases],
    );
    return amount(row?.value ?? 0n);
  },
  apply: async (tx, change, { proposalId, proposerId, approverId, at }) => {
    const rows = await locked(context, tx, change);
    if (isRefusal(rows)) return rows;
    if (rows.some(({ approvedBy }) => approvedBy === approverId)) return refuse('11070');
    await release(tx, rows, { networkId: change.network, proposalId, proposerId, approverId, at: new Date(at) });
    return undefined;
  },
});

const one = z.object({ id: z.string(), payouts: z.array(z.string()).default([]) });

/**
 * Two persons say that a withdrawal was not paid and will not be, by the signer nor by a hash that the chain does not bear out: only
 * then it can end otherwise. Both speak of the same payouts, as they stood: another hash, or another word of the chain, is looked
 * at anew (11240).
 */
const takeBack: Act<z.infer<typeof one>> = {
  kind: 'payout.takeBack',
  roles: ['finance'],
  schema: one,
  exclusive: true,
  check: async (tx, { id, payouts }) => {
    const found = await lockWithdrawal(tx, id);
    if (found === undefined) return refuse('404', { id: '404' });
    const payout = await payoutOf(tx, found.id);
    const waits = payout?.status === 'sent' || payout?.status === 'confirmed';
    if (waits || !(await mayHaveLeft(tx, found.id))) return refuse('11059');
    return String(await standingPayouts(tx, id)) === String(payouts) ? undefined : refuse('11240');
  },
  // A customer who was paid all the same would be refunded as well.
  weigh: async (tx, { id }) => {
    const [row] = await tx.query<{ value: bigint }>('select value from withdrawals where withdrawal_no = $1', [id]);
    return amount(row?.value ?? 0n);
  },
  apply: async (tx, { id }) => {
    await tx.query(
      `update payouts p set status = 'takenBack' from withdrawals w
       where w.id = p.withdrawal_id and w.withdrawal_no = $1
         and (p.status = 'released' or p.status = 'failed' and p.fault <> 'reverted')`,
      [id],
    );
    return undefined;
  },
};

/** Batches for a signer. Refusals: those of `giveOut` and `lockForBatch`, 11041 no such network, 11042 no transaction of it, 11059 no line of the batch. */
export function servePayoutsDesk(desk: Desk, context: Screened): void {
  const giving = giveOut(desk, context);
  desk.act(giving);
  desk.act(takeBack);
  serveDesk(
    desk,
    calls.batches,
    () => listBatches(desk.db),
    // Their files say where customers are paid.
    () => ({ action: 'list.read', subject: `list:${calls.batches.path}` }),
  );
  serveDeskMove(desk, calls.proposeBatch, async (call, { reason, ...change }, tx, audit) => {
    const subject = `network:${change.network}`;
    const lines = await linesOf(tx, change.cases);
    return propose(desk, call, tx, audit, { kind: giving.kind, subject, payload: change, lines, reason });
  });
  serveDeskMove(desk, calls.proposeTakeBack, async (call, { id, reason }, tx, audit) => {
    const payload = { id, payouts: await standingPayouts(tx, id) };
    const customer = (await lockWithdrawal(tx, id))?.userId;
    return propose(desk, call, tx, audit, { kind: takeBack.kind, subject: `withdrawal:${id}`, payload, reason, customer });
  });
  serveDeskMove(desk, calls.signed, async (_, { id, hashes }, tx, audit) => {
    const at = new Date(desk.clock.wall());
    for (const { id: withdrawalNo, hash } of hashes.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const refused = await takeHash(tx, id, { withdrawalNo, typed: hash, at });
      if (refused !== undefined) return refused;
      audit({ action: 'withdrawal.sent', subject: `withdrawal:${withdrawalNo}`, details: { batch: id, hash } });
    }
    return { taken: hashes.length };
  });
}

async function takeHash(
  tx: Transaction,
  batchId: string,
  { withdrawalNo, typed, at }: { readonly withdrawalNo: string; readonly typed: string; readonly at: Date },
): Promise<Refusal | undefined> {
  const found = await lockWithdrawal(tx, withdrawalNo);
  const payout = found && (await payoutOf(tx, found.id));
  if (found === undefined || payout?.status !== 'released' || String(payout.batchId) !== batchId)
    return refuse('11059', { hashes: '11059' });
  const network = await networkOf(tx, found.networkId ?? '');
  const hash = network && parseHash(network.chain, typed);
  return hash === undefined ? refuse('11042', { hashes: '11042' }) : send(tx, found, { hash, secondBy: payout.secondBy, at });
}
