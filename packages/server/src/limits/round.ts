import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Round } from '../engine/index.ts';
import type { Logger } from '../platform/log.ts';
import { choicesOf, lockLosses } from './choices.ts';
import type { LimitsContext } from './context.ts';
import { dayOf, lostSince } from './may-open.ts';

/** People of one run. */
const peopleAtOnceMax = 500;

interface Moved {
  readonly userId: string;
  /** Entries of the real account's books: unchanged means that nothing can have been lost. */
  readonly entries: number;
}

/** Notifies people, once a day, that their daily loss limit is reached: through an order or through the engine. */
export class LimitsRound implements Round {
  readonly name = 'limits';
  readonly #context: LimitsContext;
  readonly #log: Logger;
  /** What has been looked at, of today. */
  readonly #seen = new Map<string, number>();
  #day = 0;
  #after = '0';

  constructor(context: LimitsContext, log: Logger) {
    this.#context = context;
    this.#log = log;
  }

  /** Looks at the next people with a limit whose books have changed since the last look. */
  async run(): Promise<void> {
    const { start } = dayOf(this.#context.clock.now());
    if (start.getTime() !== this.#day) {
      this.#day = start.getTime();
      this.#seen.clear();
    }
    const people = await this.#next(start);
    this.#after = people.length < peopleAtOnceMax ? '0' : (people.at(-1)?.userId ?? '0');
    for (const { userId, entries } of people) {
      if (this.#seen.get(userId) === entries) continue;
      try {
        await this.#look(userId, start);
        this.#seen.set(userId, entries);
      } catch (error) {
        this.#log.error({ err: error, userId }, 'a daily loss limit could not be looked at');
      }
    }
  }

  #next(day: Date): Promise<Moved[]> {
    return this.#context.db.query<Moved>(
      `select u.user_id::text as "userId", (
         select coalesce(sum(a.version), 0)::bigint from ledger_accounts a where a.owner = u.user_id::text and a.book = 'real'
       ) as entries
       from (select distinct user_id from limit_choices where kind = 'dailyLoss' and user_id > $1) u
       where not exists (select from limits_reached r where r.user_id = u.user_id and r.day = $2)
       order by u.user_id limit $3`,
      [this.#after, day.toISOString().slice(0, 10), peopleAtOnceMax],
    );
  }

  async #look(userId: string, day: Date): Promise<void> {
    const { db, clock, notify } = this.#context;
    await db.transact(async (tx) => {
      await lockLosses(tx, userId);
      const { dailyLoss } = await choicesOf(tx, userId, clock.wall());
      if (dailyLoss === null) return;
      const lost = await lostSince(this.#context, tx, userId, day);
      if (lost < dailyLoss) return;
      const first = await tx.query(
        'insert into limits_reached (user_id, day) values ($1, $2) on conflict do nothing returning user_id',
        [userId, day.toISOString().slice(0, 10)],
      );
      if (first.length === 0) return;
      const values = { limit: formatAmount(dailyLoss, usdt), lost: formatAmount(lost, usdt) };
      notify(tx, { userId, book: 'real', kind: 'limitReached', values, at: clock.now() });
    });
  }
}
