import type { Chain, PayoutFault } from '@assay/contract/vocabulary/funds.ts';
import { compare, fixed } from '@assay/domain/money/fixed.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { NodeError } from '../chain/json-rpc.ts';
import type { FundsContext } from '../context.ts';
import { type Network, listNetworks } from '../networks.ts';
import { tellWithdrawal } from '../tell.ts';
import { cursorOf } from '../watch/cursor.ts';
import type { ChainReader, Mined, Move } from '../watch/reader.ts';
import type { SecondNode } from '../watch/second.ts';
import { type WithdrawalRow, columns, lockWithdrawal, source, takeStep } from '../withdrawals/row.ts';
import { settleHold } from '../withdrawals/settle-hold.ts';

/** A transaction that no block has taken after so long is considered dropped or replaced. */
const unknownMsMax = 24 * 3_600_000;

interface Sent {
  readonly id: number;
  readonly withdrawalNo: string;
  readonly hash: string;
  /** As its owner was shown it. */
  readonly address: string;
  readonly secondBy: string;
  readonly sentAt: Date;
  readonly status: 'sent' | 'failed';
  readonly confirmations: number;
}

export type Paying = Pick<FundsContext, 'bus' | 'clock' | 'notify'> & {
  readonly db: Database;
  readonly chain: Chain;
  readonly reader: ChainReader;
  readonly second: SecondNode | undefined;
};

/**
 * Looks up what has been sent: what the chain has confirmed is booked, what it contradicts goes to the desk, and never back. A
 * transaction that no block has taken is looked up again, unless another one was named meanwhile.
 */
export async function confirmPayouts(parts: Paying): Promise<void> {
  const { db, clock, chain, reader } = parts;
  const cursor = await cursorOf(db, chain);
  if (cursor === undefined) return;
  const networks = await listNetworks(db);
  const sent = await db.query<Sent>(
    `select p.id, w.withdrawal_no as "withdrawalNo", p.hash, m.address, p.second_by::text as "secondBy", p.sent_at as "sentAt", p.status,
       n.confirmations
     from payouts p join withdrawals w on w.id = p.withdrawal_id join withdrawal_methods m on m.id = w.method_id
       join networks n on n.id = m.network_id
     where p.chain = $1 and w.status = 'approved' and (p.status = 'sent' or p.status = 'failed' and p.fault = 'unknown'
       and not exists (select from payouts o where o.withdrawal_id = w.id and o.status in ('released', 'sent', 'confirmed')))
     order by p.status desc, p.id limit 500`,
    [chain],
  );
  for (const payout of sent) {
    const mined = await reader.mined(payout.hash);
    const isLate = clock.wall() - payout.sentAt.getTime() > unknownMsMax;
    const seen = { mined, networks, height: cursor.height, isLate };
    if (await isAgreed(parts, payout, seen)) await db.transact((tx) => judge(parts, tx, payout, seen));
  }
}

interface Seen {
  readonly mined: Mined | null;
  readonly networks: readonly Network[];
  /** The last block that was read. */
  readonly height: number;
  /** Judged once: what the second node was not asked about is not given up. */
  readonly isLate: boolean;
}

/** What people would act on is what both nodes say: that it is paid, that it is not, and that no block has taken it. */
async function isAgreed({ second }: Paying, payout: Sent, { mined, height, isLate }: Seen): Promise<boolean> {
  const { hash, address: to, confirmations } = payout;
  if (second === undefined) return true;
  if (mined !== null)
    return height - mined.height + 1 < confirmations || second.bearsOut({ hash, mined, to, confirmations, height });
  if (isLate && (await second.has(hash)))
    throw new NodeError(`second node: it has ${hash} in a block, which the first does not know`);
  return true;
}

async function judge(parts: Paying, tx: Transaction, payout: Sent, { mined, networks, height, isLate }: Seen): Promise<void> {
  const row = await lockWithdrawal(tx, payout.withdrawalNo);
  const network = networks.find(({ id }) => id === row?.networkId);
  if (row === undefined || network === undefined) throw new Error(`${payout.withdrawalNo} is paid on no network`);
  // Ended by hand while no node was set.
  if (row.status !== 'approved') return;
  const [now] = await tx.query<{ sought: boolean }>(
    `select p.status = $2 and not exists (
       select from payouts o where o.withdrawal_id = p.withdrawal_id and o.id <> p.id and o.status in ('released', 'sent', 'confirmed')
     ) as sought from payouts p where p.id = $1`,
    [payout.id, payout.status],
  );
  if (now?.sought !== true) return;
  if (mined === null) {
    if (payout.status === 'sent' && isLate) await fail(tx, payout, 'unknown');
    return;
  }
  if (height - mined.height + 1 < network.confirmations) return;
  if (!mined.succeeded) return fail(tx, payout, 'reverted');
  const taken = await tx.query<{ place: number }>(
    `select place from payouts where chain = $1 and hash = $2 and status = 'confirmed'`,
    [parts.chain, payout.hash],
  );
  const unbooked = mined.moves.filter(({ place }) => !taken.some((one) => one.place === place));
  const free = await withoutTyped(tx, payout, unbooked, networks);
  const paying = free.find((move) => pays(move, row, network));
  if (paying === undefined) return fail(tx, payout, 'differs');
  await tx.query(`update payouts set status = 'confirmed', place = $2, fault = null where id = $1`, [payout.id, paying.place]);
  await complete(parts, tx, row, payout);
}

/**
 * Without the payment of each withdrawal that was completed by this hash while the chain was not watched. Which place paid it
 * was not written down, and hashes were not always written as they are now.
 */
async function withoutTyped(
  tx: Transaction,
  { hash, id }: Sent,
  moves: readonly Move[],
  networks: readonly Network[],
): Promise<readonly Move[]> {
  const digits = hash.replace(/^0x/, '');
  const typed = await tx.query<WithdrawalRow>(
    `select ${columns} from ${source} where lower(w.hash) in ($1, '0x' || $1) and w.status = 'completed'
       and not exists (select from payouts p where p.withdrawal_id = w.id and (p.status = 'confirmed' or p.id = $2))`,
    [digits, id],
  );
  const spent = (left: readonly Move[], row: WithdrawalRow) => {
    const network = networks.find(({ id: of }) => of === row.networkId);
    const used = network && left.findIndex((move) => pays(move, row, network));
    return left.filter((_, at) => at !== used);
  };
  return typed.reduce(spent, moves);
}

/** To the last unit of the chain, to the address that its owner was shown. */
function pays(move: Move, { address, actual }: WithdrawalRow, network: Network): boolean {
  const exact = compare(fixed(move.units, network.tokenDecimals), fixed(actual, network.asset.scale)) === 0;
  return move.network === network.id && move.to === address && exact;
}

async function fail(tx: Transaction, { id }: Sent, fault: PayoutFault): Promise<void> {
  await tx.query(`update payouts set status = 'failed', fault = $2 where id = $1`, [id, fault]);
}

async function complete(parts: Paying, tx: Transaction, row: WithdrawalRow, { hash, secondBy }: Sent): Promise<void> {
  const at = parts.clock.now();
  const done = await takeStep(tx, row, { status: 'completed', reason: null, operatorId: secondBy, at, hash });
  await settleHold(parts, tx, done, at);
  tellWithdrawal(parts, tx, done, { status: 'completed', reason: null, at });
}
