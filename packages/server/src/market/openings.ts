import { instrumentCalls } from '@assay/contract/endpoints/console/products.ts';
import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { mid, type Quote, type Ticks } from '@assay/domain/market/quote.ts';
import { isNearClose, type SessionClose } from '@assay/domain/market/sanity.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { z } from 'zod';
import { cursorOf, type Desk, propose, serveDesk, serveDeskMove } from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { isRefusal, refuse } from '../platform/refusal.ts';
import type { Market } from './prices.ts';
import { priceText } from './wire.ts';

const act = 'instrument.realPrice';

/** As a proposal keeps it, and as the second person reads it. */
const payload = z.object({ code: z.string(), close: z.string(), closeTime: z.iso.datetime(), price: z.string() });

/** GET instruments/listOpenings · POST instruments/proposeRealPrice */
export function serveOpeningsDesk(desk: Desk, market: Market): void {
  desk.act({
    kind: act,
    roles: ['finance', 'administrator'],
    schema: payload,
    exclusive: true,
    check: async (tx, { code, closeTime, price }) => {
      const [waiting] = await readOpenings(tx, market, code);
      const ticks = waiting && readTicks(price, waiting.instrument.priceScale);
      if (waiting === undefined || ticks === undefined || waiting.close.time !== Date.parse(closeTime)) return refuse('11159');
      // Two persons answer for the price that they have seen, not for one that it has moved to since.
      return isNearClose(waiting.quote, ticks) ? undefined : refuse('11159');
    },
    apply: async (tx, { code, closeTime, price }, { proposalId, at }) => {
      const instrument = market.instrument(code);
      if (instrument === undefined) return refuse('11159');
      await tx.query(
        'insert into real_prices (code, source, close_time_ms, price, proposal_id, at) values ($1, $2, $3, $4, $5, $6)',
        [
          code,
          market.feedKind(instrument),
          Date.parse(closeTime),
          readTicks(price, instrument.priceScale),
          proposalId,
          new Date(at),
        ],
      );
      tx.afterCommit(() => market.termsChanged());
      return undefined;
    },
  });

  desk.queue('instruments', async (db) => {
    const times = (await readOpenings(db, market)).map(({ quote }) => quote.time);
    return { waiting: times.length, oldestAt: times.length === 0 ? null : new Date(Math.min(...times)) };
  });

  serveDesk(desk, instrumentCalls.listOpenings, async (_, { limit, cursor }) => {
    const from = cursorOf(cursor) ?? 0;
    if (isRefusal(from)) return from;
    const openings = await readOpenings(desk.db, market);
    const items = openings.slice(from, from + limit).map((one) => ({
      ...shownOf(one),
      name: one.instrument.name,
      priceTime: new Date(one.quote.time).toISOString(),
    }));
    return { items, nextCursor: from + limit < openings.length ? String(from + limit) : null };
  });

  serveDeskMove(desk, instrumentCalls.proposeRealPrice, async (call, { code, reason }, tx, audit) => {
    const [waiting] = await readOpenings(tx, market, code);
    if (waiting === undefined) return refuse('11159');
    const asked = shownOf(waiting);
    return propose(desk, call, tx, audit, { kind: act, subject: `instrument:${code}`, payload: asked, reason });
  });
}

interface Opening {
  readonly instrument: Instrument;
  readonly close: Pick<SessionClose, 'price' | 'time'>;
  /** What waits. */
  readonly quote: Quote;
}

function shownOf({ instrument, close, quote }: Opening): z.infer<typeof payload> {
  return {
    code: instrument.code,
    close: priceText(close.price, instrument),
    closeTime: new Date(close.time).toISOString(),
    price: priceText(mid(quote), instrument),
  };
}

interface OpeningRow {
  code: string;
  source: FeedKind;
  price: Ticks;
  time: number;
  bid: Ticks;
  ask: Ticks;
  quoted: number;
}

/**
 * Instruments whose price waits for two operators, by code, or one of them; from what is written down, because only the process
 * that takes the feeds sees what is held back.
 */
async function readOpenings(db: Queryable, market: Market, code?: string): Promise<Opening[]> {
  const rows = await db.query<OpeningRow>(
    `select code, source, close_price as "price", close_time_ms as "time", gap_bid as "bid", gap_ask as "ask", gap_time_ms as "quoted"
     from market_state where gap_bid is not null and ($1::text is null or code = $1) order by code`,
    [code ?? null],
  );
  return rows.flatMap(({ source, price, time, bid, ask, quoted, ...one }) => {
    const instrument = market.instrument(one.code);
    if (instrument === undefined || market.feedKind(instrument) !== source) return [];
    return [{ instrument, close: { price, time }, quote: { code: one.code, bid, ask, time: quoted, volume: 0 } }];
  });
}
