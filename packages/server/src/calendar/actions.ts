import type { CalendarItem } from '@assay/contract/endpoints/instruments/calendar.ts';
import type { ActionKind } from '@assay/domain/splits/action.ts';
import type { Queryable } from '../platform/database.ts';
import { type Asked, ownItem } from './asked.ts';

interface Row {
  readonly id: number;
  readonly code: string;
  readonly kind: ActionKind;
  readonly at: Date;
  readonly toUnits: number | null;
  readonly fromUnits: number | null;
  readonly perUnit: string | null;
}

/** Splits and dividends, at the first opening after which they are so. */
export async function readActions(db: Queryable, { instruments, from, until, limit }: Asked): Promise<CalendarItem[]> {
  const rows = await db.query<Row>(
    `select id, code, kind, opens_at as at, to_units as "toUnits", from_units as "fromUnits", per_unit::text as "perUnit"
     from corporate_actions where withdrawal_id is null and code = any ($1) and opens_at >= $2 and opens_at < $3
     order by opens_at, id limit $4`,
    [instruments.map(({ code }) => code), new Date(from), new Date(until), limit],
  );
  return rows.map(({ id, code, kind, at, ...terms }) => {
    return { ...ownItem, id: `a${id}`, at: at.toISOString(), kind, codes: [code], title: '', terms };
  });
}
