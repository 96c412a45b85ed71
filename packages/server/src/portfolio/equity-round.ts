import type { Round } from '../engine/index.ts';
import type { Logger } from '../platform/log.ts';
import type { Account, PortfolioContext } from './context.ts';
import { totalsOf } from './profit-total.ts';

const hourMs = 3_600_000;
/** Accounts of one run. */
const accountsAtOnceMax = 500;

interface Moving extends Account {
  readonly entries: number;
}

/**
 * Writes down what accounts are worth, once in every hour of the business clock. An account that holds nothing but free
 * USDT, and whose books have not changed, is left out: its last point still holds.
 */
export class EquityRound implements Round {
  readonly name = 'equity';
  readonly #context: PortfolioContext;
  readonly #log: Logger;
  readonly #accountsAtOnce: number;
  /** The hour that is being written, and the last account that has been looked at in it. */
  #hour = 0;
  #after: Account | undefined = { userId: '', book: 'demo' };

  constructor(context: PortfolioContext, log: Logger, accountsAtOnce = accountsAtOnceMax) {
    this.#context = context;
    this.#log = log;
    this.#accountsAtOnce = accountsAtOnce;
  }

  /** Values the next accounts, if any are left in this hour. One that fails is tried again in the next hour. */
  async run(): Promise<void> {
    const { clock } = this.#context;
    const hour = Math.floor(clock.now() / hourMs) * hourMs;
    if (hour > this.#hour) {
      this.#hour = hour;
      this.#after = { userId: '', book: 'demo' };
    }
    if (this.#after === undefined) return;
    const moving = await this.#moving(this.#after);
    for (const account of moving) await this.#write(account);
    this.#after = moving.length < this.#accountsAtOnce ? undefined : moving.at(-1);
  }

  /** The next accounts by name that have changed since their last point or can change by a price alone. */
  #moving(after: Account): Promise<Moving[]> {
    return this.#context.db.query<Moving>(
      `with accounts as (
         select owner, book, sum(version)::bigint as entries, bool_or(balance > 0 and (kind <> 'available' or asset <> 'USDT')) as risks
         from ledger_accounts where not house and (owner, book) > ($1, $2) group by owner, book
       )
       select a.owner as "userId", a.book, a.entries
       from accounts a left join lateral (
         select p.entries, p.hour from equity_points p
         where p.user_id = a.owner::bigint and p.book = a.book order by p.hour desc limit 1
       ) last on true
       where (a.risks or a.entries is distinct from last.entries) and (last.hour is null or last.hour < $3)
       order by a.owner, a.book limit $4`,
      [after.userId, after.book, new Date(this.#hour), this.#accountsAtOnce],
    );
  }

  async #write({ userId, book, entries }: Moving): Promise<void> {
    const { db, clock } = this.#context;
    try {
      const { equity } = await totalsOf(this.#context, { userId, book });
      await db.query(
        `insert into equity_points (user_id, book, hour, at, equity, entries) values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing`,
        [userId, book, new Date(this.#hour), new Date(clock.now()), equity, entries],
      );
    } catch (error) {
      this.#log.error({ err: error, account: userId, book }, 'an account could not be valued');
    }
  }
}
