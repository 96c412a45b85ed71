// How orders must end by the tape alone, derived from rows without the product's own code.
import { connectDatabase } from '@assay/server/platform/database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import { expect } from 'vitest';
import { type OwnApp, auditAt, until } from '../harness.ts';

interface Judged {
  readonly order: string;
  /** With the moment that is booked: the quote's own time, but never before the position was opened. */
  readonly ended: [price: number | null, timeMs: number | null, bookedMs: number | null];
  readonly reached: [price: number, timeMs: number, bookedMs: number];
  /** The quotes that decided it, to explain a difference. */
  readonly used: string;
}

/** Every long position with a stop and a target that a quote has reached since they were set, and the first that did. */
const judged = `
  select p.order_no as "order", p.code, p.stop_loss, p.take_profit, p.quoted_at,
    (select string_agg(moment || ' ' || bid || ' ' || ask || ' ' || time_ms, ', ' order by id) from quotes_used where reference = p.order_no) as used,
    json_build_array(reached.bid, reached.time_ms, greatest(reached.time_ms, round(extract(epoch from p.opened_at) * 1000))) as reached,
    json_build_array(p.close_price,
      (select time_ms from quotes_used where reference = p.order_no and moment = 'close'),
      round(extract(epoch from p.closed_at) * 1000)) as ended
  from positions p, instruments i, lateral (
    select max(time_ms) as at from quotes_used where reference = p.order_no and moment in ('open', 'amend')) set_,
  lateral (
    select b.bids[place] as bid, b.times_ms[place] as time_ms
    from quote_batches b, unnest(array_positions(b.numbers, i.number)) one (place)
    where b.shard = 0 and b.acting[place] and b.times_ms[place] > set_.at
      and (b.bids[place] <= p.stop_loss or b.bids[place] >= p.take_profit)
    order by b.id, place limit 1) reached
  where i.code = p.code and p.side = 'long' and p.stop_loss is not null and p.take_profit is not null`;

/** Of something that has not come to be by then it is stuck, on any machine. */
export const stuckMs = 120_000;

export function connectTo(url: string) {
  return connectDatabase({ url, poolSize: 2, log: createLogger('silent') });
}

/**
 * Every stop and target that was reached has ended its position at the first quote on the tape that reached it, nothing twice, and the
 * books balance. Answers how many there were.
 */
export async function expectByTape(url: string, app: OwnApp): Promise<number> {
  const db = connectTo(url);
  try {
    const all = await until(
      'everything that was reached to have ended',
      async () => {
        const found = await db.query<Judged>(judged);
        return found.every(({ ended: [price] }) => price !== null) ? found : undefined;
      },
      stuckMs,
    );
    for (const { ended, reached, ...more } of all) expect(ended, JSON.stringify(more)).toEqual(reached);
    const twice = await db.query(
      `select reference from ledger_transactions where reason in ('contract.closed', 'contract.liquidated')
       group by reference having count(*) > 1`,
    );
    expect(twice).toEqual([]);
    expect(await auditAt(url, app)).toMatch(/^the books balance/m);
    return all.length;
  } finally {
    await db.close();
  }
}
