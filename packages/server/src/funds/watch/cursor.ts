import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';

/** Blocks whose hashes are kept. A chain that has replaced more than that is handled by an operator, not by the watcher. */
const blocksKept = 1000;

/** How far a chain has been read. */
export interface Cursor {
  readonly height: number;
  readonly head: number;
  readonly headAt: Date;
  readonly heardAt: Date;
  readonly fault: string | null;
  readonly watched: boolean;
  /** False while no node has answered properly: no block was read. */
  readonly begun: boolean;
}

/** One that has begun has kept its block. */
const begun = '(w.height > 0 or exists (select from chain_blocks b where b.chain = w.chain))';
const columns = `height, head, head_at as "headAt", heard_at as "heardAt", fault, watched, ${begun} as begun`;

export async function cursorOf(db: Queryable, chain: Chain): Promise<Cursor | undefined> {
  return (await db.query<Cursor>(`select ${columns} from chain_watches w where chain = $1`, [chain]))[0];
}

/** Begins at this block: what was paid before is found by what customers report. */
export async function beginAt(tx: Transaction, chain: Chain, block: { height: number; hash: string }, at: Date): Promise<void> {
  await tx.query(
    `insert into chain_watches as w (chain, height, head, head_at, heard_at) values ($1, $2, $2, $3, $3)
     on conflict (chain) do update set height = $2, head = $2, head_at = $3, heard_at = $3 where not ${begun}`,
    [chain, block.height, at],
  );
  await keepBlock(tx, chain, block);
}

/** The node has answered. Whether it is believed again shows when all that is due was looked at. */
export async function heard(db: Queryable, chain: Chain, head: number, at: Date): Promise<void> {
  await db.query(
    `update chain_watches
     set watched = true, head = $2, heard_at = $3, head_at = case when head = $2 then head_at else $3 end
     where chain = $1`,
    [chain, head, at],
  );
}

/** Nothing is believed until the node answers properly again; also where it never has, and nothing was read yet. */
export async function doubt(db: Queryable, chain: Chain, fault: string, at: Date): Promise<void> {
  await db.query(
    `insert into chain_watches (chain, height, head, head_at, heard_at, fault) values ($1, 0, 0, $3, $3, $2)
     on conflict (chain) do update set watched = true, fault = $2`,
    [chain, fault.slice(0, 200), at],
  );
}

/** Everything that was due has been looked at, and no node contradicts itself or another. */
export async function believe(db: Queryable, chain: Chain): Promise<void> {
  await db.query('update chain_watches set fault = null where chain = $1', [chain]);
}

/** These are not watched any more: no node is set for them. */
export async function unwatch(db: Queryable, watched: readonly Chain[]): Promise<void> {
  await db.query('update chain_watches set watched = false, fault = null where chain <> all ($1) and watched', [watched]);
}

/** The cursor, locked until the transaction ends; undefined where another process has moved it. */
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
