import { deepEqual } from 'node:assert/strict';
import { allHoldings as holdings } from '../../src/holdings.ts';
import { auditAccounts } from '../../src/ledger/index.ts';
import type { Database } from '../../src/platform/database.ts';

/** Looks at every account that was touched after a transaction of the books. Answers the last one; nothing booked, nothing to look at. */
export async function auditTouched(db: Database, after: number): Promise<number> {
  const [booked] = await db.query<{ last: number }>('select coalesce(max(id), 0) as last from ledger_transactions');
  if (booked === undefined || booked.last === after) return after;
  const touched = await auditAccounts(db, { after, holdings });
  deepEqual(touched.findings, []);
  return touched.through;
}

/** Financing that fell due once a position was over. */
export const chargedAfterwards = `
  select order_no from position_financing f join positions p on p.id = f.position_id where f.due_at > p.closed_at`;
