import { type BalanceProof, type Proof, ownProofCalls, proofCalls } from '@assay/contract/endpoints/proofs.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../platform/database.ts';
import { type Http, serve } from '../platform/http.ts';

/** Smallest units by asset, as the database keeps them. */
type Units = Readonly<Record<string, string>>;
const shownDays = 30;

/** GET index/listProofs, user/balanceProof */
export function serveProofs(http: Http): void {
  serve(http, proofCalls.listProofs, () => listProofs(http.db));
  serve(http, ownProofCalls.balanceProof, (call) => balanceProof(http.db, call.user.id));
}

async function listProofs(db: Queryable): Promise<Proof[]> {
  const rows = await db.query<Omit<Proof, 'totals' | 'sealedAt'> & { totals: Units; sealedAt: Date }>(
    `select day::text, sealed_at as "sealedAt", accounts, ledger_root as "ledgerRoot", customers,
       liabilities_root as "liabilitiesRoot", totals, seal
     from proofs order by day desc limit $1`,
    [shownDays],
  );
  return rows.map(({ totals, sealedAt, ...row }) => ({
    ...row,
    totals: decimals(totals),
    sealedAt: sealedAt.toISOString(),
  }));
}

/** The newest seal in which the user has a leaf, if that is the newest of all. */
async function balanceProof(db: Queryable, userId: string): Promise<BalanceProof | null> {
  const [leaf] = await db.query<{ day: string; place: number; salt: string; sums: Units; root: string }>(
    `select n.day::text, n.place, n.salt, n.sums, p.liabilities_root as root
     from (select day, liabilities_root from proofs order by day desc limit 1) p
     join proof_nodes n on n.day = p.day and n.level = 0 and n.user_id = $1`,
    [userId],
  );
  if (leaf === undefined) return null;
  const { day, place, salt, root } = leaf;
  // The other half at each level; where there is none, the node went up as it was.
  const path = await db.query<{ side: 'left' | 'right'; hash: string; sums: Units }>(
    `select case when place % 2 = 0 then 'left' else 'right' end as side, hash, sums from proof_nodes
     where day = $1 and place = (($2::int >> level) # 1) order by level`,
    [day, place],
  );
  return {
    day,
    userId,
    salt,
    sums: decimals(leaf.sums),
    path: path.map((step) => ({ ...step, sums: decimals(step.sums) })),
    liabilitiesRoot: root,
  };
}

function decimals(units: Units): Record<string, string> {
  return Object.fromEntries(
    Object.entries(units).map(([code, text]) => [code, formatAmount(amount(BigInt(text)), assetOf(code))]),
  );
}
