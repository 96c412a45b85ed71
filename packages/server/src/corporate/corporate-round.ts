import { mid } from '@assay/domain/market/quote.ts';
import type { UnderWay } from '@assay/domain/positions/live-through.ts';
import { type Adjuster, type Round, handleEachDue } from '../engine/index.ts';
import { type Market, lastPosition } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { Faults } from './faults.ts';
import { type ActionRow, columns, underWayOf } from './rows.ts';

/** As often as an act of the engine is tried before it is parked. */
const triesMax = 5;

export interface CorporateContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly market: Pick<Market, 'quote' | 'close' | 'stopForAction' | 'actionsChanged'>;
  readonly adjusters: readonly Adjuster[];
}

/**
 * Applies splits and dividends when the session before their first day has ended; only in the leader. An action begins by a
 * commit of its own, which says from where of the tape on prices are in new units; then all holdings of the instrument are
 * adjusted, page by page; then it trades again. The next leader continues where this one stopped: each order records whether it
 * is done.
 */
export class CorporateRound implements Round {
  readonly name = 'corporate';
  readonly #context: CorporateContext;
  readonly #log: Logger;
  /** By action, a transaction's number: later transactions see it. */
  readonly #marks = new Map<number, bigint>();
  readonly #faults: Faults;

  constructor(context: CorporateContext, log: Logger) {
    this.#context = context;
    this.#log = log;
    this.#faults = new Faults(context.db, context.clock);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#context;
    const due = await db.query<ActionRow>(
      `select ${columns} from corporate_actions
       where done_at is null and withdrawal_id is null and begins_at <= $1 order by id`,
      [new Date(clock.now())],
    );
    for (const row of due) {
      if (signal.aborted) return;
      const begun = row.begunAt === null ? await this.#begin(row) : row;
      if (begun !== undefined) await this.#adjust(begun, signal);
    }
  }

  /** From here on no price of it is accepted; undefined for an action that was withdrawn meanwhile. */
  async #begin({ id, code }: ActionRow): Promise<ActionRow | undefined> {
    const { db, clock, market } = this.#context;
    try {
      await market.stopForAction(code);
      const [quote, close] = [market.quote(code), market.close(code)];
      return await db.transact(async (tx) => {
        const [begun] = await tx.query<ActionRow>(
          `update corporate_actions set begun_at = $2, begun_in = pg_current_xact_id(), position = $3, quoted_ms = $4,
             close_price = $5, close_time_ms = $6
           where id = $1 and begun_at is null and withdrawal_id is null returning ${columns}`,
          [
            id,
            new Date(clock.now()),
            await lastPosition(tx),
            quote?.time ?? 0,
            close?.price ?? (quote === undefined ? null : mid(quote)),
            close?.time ?? null,
          ],
        );
        return begun;
      });
    } finally {
      await market.actionsChanged();
    }
  }

  async #adjust(row: ActionRow, signal: AbortSignal): Promise<void> {
    const { adjusters, market } = this.#context;
    const action = underWayOf(row);
    // A holding that can't be adjusted does not hold up the others, but keeps the instrument from trading.
    let areAll = true;
    for (const adjuster of adjusters) areAll = (await this.#adjustAll(adjuster, row, action, signal)) && areAll;
    if (!areAll) return;
    // In this order: no one can be added once all transactions have ended that could.
    if (!(await this.#isKnown(row.id)) || !(await this.#isReached(row.code, action))) return;
    await this.#finish(row.id);
    this.#marks.delete(row.id);
    this.#faults.forget(row.id);
    await market.actionsChanged();
    this.#log.info({ code: row.code, action: row.id }, 'a corporate action is done');
  }

  /** Returns whether all of them are adjusted. The rest is retried by a later round, or by the next leader. */
  async #adjustAll(adjuster: Adjuster, { id, code }: ActionRow, action: UnderWay, signal: AbortSignal): Promise<boolean> {
    const pass = this.#faults.pass(id, adjuster);
    const giveUp = adjuster.giveUp?.bind(adjuster);
    const looked = await handleEachDue({
      name: `${adjuster.name} over a corporate action`,
      page: (after, limit) => adjuster.page(code, action, after, limit),
      handle: (one) =>
        pass.handle(one.id, (tries) =>
          giveUp !== undefined && tries >= triesMax ? giveUp(one) : adjuster.adjust(one, action),
        ),
      together: true,
      signal,
      log: this.#log,
    });
    if (signal.aborted) return false;
    return (await pass.end()) && looked;
  }

  /**
   * Every transaction has ended that may have opened something before it could know: all whose number was given before this process
   * drew one of its own, having seen that the action has begun. The number of the one that began it would not do: what has a later
   * one may have looked before that was committed.
   */
  async #isKnown(id: number): Promise<boolean> {
    const { db } = this.#context;
    const mark = this.#marks.get(id) ?? (await readNumber(db, 'pg_current_xact_id()'));
    this.#marks.set(id, mark);
    return (await readNumber(db, 'pg_snapshot_xmin(pg_current_snapshot())')) >= mark;
  }

  /** None is left: what was opened before every process knew, or filled on the way, is found by the next round. */
  async #isReached(code: string, action: UnderWay): Promise<boolean> {
    const left = await Promise.all(this.#context.adjusters.map((adjuster) => adjuster.page(code, action, 0, 1)));
    return left.every((page) => page.length === 0);
  }

  async #finish(id: number): Promise<void> {
    const { db, clock } = this.#context;
    const done = new Date(clock.now());
    await db.query('update corporate_actions set done_at = $2 where id = $1 and done_at is null', [id, done]);
  }
}

async function readNumber(db: Database, transaction: string): Promise<bigint> {
  const [row] = await db.query<{ number: string }>(`select ${transaction}::text as number`);
  if (row === undefined) throw new Error('the database gives no numbers');
  return BigInt(row.number);
}
