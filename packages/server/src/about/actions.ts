import { type RecordedAction, actionsMax } from '@assay/contract/endpoints/instruments/about.ts';
import type { Queryable } from '../platform/database.ts';

/** Splits and dividends that two operators have recorded and not taken back: what comes, and what was, the latest first. */
export function readActions(db: Queryable, code: string): Promise<RecordedAction[]> {
  return db.query<RecordedAction>(
    `select kind, to_units as "toUnits", from_units as "fromUnits", per_unit::text as "perUnit", first_day::text as "firstDay",
       done_at is not null as done
     from corporate_actions where code = $1 and withdrawal_id is null order by first_day desc, id desc limit $2`,
    [code, actionsMax],
  );
}
