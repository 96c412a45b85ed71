import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';

/** Blocks whose hashes are kept. A chain that has replaced more than that is somebody's business, not the watcher's. */
const blocksKept = 1000;

/** How far a chain has been read. */
export interface Cursor {
  readonly height: number;
  readonly head: number;
  readonly headAt: Date;
  readonly heardAt: Date;
  readonly fault: string | null;
  readonly watched: boolean;
}

const columns = 'height, head, head_at as "headAt", heard_at as "heardAt", fault, watched';

export async function cursorOf(db: Queryable, chain: Chain): Promise<Cursor | undefined> {
  return (await db.query<Cursor>(`select ${columns} from chain_watches where chain = $1`, [chain]))[0];
}

/** Begins at this block: what was paid before is found by what customers report. */
export async function beginAt(tx: Transaction, chain: Chain, block: { height: number; hash: string }, at: Date): Promise<void> {
  await tx.query(
    'insert into chain_watches (chain, height, head, head_at, heard_at) values ($1, $2, $2, $3, $3) on conflict do nothing',
    [chain, block.height, at],
  );
  await keepBlock(tx, chain, block);
}

/** The node has answered; `fault` is what is wrong with what it says. */
export async function heard(db: Queryable, chain: Chain, head: number, fault: string | null, at: Date): Promise<void> {
  await db.query(
    `update chain_watches
     set watched = true, head = $2, heard_at = $4, fault = $3, head_at = case when head = $2 then head_at else $4 end
     where chain = $1`,
    [chain, head, fault, at],
  );
}

/** Nothing is believed until the node answers properly again. */
export async function unheard(db: Queryable, chain: Chain, fault: string): Promise<void> {
  await db.query('update chain_watches set watched = true, fault = $2 where chain = $1', [chain, fault.slice(0, 200)]);
}

/** Nobody watches these any more: no node is set for them. */
export async function unwatch(db: Queryable, watched: readonly Chain[]): Promise<void> {
  await db.query('update chain_watches set watched = false, fault = null where chain <> all ($1) and watched', [watched]);
}

/** The cursor, locked until the transaction ends; undefined where somebody else has moved it. */
export async function lockCursor(tx: Transaction, chain: Chain, height: number): Promise<true | undefined> {
  const rows = await tx.query('select from chain_watches where chain = $1 and height = $2 for update', [chain, height]);
  return rows.length > 0 ? true : undefined;
}

export async function moveTo(tx: Transaction, chain: Chain, height: number): Promise<void> {
  await tx.query('update chain_watches set height = $2 where chain = $1', [chain, height]);
}

export async function keepBlock(
  tx: Transaction,
  chain: Chain,
  { height, hash }: { height: number; hash: string },
): Promise<void> {
  await tx.query('insert into chain_blocks (chain, height, hash) values ($1, $2, $3) on conflict do nothing', [
    chain,
    height,
    hash,
  ]);
  await tx.query('delete from chain_blocks where chain = $1 and height <= $2', [chain, height - blocksKept]);
}

/** The blocks that were read last, newest first. */
export function keptBlocks(db: Queryable, chain: Chain): Promise<{ height: number; hash: string }[]> {
  return db.query('select height, hash from chain_blocks where chain = $1 order by height desc', [chain]);
}

/**
 * Forgets the blocks beyond this one, which have been replaced. Payments in them that were not confirmed are gone until they are
 * seen again; those that were are lost until then, and no case is completed on them.
 */
export async function rollBack(tx: Transaction, chain: Chain, height: number, at: Date): Promise<void> {
  await tx.query('delete from chain_blocks where chain = $1 and height > $2', [chain, height]);
  await tx.query('delete from chain_internal_moves where chain = $1 and height > $2', [chain, height]);
  await tx.query('delete from chain_payments where chain = $1 and height > $2 and confirmed_at is null', [chain, height]);
  await tx.query('update chain_payments set lost_at = $3 where chain = $1 and height > $2 and lost_at is null', [
    chain,
    height,
    at,
  ]);
  await moveTo(tx, chain, height);
}
