import type { depositDeskCalls as calls } from '@assay/contract/endpoints/console/deposits.ts';
import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { nativeOf } from '@assay/domain/funds/families.ts';
import { amount as amountOf, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { fixed, formatFixed } from '@assay/domain/money/fixed.ts';
import { cursorOf } from '../../operators/index.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type Refusal, isRefusal } from '../../platform/refusal.ts';
import { NodeError } from '../chain/json-rpc.ts';
import type { ChainReader, Move, Sent } from './reader.ts';

/**
 * Which of these are the house's own: only the house has the key of a customer's address here or of a declared one. A transfer
 * between them, such as a signer's sweep of customers' addresses and the gas for it, is no deposit.
 */
export async function houseOf(db: Queryable, chain: Chain, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db.query<{ address: string }>(
    `select address from receive_addresses where chain = $1 and address = any ($2)
     union select address from reserve_addresses r where chain = $1 and address = any ($2) and message is not null
       and not exists (select from reserve_retirements o where o.address = r.address)`,
    [chain, [...new Set(addresses)]],
  );
  return new Set(rows.map(({ address }) => address));
}

/** What the table holds: no chain has as many of its coins. */
const feeEnd = 10n ** 60n;

interface Within {
  /** In the books' smallest unit. */
  readonly amount: bigint;
  readonly block: { readonly height: number; readonly hash: string };
  readonly at: Date;
}

/** Stores an internal move; false where it is stored as a payment already. Throws `NodeError` for an impossible fee. */
export async function keepMoved(tx: Transaction, chain: Chain, sent: Sent, { amount, block, at }: Within): Promise<boolean> {
  const { network, hash, place, to } = sent.move;
  if (sent.fee !== null && (sent.fee < 0n || sent.fee >= feeEnd)) throw new NodeError(`${hash} has cost ${sent.fee}`);
  const kept = await tx.query(
    `insert into chain_internal_moves
       (network_id, chain, hash, place, from_addresses, to_address, amount, fee, height, block, seen_at)
     select $1::text, $2, $3::text, $4::integer, $5, $6, $7, $8, $9, $10, $11
     where not exists (select from chain_payments where network_id = $1 and hash = $3 and place = $4)
     on conflict (network_id, hash, place) do update set height = excluded.height, block = excluded.block returning id`,
    [network, chain, hash, place, sent.from, to, amount, sent.fee, block.height, block.hash, at],
  );
  return kept.length > 0;
}

/** Whether it is written down as moved within the house. */
export async function isMoved(db: Queryable, { network, hash, place }: Move): Promise<boolean> {
  const rows = await db.query('select from chain_internal_moves where network_id = $1 and hash = $2 and place = $3', [
    network,
    hash,
    place,
  ]);
  return rows.length > 0;
}

/** An internal move that one node alone has reported, with enough confirmations. */
export interface Alone {
  readonly id: number;
  readonly network: string;
  readonly hash: string;
  readonly place: number;
  readonly from: readonly string[];
  readonly to: string;
  readonly height: number;
  readonly block: string;
  readonly confirmations: number;
}

export function movedAlone(db: Queryable, chain: Chain, height: number): Promise<Alone[]> {
  return db.query<Alone>(
    `select m.id, m.network_id as network, m.hash, m.place, m.from_addresses as "from", m.to_address as "to", m.height, m.block,
       n.confirmations
     from chain_internal_moves m join networks n on n.id = m.network_id
     where m.chain = $1 and m.agreed_at is null and m.height <= $2 - n.confirmations + 1 order by m.id limit 500`,
    [chain, height],
  );
}

/** Whether a node confirms that exactly the stored senders have paid it, whichever addresses belong to the house by now. */
export async function tellsMoved(reader: ChainReader, { network, hash, place, from, to, block }: Alone): Promise<boolean> {
  const mined = await reader.mined(hash);
  const moves = mined?.block === block ? mined.moves : [];
  const own = moves.filter((move) => move.network === network && move.place === place && move.to === to);
  return (await reader.sentByUs(own, async () => new Set(from))).length > 0;
}

export async function agreeOnMoved(tx: Transaction, { id, block }: Alone, at: Date): Promise<void> {
  await tx.query('update chain_internal_moves set agreed_at = $3 where id = $1 and block = $2 and agreed_at is null', [
    id,
    block,
    at,
  ]);
}

export async function forgetMoved(tx: Transaction, { id, block }: Alone): Promise<void> {
  await tx.query('delete from chain_internal_moves where id = $1 and block = $2 and agreed_at is null', [id, block]);
}

interface Row {
  readonly id: number;
  readonly chain: Chain;
  readonly network: string;
  readonly coin: string;
  readonly hash: string;
  readonly from: string[];
  readonly fromCount: number;
  readonly to: string;
  readonly amount: bigint;
  readonly fee: bigint | null;
  readonly height: number;
  readonly at: Date;
}

/** As operators see it, the newest first. */
export async function listMoved(
  db: Queryable,
  { cursor, limit }: DeskInput<typeof calls.internalMoves>,
): Promise<DeskResult<typeof calls.internalMoves> | Refusal> {
  const before = cursorOf(cursor);
  if (isRefusal(before)) return before;
  const rows = await db.query<Row>(
    `select m.id, m.chain, m.network_id as network, n.coin, m.hash, m.from_addresses[1:20] as "from",
       cardinality(m.from_addresses) as "fromCount", m.to_address as "to", m.amount, m.fee, m.height, m.seen_at as at
     from chain_internal_moves m join networks n on n.id = m.network_id
     where $1::bigint is null or m.id < $1 order by m.id desc limit $2`,
    [before, limit + 1],
  );
  const items = rows.slice(0, limit).map(({ id, amount, fee, at, ...row }) => {
    const native = nativeOf(row.chain);
    return {
      ...row,
      id: String(id),
      amount: formatAmount(amountOf(amount), assetOf(row.coin)),
      fee: fee === null ? null : { amount: formatFixed(fixed(fee, native.decimals)), coin: native.coin },
      at: at.toISOString(),
    };
  });
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
