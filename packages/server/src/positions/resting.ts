import type { Ticks } from '@assay/domain/market/quote.ts';
import type { WaitingOrder } from '@assay/domain/positions/decide-fill.ts';
import { recoveryPrice, warningPrice } from '@assay/domain/positions/margin-warning.ts';
import { type PositionRow, openPositionOf, waitingOrderOf } from '@assay/domain/positions/position.ts';
import { losingTrigger } from '@assay/domain/positions/settle.ts';
import { isWorse } from '@assay/domain/positions/stops.ts';
import type { Side } from '@assay/domain/positions/terms.ts';
import { type ImprovedStop, type Resting, changedSinceMark } from '../engine/index.ts';
import type { Queryable } from '../platform/database.ts';
import { columns } from './row.ts';

/** Topic on which every change of an order is published to the engine, as a `Resting`. */
export const positionsTopic = 'positions';

/**
 * Which prices wake an order: its trigger or its limit, on the opening side of the quote, while it waits; stop-loss or
 * liquidation, whichever comes first, nearest target or take-profit, and trailing stop, on the closing side, once it is open.
 * What would change about the margin warning wakes it too: the nearer of two prices on one side represents both.
 */
export function restingOf(row: PositionRow): Resting {
  const { id, version, code, quotedAt, trailingDistance, trailingBest } = row;
  const base = { id, version, code, quotedAt, trailing: null, order: orderOf(row), splits: row.splits?.length ?? 0 };
  const long = row.side === 'long';
  if (row.status === 'awaiting') {
    return { ...base, alive: true, prices: waitedFor(waitingOrderOf(row)) };
  }
  if (row.status !== 'open') return { ...base, alive: false, prices: {} };
  const { losing, winning } = wakingPrices(row);
  const trailing =
    trailingDistance === null || trailingBest === null ? null : { distance: trailingDistance, best: trailingBest };
  return {
    ...base,
    alive: true,
    prices: {
      ...(losing !== null && (long ? { bidFalls: losing } : { askRises: losing })),
      ...(winning !== null && (long ? { bidRises: winning } : { askFalls: winning })),
    },
    trailing: trailing === null ? null : { ...trailing, follows: long ? 'bid' : 'ask' },
  };
}

/** A stop entry is reached from the other side than a limit, by the same side of the quote. */
function waitedFor({ terms: { side }, trigger, limit }: WaitingOrder): Resting['prices'] {
  if (trigger !== null) return side === 'long' ? { askRises: trigger } : { bidFalls: trigger };
  return limit === null ? {} : side === 'long' ? { askFalls: limit } : { bidRises: limit };
}

/** Real positions are protected first. */
export function orderOf({ userId, book, status }: Pick<PositionRow, 'userId' | 'book' | 'status'>) {
  const lane = book === 'demo' ? 'demo' : status === 'awaiting' ? 'real' : 'protection';
  return { owner: { userId, book }, lane } as const;
}

/** The first closing price on either side of an open position at which something is to be decided. */
function wakingPrices(row: PositionRow): { losing: Ticks | null; winning: Ticks | null } {
  const { side } = row;
  const takeProfit = row.targets?.[0]?.price ?? row.takeProfit;
  const position = openPositionOf(row);
  const { terms, cover } = position;
  const losing = losingTrigger(position);
  return row.marginWarned
    ? { losing, winning: nearer(side, 'winning', recoveryPrice(terms, cover), takeProfit) }
    : { losing: nearer(side, 'losing', warningPrice(terms, cover), losing), winning: takeProfit };
}

/** Of two prices on one side the one that is met first; either may be missing. */
function nearer(side: Side, towards: 'losing' | 'winning', a: Ticks | null, b: Ticks | null): Ticks | null {
  if (a === null || b === null) return a ?? b;
  return isWorse(side, a, b) === (towards === 'losing') ? b : a;
}

/** Everything alive, in batches by id, so that a million orders are never in one answer. */
export async function* loadResting(db: Queryable, batch: number): AsyncGenerator<Resting[]> {
  for (let after = 0; ;) {
    const rows = await db.query<PositionRow>(
      `select ${columns} from positions where status in ('awaiting', 'open') and id > $1 order by id limit $2`,
      [after, batch],
    );
    if (rows.length > 0) yield rows.map(restingOf);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    after = last.id;
  }
}

/** All orders changed by transactions at or after the mark, in pages; some may be known already. */
export async function changedSince(db: Queryable, mark: string, after: number, limit: number): Promise<Resting[]> {
  const rows = await db.query<PositionRow>(
    `select ${columns} from positions where ${changedSinceMark} and id > $2 order by id limit $3`,
    [mark, after, limit],
  );
  return rows.map(restingOf);
}

/**
 * Records how far trailing stops have followed, and through which quote: the next leader compares only later ones with
 * that best. Never backwards, and not for one that was amended meanwhile.
 */
export async function saveTrailing(db: Queryable, improved: readonly ImprovedStop[]): Promise<void> {
  await db.query(
    `with locked as (select id from positions where id = any($1::bigint[]) order by id for update)
     update positions p set trailing_best = i.best, quoted_at = greatest(p.quoted_at, i.quoted_at)
     from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::bigint[]) as i (id, version, best, quoted_at)
     join locked using (id)
     where p.id = i.id and p.version = i.version and p.status = 'open' and p.trailing_distance is not null
       and case p.side when 'long' then i.best > p.trailing_best else i.best < p.trailing_best end`,
    [
      improved.map(({ id }) => id),
      improved.map(({ version }) => version),
      improved.map(({ best }) => best),
      improved.map(({ quotedAt }) => quotedAt),
    ],
  );
}
