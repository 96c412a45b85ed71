import { decimal, signedDecimal } from '@assay/contract/vocabulary/units.ts';
import type { ContractTerms, Instrument } from '@assay/domain/market/instrument.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { z } from 'zod';
import type { Database, Queryable } from '../platform/database.ts';

const amountText = decimal.transform(toFixed);
const rateText = signedDecimal.transform(toFixed);

/** Terms that operators changed; absent ones keep the catalogue's values. */
export const changedTerms = z.strictObject({
  halfSpreadPpm: z.number().int().nonnegative().exactOptional(),
  contract: z
    .strictObject({
      lotsMin: amountText.exactOptional(),
      lotsMax: amountText.exactOptional(),
      leverages: z.array(z.number().int().positive()).exactOptional(),
      feeRate: amountText.exactOptional(),
      maintenanceRate: amountText.exactOptional(),
      financingRateLong: rateText.exactOptional(),
      financingRateShort: rateText.exactOptional(),
    })
    .exactOptional(),
});

interface Row {
  code: string;
  number: number;
  priceScale: number;
  changedTerms: unknown;
}

export interface ListedInstrument {
  readonly instrument: Instrument;
  /** Short name inside the recording of raw quotes. */
  readonly number: number;
}

/**
 * Makes sure that the database knows every instrument of the catalogue and answers them with the terms in force. A
 * catalogue that reads stored prices with another scale is our own mistake and stops the start.
 */
export async function loadInstruments(db: Database, catalogue: readonly Instrument[]): Promise<ListedInstrument[]> {
  const rows = await db.transact(async (tx) => {
    // Two processes that start together must not give the same number twice.
    await tx.query('lock table instruments in share row exclusive mode');
    await tx.query(
      `insert into instruments (code, id, number, price_scale)
       select code, id, (select coalesce(max(number), 0) from instruments) + row_number() over (order by position), price_scale
       from unnest($1::text[], $2::text[], $3::smallint[]) with ordinality as listed (code, id, price_scale, position)
       where not exists (select from instruments known where known.code = listed.code)`,
      [catalogue.map((one) => one.code), catalogue.map((one) => one.id), catalogue.map((one) => one.priceScale)],
    );
    return tx.query<Row>('select code, number, price_scale as "priceScale", changed_terms as "changedTerms" from instruments');
  });
  const known = new Map(rows.map((row) => [row.code, row]));
  return catalogue.map((instrument) => {
    const row = known.get(instrument.code);
    if (row?.priceScale !== instrument.priceScale) {
      throw new Error(`${instrument.code} has prices with ${row?.priceScale} decimals on record: its scale must not change`);
    }
    return { instrument: withChanges(instrument, row.changedTerms), number: row.number };
  });
}

/** The catalogue with the terms in force now, in its order. */
export async function readInstruments(db: Queryable, catalogue: readonly Instrument[]): Promise<Instrument[]> {
  const rows = await db.query<Pick<Row, 'code' | 'changedTerms'>>(
    'select code, changed_terms as "changedTerms" from instruments where changed_terms <> $1',
    ['{}'],
  );
  const changed = new Map(rows.map((row) => [row.code, row.changedTerms]));
  return catalogue.map((instrument) => withChanges(instrument, changed.get(instrument.code) ?? {}));
}

function withChanges(instrument: Instrument, changes: unknown): Instrument {
  const { halfSpreadPpm = instrument.halfSpreadPpm, contract } = changedTerms.parse(changes);
  const terms: ContractTerms = { ...instrument.contract, ...contract };
  return { ...instrument, halfSpreadPpm, contract: terms };
}
