import type { BalanceProof, Proof } from '@assay/contract/endpoints/proofs.ts';
import { parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { type Sums, leafText, rootOf } from '@assay/domain/proofs/sum-tree.ts';

/**
 * Works out here, with the browser's own SHA-256, whether the leaf of one's balances leads to the published root, and whether
 * that root says the published totals.
 */
export async function checkSeal(own: BalanceProof, published: Proof): Promise<boolean> {
  if (own.day !== published.day || own.liabilitiesRoot !== published.liabilitiesRoot) return false;
  const sums = unitsOf(own.sums);
  const totals = unitsOf(published.totals);
  const path = own.path.flatMap(({ side, hash, sums: other }) => {
    const units = unitsOf(other);
    return units === undefined ? [] : [{ side, hash, sums: units }];
  });
  if (sums === undefined || totals === undefined || path.length !== own.path.length) return false;
  const leaf = { hash: await sha256(leafText(own.userId, own.salt, sums)), sums };
  const root = await rootOf(leaf, path, sha256);
  return root !== null && root.hash === published.liabilitiesRoot && isSame(root.sums, totals);
}

function unitsOf(amounts: Readonly<Record<string, string>>): Sums | undefined {
  const units = Object.entries(amounts).map(([code, text]) => [code, parseAmount(text, assetOf(code))] as const);
  return units.some(([, amount]) => amount === undefined)
    ? undefined
    : Object.fromEntries(units.map(([code, a]) => [code, a ?? 0n]));
}

function isSame(a: Sums, b: Sums): boolean {
  return [...Object.keys(a), ...Object.keys(b)].every((code) => (a[code] ?? 0n) === (b[code] ?? 0n));
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
