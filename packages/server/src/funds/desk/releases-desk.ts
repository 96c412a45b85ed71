import { type DepositRelease, depositDeskCalls as calls } from '@assay/contract/endpoints/console/deposits.ts';
import { depositBatchMax } from '@assay/contract/vocabulary/funds.ts';
import { claimMs } from '@assay/contract/vocabulary/operators.ts';
import { amount, formatAmount, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { z } from 'zod';
import {
  type Act,
  type Desk,
  type OperatorCall,
  heldByOther,
  propose,
  serveDesk,
  serveDeskMove,
} from '../../operators/index.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import type { FundsContext } from '../context.ts';
import { type DepositRow, columns } from '../deposits/row.ts';
import { secondPerson } from './decide.ts';
import { decideDeposit } from './deposits-desk.ts';

type Deciding = Pick<FundsContext, 'bus' | 'clock' | 'market' | 'notify' | 'screening'>;

const batch = z.object({ network: z.string(), cases: z.array(z.string()), total: z.string() });
type Batch = z.infer<typeof batch>;

/** Shown in full by the chain itself, and not accepted only because the chain is not watched. */
const shown = 'deposit_borne_out(d.id) and exists (select from chain_payments p where p.deposit_id = d.id)';

/** What still waits of a case at either person. */
const waits = ({ status }: DepositRow) => status === 'pendingReview' || status === 'approved';

/**
 * The cases of a batch that wait, locked in their order; one that was decided individually meanwhile does not block the others.
 * Refusals: 404 no such one, 11059 one is of another network or none waits, 11200 the chain does not show one in full, 11270
 * and 11271 the screening of one, 11202 all together, with those that were decided, are another amount.
 */
async function lockBatch(
  { screening }: Deciding,
  tx: Transaction,
  { network, cases, total }: Batch,
): Promise<DepositRow[] | Refusal> {
  const all = await tx.query<DepositRow>(
    `select ${columns} from deposits d where d.deposit_no = any ($1) order by d.id for update`,
    [cases],
  );
  const [first] = all;
  if (first === undefined || all.length !== new Set(cases).size) return refuse('404', { cases: '404' });
  const rows = all.filter(waits);
  if (rows.length === 0 || !all.every(({ networkId }) => networkId === network)) return refuse('11059', { cases: '11059' });
  const unshown = await tx.query(`select from deposits d where d.id = any ($1) and not (${shown}) limit 1`, [
    rows.map(({ id }) => id),
  ]);
  if (unshown.length > 0) return refuse('11200', { cases: '11200' });
  for (const { depositNo } of rows) {
    const screened = await screening?.holds(tx, 'deposit', depositNo);
    if (screened !== undefined) return refuse(screened.code, { cases: screened.code });
  }
  const sum = all.reduce((before, { amount: one }) => before + one, 0n);
  return formatAmount(amount(sum), assetOf(first.coin)) === total ? rows : refuse('11202', { total: '11202' });
}

/** Takes each of these cases one step on, in the name of the deciding operator. */
async function decideAll(
  context: Deciding,
  deciding: Parameters<typeof decideDeposit>[1],
  rows: readonly DepositRow[],
  status: 'approved' | 'completed',
): Promise<Refusal | undefined> {
  for (const { depositNo } of rows) {
    const decided = await decideDeposit(context, deciding, depositNo, { status, reason: null });
    if (isRefusal(decided)) return refuse(decided.code, { cases: decided.code });
  }
  return undefined;
}

/** What one has approved as a batch another completes, but for cases that were decided by themselves meanwhile: of those nothing is left to do. */
const release = (desk: Desk, context: Deciding): Act<Batch> => ({
  kind: 'deposit.release',
  roles: ['finance'],
  schema: batch,
  exclusive: true,
  check: async (tx, change) => {
    const rows = await lockBatch(context, tx, change);
    if (isRefusal(rows)) return rows;
    return rows.every(({ status }) => status === 'approved') ? undefined : refuse('11059', { cases: '11059' });
  },
  weigh: async (tx, { network, total }) => {
    const [row] = await tx.query<{ coin: string }>('select coin from networks where id = $1', [network]);
    const asset = assetOf(row?.coin ?? 'USDT');
    return desk.weightOf(parseAmount(total, asset) ?? nothing, asset);
  },
  apply: async (tx, change, { approver, audit }) => {
    const rows = await lockBatch(context, tx, change);
    if (isRefusal(rows)) return rows;
    // Every check that can refuse one of them runs before the first is completed.
    const call = { operator: approver };
    const held = await heldCase(tx, context.clock.wall(), call, rows);
    if (held !== undefined) return held;
    if (rows.some((row) => secondPerson(call, row) !== undefined)) return refuse('11070', { cases: '11070' });
    return decideAll(context, { call, tx, audit }, rows, 'completed');
  },
});

/** Deposits that the chain has shown in full, released together: one person approves by the total, another completes. */
export function serveReleasesDesk(desk: Desk, context: Deciding): void {
  const act = release(desk, context);
  desk.act(act);
  serveDesk(desk, calls.releases, (call) => listReleases(context, desk.db, call));
  serveDeskMove(desk, calls.proposeRelease, async (call, { reason, ...change }, tx, audit) => {
    const rows = await lockBatch(context, tx, change);
    if (isRefusal(rows)) return rows;
    // A decided case can't be proposed.
    if (rows.length < change.cases.length) return refuse('11059', { cases: '11059' });
    const held = await heldCase(tx, context.clock.wall(), call, rows);
    if (held !== undefined) return held;
    const pending = rows.filter(({ status }) => status === 'pendingReview');
    const refused = await decideAll(context, { call, tx, audit }, pending, 'approved');
    const subject = `network:${change.network}`;
    return refused ?? propose(desk, call, tx, audit, { kind: act.kind, subject, payload: change, reason });
  });
}

/** A case that another operator works on can't be part of a batch. Refused with 11072. */
async function heldCase(
  tx: Transaction,
  now: number,
  call: Pick<OperatorCall, 'operator'>,
  rows: readonly DepositRow[],
): Promise<Refusal | undefined> {
  for (const { depositNo } of rows) {
    const held = await heldByOther(tx, now, call, 'deposits', depositNo);
    if (held !== undefined) return held;
  }
  return undefined;
}

interface Row {
  readonly network: string;
  readonly coin: string;
  readonly cases: readonly { readonly id: string; readonly units: string }[];
  readonly total: bigint;
  readonly waiting: number;
}

/**
 * By network, what waits for its first person, and what was approved in a batch that has come to nothing. Cases that another
 * operator works on or the screening holds do not block others; no more are checked than a batch takes, plus one to know that
 * there are more.
 */
async function listReleases(
  { clock, screening }: Deciding,
  db: Queryable,
  { operator }: OperatorCall,
): Promise<DepositRelease[]> {
  const now = clock.wall();
  const rows = await db.query<Row>(
    `select network, coin, jsonb_agg(jsonb_build_object('id', deposit_no, 'units', amount::text) order by place) filter (where place <= $1) as cases,
       sum(amount) filter (where place <= $1) as total, count(*) as waiting
     from (
       select n.id as network, one.coin, one.deposit_no, one.amount, row_number() over (partition by n.id order by one.id) as place
       from networks n cross join lateral (
       select d.id, d.coin, d.deposit_no, d.amount
       from deposits d
       where d.network_id = n.id and d.status in ('pendingReview', 'approved') and ${shown} and ${screening?.through('deposit', 'd.deposit_no') ?? 'true'}
       and not exists (
         select from claims c
         where c.kind = 'deposits' and c.subject_id = d.deposit_no and c.operator_id <> $3 and c.claimed_at > $4
       ) and not exists (
         select from proposals p
         where p.kind = 'deposit.release' and p.status = 'waiting' and p.payload -> 'cases' ? d.deposit_no and p.expires_at > $2
       )
       order by d.id limit $1 + 1) one
     ) all_of_them group by network, coin order by network`,
    [depositBatchMax, new Date(now), operator.id, new Date(now - claimMs)],
  );
  return rows.map(({ network, coin, cases, total, waiting }) => ({
    network,
    coin,
    cases: cases.map(({ id, units }) => ({ id, amount: formatAmount(amount(BigInt(units)), assetOf(coin)) })),
    total: formatAmount(amount(total), assetOf(coin)),
    more: waiting > cases.length,
  }));
}
