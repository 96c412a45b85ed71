import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { fixed, rescale } from '@assay/domain/money/fixed.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { NodeError } from '../chain/json-rpc.ts';
import type { Network } from '../networks.ts';
import { isMoved, keepMoved } from './moved.ts';
import type { Move, Sent } from './reader.ts';

/** Where a payment was seen. */
export interface Place {
  readonly height: number;
  readonly hash: string;
}

/** Whose addresses of the chain these are, of all that were ever shown. */
async function ownersOf(db: Queryable, chain: Chain, addresses: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ address: string; userId: string }>(
    'select address, user_id::text as "userId" from receive_addresses where chain = $1 and address = any ($2)',
    [chain, addresses],
  );
  return new Map(rows.map(({ address, userId }) => [address, userId]));
}

/** What the books can count of it; finer dust than their smallest unit is the house's. */
export function inBooks(units: bigint, { asset, tokenDecimals }: Pick<Network, 'asset' | 'tokenDecimals'>): bigint {
  return rescale(fixed(units, tokenDecimals), asset.scale, 'down').units;
}

/** What a block has brought, or a transaction that was reported; of the moves those that the house itself has paid. */
interface Brought {
  readonly moves: readonly Move[];
  readonly sent: readonly Sent[];
  readonly block: Place;
  readonly at: Date;
}

/**
 * Stores the payments to customers, each once, and the internal moves between addresses of the house. A payment that is stored already
 * has come back in another block, or was found by a report. It stays a payment, and an internal move stays one, whichever wallets
 * are declared or retired meanwhile. A payment that differs from the stored one means that the node lied before or lies now: reading stops.
 */
export async function keepPayments(
  tx: Transaction,
  chain: Chain,
  networks: readonly Network[],
  { moves, sent, block, at }: Brought,
): Promise<void> {
  const owners = await ownersOf(
    tx,
    chain,
    moves.map(({ to }) => to),
  );
  for (const move of moves) {
    const { network: id, hash, place, to, units } = move;
    const network = networks.find((one) => one.id === id);
    const owner = owners.get(to);
    const amount = network === undefined ? 0n : inBooks(units, network);
    const own = sent.find((one) => one.move === move);
    if (amount === 0n || (own !== undefined && (await keepMoved(tx, chain, own, { amount, block, at }))) || owner === undefined)
      continue;
    if (await isMoved(tx, move)) continue;
    const kept = await tx.query(
      `insert into chain_payments (network_id, chain, hash, place, user_id, address, amount, height, block, seen_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (network_id, hash, place) do update set height = excluded.height, block = excluded.block, lost_at = null
       where chain_payments.address = excluded.address and chain_payments.amount = excluded.amount
       returning id`,
      [id, chain, hash, place, owner, to, amount, block.height, block.hash, at],
    );
    if (kept.length === 0) throw new NodeError(`${hash} pays something else at ${place} than before`);
  }
}

/** A payment with enough confirmations that is not marked as confirmed yet. */
export interface Ripe {
  readonly id: number;
  readonly networkId: string;
  readonly hash: string;
  readonly place: number;
  readonly address: string;
  readonly amount: bigint;
  readonly height: number;
  readonly block: string;
  readonly confirmations: number;
}

/** Counted from the last block read, not from the head that the node reports. */
export function ripePayments(db: Queryable, chain: Chain, height: number): Promise<Ripe[]> {
  return db.query<Ripe>(
    `select p.id, p.network_id as "networkId", p.hash, p.place, p.address, p.amount, p.height, p.block, n.confirmations
     from chain_payments p join networks n on n.id = p.network_id
     where p.chain = $1 and p.confirmed_at is null and p.height <= $2 - n.confirmations + 1 order by p.id limit 500`,
    [chain, height],
  );
}

export async function confirmPayment(tx: Transaction, { id, block }: Ripe, at: Date): Promise<void> {
  await tx.query('update chain_payments set confirmed_at = $3 where id = $1 and block = $2 and confirmed_at is null', [
    id,
    block,
    at,
  ]);
}

/** Deletes unconfirmed payments that one node reported and both now deny: no case is credited by them. */
export async function forgetPayments(tx: Transaction, chain: Chain, { hash, block }: Ripe): Promise<void> {
  await tx.query('delete from chain_payments where chain = $1 and hash = $2 and block = $3 and confirmed_at is null', [
    chain,
    hash,
    block,
  ]);
}

/**
 * Unknown transactions named in pending reports: one of each customer before a second of any, in another order with each block.
 * Invented hashes delay only their own sender.
 */
export async function reportsWithout(db: Queryable, chain: Chain, height: number): Promise<string[]> {
  const rows = await db.query<{ hash: string }>(
    `select hash from (
       select d.hash, row_number() over (partition by d.user_id order by hashtextextended(d.hash, $2)) as place from deposits d
       where d.chain = $1 and d.status in ('pendingReview', 'approved')
         and not exists (select from chain_payments p where p.network_id = d.network_id and p.hash = d.hash)
         and not exists (select from chain_internal_moves m where m.network_id = d.network_id and m.hash = d.hash)
     ) reported order by place, hashtextextended(hash, $2) limit 50`,
    [chain, height],
  );
  return [...new Set(rows.map(({ hash }) => hash))];
}
