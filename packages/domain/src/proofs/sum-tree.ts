/**
 * A Merkle sum tree: its root says how much all customers have together, and each of them can show with a few hashes that their
 * own balances are in it. Omitting a customer, or counting one for less, changes the root. Source: the construction of G.
 * Maxwell and P. Todd for proofs of what an exchange owes.
 */

/** Smallest units by asset code. */
export type Sums = Readonly<Record<string, bigint>>;

export interface TreeNode {
  /** Lower-case hexadecimal SHA-256. */
  readonly hash: string;
  readonly sums: Sums;
}

/** The other half at one level, on the way from a leaf to the root. */
export interface Step extends TreeNode {
  readonly side: 'left' | 'right';
}

/** What the hash of a customer's leaf is taken of. The salt keeps others from guessing whose leaf it is. */
export function leafText(userId: string, salt: string, sums: Sums): string {
  return `leaf|${salt}|${userId}|${sumsText(sums)}`;
}

/** What the hash of a node is taken of: both halves, sums included, so that none can be changed in silence. */
export function nodeText(left: TreeNode, right: TreeNode): string {
  return `node|${left.hash}|${sumsText(left.sums)}|${right.hash}|${sumsText(right.sums)}`;
}

/** By asset code; nothing at all is left out. */
function sumsText(sums: Sums): string {
  return Object.entries(sums)
    .filter(([, units]) => units !== 0n)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, units]) => `${code}=${units}`)
    .join(';');
}

export function addSums(a: Sums, b: Sums): Sums {
  const codes = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...codes].map((code) => [code, (a[code] ?? 0n) + (b[code] ?? 0n)]));
}

/** A node at its place: level 0 are the leaves. */
export interface PlacedNode<Leaf extends TreeNode = TreeNode> {
  readonly node: TreeNode | Leaf;
  readonly level: number;
  readonly place: number;
}

/**
 * The tree as it grows, leaf by leaf: it answers each node when it is made, and keeps one at most of each level, so that a tree of
 * millions needs no room. A node without a partner goes up as it is.
 */
export class SumTree<Leaf extends TreeNode> {
  readonly #hash: (text: string) => string;
  /** How many nodes each level has, and which waits for its partner. */
  readonly #counts: number[] = [];
  readonly #waiting: (TreeNode | undefined)[] = [];

  constructor(hash: (text: string) => string) {
    this.#hash = hash;
  }

  add(leaf: Leaf): PlacedNode<Leaf>[] {
    return this.#put(leaf, 0);
  }

  /** The nodes that were still missing; the last of all is the root. Nothing is added after it. */
  end(): PlacedNode<Leaf>[] {
    const made: PlacedNode<Leaf>[] = [];
    for (let level = 0; (this.#counts[level] ?? 0) > 1; level += 1) {
      const alone = this.#waiting[level];
      if (alone !== undefined) made.push(...this.#put(alone, level + 1));
    }
    return made;
  }

  #put(first: TreeNode, from: number): PlacedNode<Leaf>[] {
    const made: PlacedNode<Leaf>[] = [];
    let node = first;
    for (let level = from; ; level += 1) {
      const place = this.#counts[level] ?? 0;
      this.#counts[level] = place + 1;
      made.push({ node, level, place });
      const left = this.#waiting[level];
      this.#waiting[level] = left === undefined ? node : undefined;
      if (left === undefined) return made;
      node = { hash: this.#hash(nodeText(left, node)), sums: addSums(left.sums, node.sums) };
    }
  }
}

/** Works the way up to the root out anew. Null when a half on the way owes: a negative sum could hide a customer. */
export async function rootOf(
  leaf: TreeNode,
  path: readonly Step[],
  hash: (text: string) => Promise<string>,
): Promise<TreeNode | null> {
  let node = leaf;
  for (const step of path) {
    if (Object.values(step.sums).some((units) => units < 0n)) return null;
    const [left, right] = step.side === 'left' ? [step, node] : [node, step];
    node = { hash: await hash(nodeText(left, right)), sums: addSums(left.sums, right.sums) };
  }
  return node;
}

/** What the published line of a day follows from: the line before it, and what was sealed. */
export function sealText(seal: { before: string; day: string; ledgerRoot: string; liabilitiesRoot: string }): string {
  return `seal|${seal.before}|${seal.day}|${seal.ledgerRoot}|${seal.liabilitiesRoot}`;
}
