import type { CalendarItem } from '@assay/contract/endpoints/instruments/calendar.ts';
import type { EventKind } from '@assay/contract/vocabulary/calendar.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Queryable } from '../platform/database.ts';
import type { Asked } from './asked.ts';

/** Whose economies move it: of a pair both, of all else the one whose money it is priced in. */
export function currenciesOf({ assetClass, base, quote }: Instrument): string[] {
  const priced = quote === 'USDT' ? 'USD' : quote;
  return assetClass === 'forex' ? [base, priced] : [priced];
}

interface Row {
  readonly id: number;
  readonly at: Date;
  readonly kind: EventKind;
  readonly currency: string;
  readonly importance: number;
  readonly title: string;
  readonly previous: string;
  readonly forecast: string;
  readonly actual: string;
  readonly source: string;
}

/** Events that operators have entered, of the currencies of instruments. */
export async function readEconomy(db: Queryable, { instruments, from, until, limit }: Asked): Promise<CalendarItem[]> {
  const codes = new Map<string, string[]>();
  for (const instrument of instruments) {
    for (const currency of currenciesOf(instrument)) {
      codes.set(currency, [...(codes.get(currency) ?? []), instrument.code]);
    }
  }
  const rows = await db.query<Row>(
    `select id, at, kind, currency, importance, title, previous, forecast, actual, source from calendar_events
     where removed_at is null and currency = any ($1) and at >= $2 and at < $3 order by at, id limit $4`,
    [[...codes.keys()], new Date(from), new Date(until), limit],
  );
  return rows.map((row) => ({
    ...row,
    id: `e${row.id}`,
    at: row.at.toISOString(),
    codes: codes.get(row.currency) ?? [],
    terms: null,
  }));
}
