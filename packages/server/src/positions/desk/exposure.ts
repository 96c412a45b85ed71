import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, amount, nothing } from '@assay/domain/money/amount.ts';
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
  /** What those that were closed brought them, fees and financing aside. */
  readonly realised: Realised;
  /** Units that customers are long more than short: what the house would have to buy. */
  readonly hedge: Fixed;
  /** False when there is no price: then they count at what they were opened at. */
  readonly priced: boolean;
}

export interface Realised {
  readonly day: Amount;
  readonly week: Amount;
}

interface Row {
  readonly code: string;
  readonly side: Side;
  readonly price_scale: number;
  readonly positions: number;
  /** Quantity × conversion: USDT for each unit of price. */
  readonly quantity: string;
  /** Lots × size: units of the instrument. */
  readonly units: string;
  /** The same times the opening prices, in ticks. */
  readonly opened_at: string;
}

const none = fixed(0n, 0);

const dayMs = 86_400_000;
const nothingRealised: Realised = { day: nothing, week: nothing };

/** What customers realised in contracts that were closed lately, by instrument. */
async function realisedByCode(db: Queryable, book: Book, now: number): Promise<Map<string, Realised>> {
  const rows = await db.query<{ code: string; day: bigint; week: bigint }>(
    `select code, coalesce(sum(profit) filter (where closed_at > $2), 0)::numeric(38, 0) as day, sum(profit)::numeric(38, 0) as week
     from positions where book = $1 and closed_at > $3 and profit is not null group by code`,
    [book, new Date(now - dayMs), new Date(now - 7 * dayMs)],
  );
  return new Map(rows.map(({ code, day, week }) => [code, { day: amount(day), week: amount(week) }]));
}

/** Open contracts of all customers by instrument, in the order of the codes, and what was closed of it lately. `now` is business time. */
export async function openExposure(
  db: Queryable,
  market: Pick<PositionsContext['market'], 'quote'>,
  book: Book,
  now: number,
): Promise<Exposure[]> {
  const realised = await realisedByCode(db, book, now);
  const exposures = new Map<string, Exposure>();
  for (const open of await openContracts(db, market, book))
    exposures.set(open.code, { ...open, realised: realised.get(open.code) ?? nothingRealised });
  // No customer holds any of these now.
  const flat = { positions: 0, long: none, short: none, unrealised: none, hedge: none, priced: true };
  for (const [code, was] of realised) if (!exposures.has(code)) exposures.set(code, { ...flat, code, realised: was });
  return [...exposures.values()].toSorted((one, other) => (one.code < other.code ? -1 : 1));
}

/** Open contracts of all customers, one of each instrument held. */
export async function openContracts(
  db: Queryable,
  market: Pick<PositionsContext['market'], 'quote'>,
  book: Book,
): Promise<Omit<Exposure, 'realised'>[]> {
  const rows = await db.query<Row>(
    `select code, side, price_scale, count(*) as positions, sum(lots * lot_size * conversion)::text as quantity,
       sum(lots * lot_size)::text as units,
       sum(lots * lot_size * conversion * open_price)::text as opened_at
     from positions where book = $1 and status = 'open' group by code, side, price_scale order by code`,
    [book],
  );
  const exposures = new Map<string, Omit<Exposure, 'realised'>>();
  for (const row of rows) {
    const before = exposures.get(row.code) ?? { positions: 0, long: none, short: none, unrealised: none, hedge: none };
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
      hedge: (row.side === 'long' ? add : subtract)(before.hedge, toFixed(row.units)),
      priced: quote !== undefined,
    });
  }
  return [...exposures.values()];
}
