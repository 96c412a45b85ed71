import { createHash } from 'node:crypto';
import { sealText } from '@assay/domain/proofs/sum-tree.ts';
import type { Queryable } from '../platform/database.ts';

export interface SealFinding {
  readonly day: string;
  readonly detail: string;
}

interface Row {
  readonly day: string;
  readonly through: number;
  readonly ledgerRoot: string;
  readonly liabilitiesRoot: string;
  readonly seal: string;
}

const noSeal = '0'.repeat(64);

/**
 * Works the root of the books out anew for every sealed day, and the chain of the seals. Detects books that were rewritten
 * whole, chains and balances included; rewritten seals, too, are detected by any seal noted elsewhere.
 */
export async function verifySeals(db: Queryable): Promise<{ seals: number; findings: SealFinding[] }> {
  const rows = await db.query<Row>(
    `select day::text, through_transaction as through, ledger_root as "ledgerRoot", liabilities_root as "liabilitiesRoot", seal
     from proofs order by day`,
  );
  const findings: SealFinding[] = [];
  let before = noSeal;
  for (const { day, through, seal, ...roots } of rows) {
    const [books] = await db.query<{ root: string }>('select root from ledger_root($1)', [through]);
    if (books?.root !== roots.ledgerRoot) findings.push({ day, detail: 'the books up to it are not those that were sealed' });
    const expected = createHash('sha256')
      .update(sealText({ before, day, ...roots }))
      .digest('hex');
    if (seal !== expected) findings.push({ day, detail: 'the seal does not follow from the one before it' });
    before = seal;
  }
  return { seals: rows.length, findings };
}
