import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Step, type TreeNode, SumTree, addSums, leafText, nodeText, rootOf } from './sum-tree.ts';

const hash = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));
const leafOf = (userId: string, units: bigint): TreeNode => {
  const sums = { USDT: units };
  return { hash: hash(leafText(userId, `salt of ${userId}`, sums)), sums };
};
const people = (...units: bigint[]) => units.map((each, place) => leafOf(String(place + 1), each));

/** All levels from the leaves to the root, each in order. */
function buildLevels(leaves: readonly TreeNode[], by: (text: string) => string): TreeNode[][] {
  const tree = new SumTree(by);
  const levels: TreeNode[][] = [];
  const put = ({ node, level, place }: { node: TreeNode; level: number; place: number }) => {
    const own = (levels[level] ??= []);
    expect(place).toBe(own.length);
    own.push(node);
  };
  for (const leaf of leaves) tree.add(leaf).forEach(put);
  tree.end().forEach(put);
  return levels;
}

/** The other halves on the way up from a leaf. */
function pathOf(levels: readonly TreeNode[][], place: number): Step[] {
  return levels.flatMap((level, height) => {
    const own = place >> height;
    const other = level[own ^ 1];
    return level.length < 2 || other === undefined ? [] : [{ ...other, side: own % 2 === 0 ? 'right' : 'left' } as const];
  });
}
const checked = (levels: readonly TreeNode[][], place: number, leaf: TreeNode) =>
  rootOf(leaf, pathOf(levels, place), async (text) => hash(text));

describe('a Merkle sum tree', () => {
  it('says at its root how much all have together, and hashes what stands below it', () => {
    const [first, second, third] = people(5n, 7n, 11n);
    if (first === undefined || second === undefined || third === undefined) throw new Error('three leaves');
    const levels = buildLevels([first, second, third], hash);
    const pair = { hash: hash(nodeText(first, second)), sums: { USDT: 12n } };
    // The third has no partner and goes up as it is.
    expect(levels).toEqual([
      [first, second, third],
      [pair, third],
      [{ hash: hash(nodeText(pair, third)), sums: { USDT: 23n } }],
    ]);
  });

  it('writes a leaf with its salt, its owner and its sums by asset', () => {
    expect(leafText('7', 'abc', { USDT: 5n, BTC: 3n, ETH: 0n })).toBe('leaf|abc|7|BTC=3;USDT=5');
  });

  it('lets everybody find the root from their own leaf, however many there are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 40 }), async (units) => {
        const leaves = people(...units);
        const levels = buildLevels(leaves, hash);
        const root = levels.at(-1)?.[0];
        for (const [place, leaf] of leaves.entries()) expect(await checked(levels, place, leaf)).toEqual(root);
        expect(root?.sums).toEqual({ USDT: units.reduce((sum, each) => sum + each, 0n) });
      }),
      { numRuns: 50 },
    );
  });

  it('is another tree when one is left out, counted for less, or changes places', () => {
    const root = (leaves: readonly TreeNode[]) => buildLevels(leaves, hash).at(-1)?.[0]?.hash;
    const all = people(5n, 7n, 11n, 13n);
    const [first, second, ...others] = all;
    if (first === undefined || second === undefined) throw new Error('two leaves');
    const roots = [all, [first, ...others], [leafOf('1', 4n), second, ...others], [second, first, ...others]].map(root);
    expect(new Set(roots).size).toBe(4);
  });

  it('does not accept a leaf that says more than was sealed', async () => {
    const leaves = people(5n, 7n, 11n);
    const levels = buildLevels(leaves, hash);
    expect((await checked(levels, 0, leafOf('1', 6n)))?.hash).not.toBe(levels.at(-1)?.[0]?.hash);
  });

  it('does not accept a half that owes: it could make the others look smaller than they are', async () => {
    const mine = leafOf('1', 5n);
    const owing: Step = { ...leafOf('2', -3n), side: 'right' };
    expect(await rootOf(mine, [owing], async (text) => hash(text))).toBeNull();
  });

  it('adds asset by asset', () => {
    expect(addSums({ USDT: 1n, BTC: 2n }, { USDT: 3n, ETH: 4n })).toEqual({ USDT: 4n, BTC: 2n, ETH: 4n });
  });
});
