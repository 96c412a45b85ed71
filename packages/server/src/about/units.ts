import { factCalls } from '@assay/contract/endpoints/console/facts.ts';
import { hasUnits } from '@assay/domain/market/market-value.ts';
import { z } from 'zod';
import type { Market } from '../market/index.ts';
import { cursorOf, type Desk, propose, serveDesk, serveDeskMove } from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';

const recording = 'instrument.recordUnits';
const recorded = z.object({ code: z.string(), units: z.string(), source: z.string(), asOf: z.string() });
type Recorded = z.infer<typeof recorded>;

export interface Units {
  readonly count: string;
  readonly source: string;
  readonly asOf: string;
}

/** The latest that two operators have recorded; null where none was. */
export async function readUnits(db: Queryable, code: string): Promise<Units | null> {
  const [row] = await db.query<Units>(
    `select trim_scale(units)::text as count, source, as_of::text as "asOf" from instrument_units
     where code = $1 order by as_of desc, id desc limit 1`,
    [code],
  );
  return row ?? null;
}

interface Row {
  readonly id: number;
  readonly code: string;
  readonly units: string;
  readonly source: string;
  readonly asOf: string;
  readonly approvedAt: Date;
}

/** GET instruments/listUnits · POST instruments/proposeUnits */
export function serveUnitsDesk(desk: Desk, market: Pick<Market, 'instrument'>): void {
  const check = (asked: Recorded): Refusal | undefined => {
    const instrument = market.instrument(asked.code);
    if (instrument === undefined || !hasUnits(instrument)) return refuse('11402', { code: '11402' });
    const day = Date.parse(asked.asOf);
    return Number.isNaN(day) || day > desk.clock.now() ? refuse('11402', { asOf: '11402' }) : undefined;
  };

  desk.act({
    kind: recording,
    roles: ['finance', 'administrator'],
    schema: recorded,
    exclusive: true,
    check: async (_, asked) => check(asked),
    apply: async (tx, asked, { proposalId, at }) => {
      const refused = check(asked);
      if (refused !== undefined) return refused;
      await tx.query(
        'insert into instrument_units (code, units, source, as_of, proposal_id, approved_at) values ($1, $2, $3, $4, $5, $6)',
        [asked.code, asked.units, asked.source, asked.asOf, proposalId, new Date(at)],
      );
      return undefined;
    },
  });

  serveDesk(desk, factCalls.listUnits, async (_, { limit, cursor }) => {
    const before = cursorOf(cursor);
    if (isRefusal(before)) return before;
    const rows = await desk.db.query<Row>(
      `select id, code, trim_scale(units)::text as units, source, as_of::text as "asOf", approved_at as "approvedAt"
       from instrument_units where $1::bigint is null or id < $1 order by id desc limit $2`,
      [before, limit + 1],
    );
    const items = rows.slice(0, limit).map((row) => ({ ...row, id: String(row.id), approvedAt: row.approvedAt.toISOString() }));
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  });

  serveDeskMove(desk, factCalls.proposeUnits, async (call, { reason, ...payload }, tx, audit) => {
    const refused = check(payload);
    if (refused !== undefined) return refused;
    return propose(desk, call, tx, audit, { kind: recording, subject: `instrument:${payload.code}`, payload, reason });
  });
}
