import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Fixed, add, fixed, multiply, subtract, toFixed } from '@assay/domain/money/fixed.ts';
import type { Side } from '@assay/domain/positions/terms.ts';
import type { Queryable } from '../../platform/database.ts';
import type { PositionsContext } from '../context.ts';

/** What customers hold open in one instrument, in USDT: at the bid for who is long, at the ask for who is short. */
export interface Exposure {
  readonly code: string;
  readonly positions: number;
  readonly long: Fixed;
  readonly short: Fixed;
  /** Their profit if all closed now, fees aside: what the house would pay. */
  readonly unrealised: Fixed;
  /** False when there is no price: then they count at what they were opened at. */
  readonly priced: boolean;
}

interface Row {
  readonly code: string;
  readonly side: Side;
  readonly price_scale: number;
  readonly positions: number;
  /** Quantity × conversion: USDT for each unit of price. */
  readonly quantity: string;
  /** The same times the opening prices, in ticks. */
  readonly opened_at: string;
}

const none = fixed(0n, 0);

/** Open contracts of all customers by instrument, in the order of the codes. */
export async function openExposure(
  db: Queryable,
  market: Pick<PositionsContext['market'], 'quote'>,
  book: Book,
): Promise<Exposure[]> {
  const rows = await db.query<Row>(
    `select code, side, price_scale, count(*) as positions, sum(lots * lot_size * conversion)::text as quantity,
       sum(lots * lot_size * conversion * open_price)::text as opened_at
     from positions where book = $1 and status = 'open' group by code, side, price_scale order by code`,
    [book],
  );
  const exposures = new Map<string, Exposure>();
  for (const row of rows) {
    const before = exposures.get(row.code) ?? { positions: 0, long: none, short: none, unrealised: none };
    const quote = market.quote(row.code);
    const cost = multiply(toFixed(row.opened_at), fixed(1n, row.price_scale));
    const mark = row.side === 'long' ? quote?.bid : quote?.ask;
    const value = mark === undefined ? cost : multiply(toFixed(row.quantity), fixed(BigInt(mark), row.price_scale));
    const profit = row.side === 'long' ? subtract(value, cost) : subtract(cost, value);
    exposures.set(row.code, {
      code: row.code,
      positions: before.positions + row.positions,
      long: row.side === 'long' ? add(before.long, value) : before.long,
      short: row.side === 'short' ? add(before.short, value) : before.short,
      unrealised: add(before.unrealised, profit),
      priced: quote !== undefined,
    });
  }
  return [...exposures.values()];
}
