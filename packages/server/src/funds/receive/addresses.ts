import { randomBytes } from 'node:crypto';
import { type Chain, chains } from '@assay/contract/vocabulary/funds.ts';
import { receiveAddress, sampleReceiveKey } from '@assay/domain/funds/receive-key.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';

/** The key that a chain's addresses are drawn from now. */
export interface ReceiveKey {
  readonly id: number;
  readonly chain: Chain;
  readonly key: string;
  /** True in a sandbox, where no private key exists. */
  readonly sample: boolean;
  /** Addresses of it that customers have. */
  readonly drawn: number;
  readonly createdAt: Date;
}

export interface OwnAddress {
  readonly address: string;
  readonly sample: boolean;
}

export async function keysInForce(db: Queryable): Promise<Map<Chain, ReceiveKey>> {
  const keys = await db.query<ReceiveKey>(
    'select id, chain, key, sample, drawn, created_at as "createdAt" from receive_keys_shown()',
  );
  return new Map(keys.map((key) => [key.chain, key]));
}

/** The customer's address on each chain that takes deposits; derived at the first request. */
export async function ownAddresses(db: Database, userId: string): Promise<Map<Chain, OwnAddress>> {
  const found = new Map<Chain, OwnAddress>();
  const keys = await keysInForce(db);
  for (const chain of chains) {
    const key = keys.get(chain);
    if (key === undefined) continue;
    const own = (await addressOf(db, userId, key)) ?? (await db.transact((tx) => drawAddress(tx, userId, chain)));
    if (own !== undefined) found.set(chain, own);
  }
  return found;
}

/** The customer's address on the chain, drawn if there is none yet. Undefined while the chain has no key. */
export async function ownAddress(tx: Transaction, userId: string, chain: Chain): Promise<OwnAddress | undefined> {
  const key = (await keysInForce(tx)).get(chain);
  return key && ((await addressOf(tx, userId, key)) ?? (await drawAddress(tx, userId, chain)));
}

/** Takes the next position of the chain's key for good. A concurrent caller waits, and takes the next one. */
async function drawAddress(tx: Transaction, userId: string, chain: Chain): Promise<OwnAddress | undefined> {
  const [next] = await tx.query<Pick<ReceiveKey, 'id' | 'key' | 'sample'> & { position: number }>(
    'select id, key, sample, "position" from receive_position($1)',
    [chain],
  );
  if (next === undefined) return undefined;
  // Drawn by another request of the same customer meanwhile.
  const drawn = await addressOf(tx, userId, next);
  if (drawn !== undefined) return drawn;
  const address = receiveAddress(chain, next.key, next.position);
  await tx.query('select receive_address_keep($1, $2, $3, $4)', [userId, next.id, next.position, address]);
  return { address, sample: next.sample };
}

/** Shown is only what the key itself gives for the position: a tampered address is rejected here. */
async function addressOf(
  db: Queryable,
  userId: string,
  { id, key, sample }: Pick<ReceiveKey, 'id' | 'key' | 'sample'>,
): Promise<OwnAddress | undefined> {
  const [row] = await db.query<{ chain: Chain; position: number; address: string }>(
    'select chain, position, address from receive_addresses where user_id = $1 and key_id = $2',
    [userId, id],
  );
  if (row === undefined) return undefined;
  if (receiveAddress(row.chain, key, row.position) !== row.address)
    throw new Error(`position ${row.position} of receive key ${id} has another address than its key gives`);
  return { address: row.address, sample };
}

/** Every address that the customer was ever shown on the chain: deposits to an old one are the customer's too. */
export async function everyAddress(db: Queryable, userId: string, chain: Chain): Promise<string[]> {
  const rows = await db.query<{ address: string }>(
    'select address from receive_addresses where user_id = $1 and chain = $2 order by key_id',
    [userId, chain],
  );
  return rows.map(({ address }) => address);
}

/** Whether it is a customer's address here. */
export async function isReceiveAddress(db: Queryable, address: string): Promise<boolean> {
  return (await db.query('select from receive_addresses where address = $1', [address])).length > 0;
}

/** Whether the house holds its key: any customer's receive address, or a declared one that is still valid. */
export async function isOwnAddress(db: Queryable, address: string): Promise<boolean> {
  if (await isReceiveAddress(db, address)) return true;
  const declared = await db.query(
    `select from reserve_addresses r where r.address = $1 and r.message is not null
       and not exists (select from reserve_retirements o where o.address = r.address) limit 1`,
    [address],
  );
  return declared.length > 0;
}

/** Gives each chain without a key one that can't be spent from: its private half is generated here and discarded. */
export async function makeSampleKeys(db: Queryable): Promise<void> {
  const keys = await keysInForce(db);
  for (const chain of chains) {
    if (keys.has(chain)) continue;
    await db.query('select receive_key_sample($1, $2)', [chain, sampleReceiveKey(chain, randomBytes(32))]);
  }
}
