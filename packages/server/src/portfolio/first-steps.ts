import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import type { Queryable } from '../platform/database.ts';

type FirstSteps = ResultOf<typeof user.firstSteps>;

const none: FirstSteps = { verified: false, funded: false, traded: false, guarded: false };

/** The first steps that a customer has done already; each stays done. */
export async function firstSteps(db: Queryable, userId: string): Promise<FirstSteps> {
  const [steps = none] = await db.query<FirstSteps>(
    `select kyc_status = 'verified' as verified,
       exists (select from ledger_accounts
         where owner = $1::text and book = 'real' and kind = 'available' and version > 0) as funded,
       exists (select from positions where user_id = users.id)
         or exists (select from options where user_id = users.id)
         or exists (select from spot_orders where user_id = users.id) as traded,
       exists (select from authenticators where user_id = users.id and confirmed_at is not null) as guarded
     from users where id = $1::bigint`,
    [userId],
  );
  return steps;
}
