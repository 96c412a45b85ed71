import { createHash } from 'node:crypto';
import type { BalanceProof, Proof } from '@assay/contract/endpoints/proofs.ts';
import { leafText, nodeText } from '@assay/domain/proofs/sum-tree.ts';
import { expect, test } from 'vitest';
import { checkSeal } from './check-seal.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

// Two customers: 1.5 USDT and 2 USDT with half a bitcoin.
const mine = { hash: sha256(leafText('7', 'salt', { USDT: 1_500_000n })), sums: { USDT: 1_500_000n } };
const other = {
  hash: sha256(leafText('8', 'salt', { USDT: 2_000_000n, BTC: 50_000_000n })),
  sums: { USDT: 2_000_000n, BTC: 50_000_000n },
};
const liabilitiesRoot = sha256(nodeText(mine, other));
const own: BalanceProof = {
  day: '2030-01-06',
  userId: '7',
  salt: 'salt',
  sums: { USDT: '1.5' },
  path: [{ side: 'right', hash: other.hash, sums: { USDT: '2', BTC: '0.5' } }],
  liabilitiesRoot,
};
const published: Proof = {
  day: '2030-01-06',
  sealedAt: '2030-01-07T00:04:00.000Z',
  accounts: 9,
  ledgerRoot: '1'.repeat(64),
  customers: 2,
  liabilitiesRoot,
  totals: { USDT: '3.5', BTC: '0.5' },
  seal: '2'.repeat(64),
};

test('a leaf that leads to the published root agrees', async () => {
  expect(await checkSeal(own, published)).toBe(true);
});

test.each<[string, BalanceProof, Proof]>([
  ['a balance that is another', { ...own, sums: { USDT: '1.6' } }, published],
  ['another way', { ...own, path: [{ side: 'left', hash: other.hash, sums: { USDT: '2', BTC: '0.5' } }] }, published],
  ['a half that owes', { ...own, path: [{ side: 'right', hash: other.hash, sums: { USDT: '-2', BTC: '0.5' } }] }, published],
  ['totals that leave somebody out', own, { ...published, totals: { USDT: '1.5' } }],
  ['another root than the published one', own, { ...published, liabilitiesRoot: '3'.repeat(64) }],
  ['another day', own, { ...published, day: '2030-01-05' }],
])('%s does not', async (_, leaf, seal) => {
  expect(await checkSeal(leaf, seal)).toBe(false);
});
