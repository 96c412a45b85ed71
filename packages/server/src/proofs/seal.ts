import { createHash, randomBytes } from 'node:crypto';
import { type PlacedNode, type Sums, SumTree, type TreeNode, leafText, sealText } from '@assay/domain/proofs/sum-tree.ts';
import { type HeldByCustomer, closeDay, closeMissedDays, heldByCustomers, settledTransaction } from '../ledger/index.ts';
import { type Database, type Queryable, type Transaction, unhurried } from '../platform/database.ts';

/** Ways from leaf to root are kept for this many days; the seals for ever. */
const treesKeptDays = 35;
/** What the first seal follows. */
const noSeal = '0'.repeat(64);
const dayMs = 86_400_000;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

interface Leaf extends TreeNode {
  readonly userId: string;
  readonly salt: string;
}

const dayBefore = (now: number) => new Date(now - dayMs).toISOString().slice(0, 10);

/** Whether the day before now is sealed, and when the last seal was made, in epoch milliseconds. */
export async function lastSeal(db: Queryable, now: number): Promise<{ done: boolean; at: number | undefined }> {
  const [newest] = await db.query<{ day: string; at: Date }>(
    'select day::text, sealed_at as at from proofs order by day desc limit 1',
  );
  return { done: newest !== undefined && newest.day >= dayBefore(now), at: newest?.at.getTime() };
}

/**
 * Closes the day before now (UTC, real time) and seals it, once: the books so far, and what every customer has on the real account. Answers
 * whether it did; a day that is sealed, or books that do not come to rest, are left for the next run.
 */
export async function sealDay(db: Database, now: number): Promise<boolean> {
  const day = dayBefore(now);
  const through = await settledTransaction(db);
  if (through === undefined) return false;
  if (!(await lastSeal(db, now)).done) await closeMissedDays(db, day, through);
  return db.transact(async (tx) => {
    // Of two processes one seals; the other then finds the day sealed.
    await tx.query("select pg_advisory_xact_lock(hashtextextended('proofs', 4127103))");
    const [newest] = await tx.query<{ day: string; seal: string }>(
      'select day::text, seal from proofs order by day desc limit 1',
    );
    if (newest !== undefined && newest.day >= day) return false;
    await closeDay(tx, day, through);
    const [books] = await tx.query<{ root: string; accounts: number }>('select root, accounts from ledger_root($1)', [through]);
    if (books === undefined) throw new Error('the books have no root');
    const { customers, top } = await keepTree(tx, day, through);
    const before = newest?.seal ?? noSeal;
    const seal = sha256(sealText({ before, day, ledgerRoot: books.root, liabilitiesRoot: top.hash }));
    await tx.query(
      `insert into proofs (day, through_transaction, accounts, ledger_root, customers, liabilities_root, totals, seal, sealed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [day, through, books.accounts, books.root, customers, top.hash, jsonOf(top.sums), seal, new Date(now)],
    );
    const oldest = new Date(now - treesKeptDays * dayMs).toISOString().slice(0, 10);
    await tx.query('delete from proof_nodes where day < $1', [oldest]);
    return true;
    // Customers are read and their tree is written while the transaction waits.
  }, unhurried);
}

/**
 * Works the tree of all customers out and writes it down, page by page. Their order can't be predicted, so that neighbours
 * reveal nothing of each other.
 */
async function keepTree(tx: Transaction, day: string, through: number): Promise<{ customers: number; top: TreeNode }> {
  const tree = new SumTree<Leaf>(sha256);
  let customers = 0;
  let top: TreeNode = { hash: sha256(''), sums: {} };
  const keep = async (nodes: readonly PlacedNode<Leaf>[]) => {
    top = nodes.at(-1)?.node ?? top;
    await keepNodes(tx, day, nodes);
  };
  for await (const page of heldByCustomers(tx, { book: 'real', through, key: randomBytes(32).toString('hex') })) {
    customers += page.length;
    await keep(page.flatMap((own) => tree.add(leafOf(own))));
  }
  await keep(tree.end());
  return { customers, top };
}

function leafOf({ owner: userId, sums: held }: HeldByCustomer): Leaf {
  const sums: Sums = Object.fromEntries(Object.entries(held).map(([asset, units]) => [asset, BigInt(units)]));
  const salt = randomBytes(16).toString('hex');
  return { userId, salt, sums, hash: sha256(leafText(userId, salt, sums)) };
}

async function keepNodes(tx: Transaction, day: string, nodes: readonly PlacedNode<Leaf>[]): Promise<void> {
  if (nodes.length === 0) return;
  const leaves = nodes.map(({ node, level }) => (level === 0 && 'salt' in node ? node : undefined));
  await tx.query(
    `insert into proof_nodes (day, level, place, hash, sums, user_id, salt)
     select $1, * from unnest($2::smallint[], $3::int[], $4::text[], $5::jsonb[], $6::bigint[], $7::text[])`,
    [
      day,
      nodes.map(({ level }) => level),
      nodes.map(({ place }) => place),
      nodes.map(({ node }) => node.hash),
      nodes.map(({ node }) => jsonOf(node.sums)),
      leaves.map((leaf) => leaf?.userId ?? null),
      leaves.map((leaf) => leaf?.salt ?? null),
    ],
  );
}

function jsonOf(sums: Sums): string {
  return JSON.stringify(Object.fromEntries(Object.entries(sums).map(([code, units]) => [code, units.toString()])));
}
