import type { Round } from '../engine/index.ts';
import type { Logger } from '../platform/log.ts';
import { ConnectionLost } from '../platform/statements/lost-connection.ts';
import type { Account, PortfolioContext } from './context.ts';
import { equitiesOf } from './profit-total.ts';

const hourMs = 3_600_000;
/** Accounts of one run. */
const accountsAtOnceMax = 500;

interface Moving extends Account {
  readonly entries: number;
}

/** Accounts after one, up to another or to the last. */
interface Stretch {
  readonly after: Account;
  readonly through: Account | undefined;
}

const first: Account = { userId: '', book: 'demo' };

/**
 * Writes down what accounts are worth, once in every hour of the business clock, five hundred by the statements of one. An
 * account that holds nothing but free USDT, and whose books have not changed, is left out: its last point still holds. Where an
 * hour does not suffice for all, the next begins where that one ended: no account is always the last.
 */
export class EquityRound implements Round {
  readonly name = 'equity';
  readonly #context: PortfolioContext;
  readonly #log: Logger;
  readonly #accountsAtOnce: number;
  /** The hour that is being written, and the accounts not processed in it yet. */
  #hour = 0;
  #left: readonly Stretch[] = [];

  constructor(context: PortfolioContext, log: Logger, accountsAtOnce = accountsAtOnceMax) {
    this.#context = context;
    this.#log = log;
    this.#accountsAtOnce = accountsAtOnce;
  }

  /** Values the next accounts, if any are left in this hour. One that fails is tried again in the next hour. */
  async run(): Promise<void> {
    const { clock } = this.#context;
    const hour = Math.floor(clock.now() / hourMs) * hourMs;
    if (hour > this.#hour) this.#begin(hour);
    const [stretch, ...others] = this.#left;
    if (stretch === undefined) return;
    const moving = await this.#moving(stretch);
    await this.#write(moving);
    const last = moving.length < this.#accountsAtOnce ? undefined : moving.at(-1);
    this.#left = last === undefined ? others : [{ ...stretch, after: last }, ...others];
  }

  #begin(hour: number): void {
    const after = this.#left[0]?.after ?? first;
    this.#hour = hour;
    this.#left = [{ after, through: undefined }, ...(after === first ? [] : [{ after: first, through: after }])];
  }

  /** The next accounts by name that have changed since their last point or can change by a price alone. */
  #moving({ after, through }: Stretch): Promise<Moving[]> {
    return this.#context.db.query<Moving>(
      `with accounts as (
         select owner, book, sum(version)::bigint as entries, bool_or(balance > 0 and (kind <> 'available' or asset <> 'USDT')) as risks
         from ledger_accounts
         where not house and (owner, book) > ($1, $2) and ($5::text is null or (owner, book) <= ($5, $6)) group by owner, book
       )
       select a.owner as "userId", a.book, a.entries
       from accounts a left join lateral (
         select p.entries, p.hour from equity_points p
         where p.user_id = a.owner::bigint and p.book = a.book order by p.hour desc limit 1
       ) last on true
       where (a.risks or a.entries is distinct from last.entries) and (last.hour is null or last.hour < $3)
       order by a.owner, a.book limit $4`,
      [after.userId, after.book, new Date(this.#hour), this.#accountsAtOnce, through?.userId ?? null, through?.book ?? null],
    );
  }

  /** One that can't be valued does not block the others: a failing batch is retried in halves. */
  async #write(accounts: readonly Moving[]): Promise<void> {
    if (accounts.length === 0) return;
    try {
      await this.#writeAll(accounts);
    } catch (error) {
      if (error instanceof ConnectionLost) throw error;
      if (accounts.length === 1) {
        this.#log.error(
          { err: error, account: accounts[0]?.userId, book: accounts[0]?.book },
          'an account could not be valued',
        );
        return;
      }
      const half = Math.ceil(accounts.length / 2);
      await this.#write(accounts.slice(0, half));
      await this.#write(accounts.slice(half));
    }
  }

  async #writeAll(accounts: readonly Moving[]): Promise<void> {
    const { db, clock } = this.#context;
    const equities = await equitiesOf(this.#context, accounts);
    await db.query(
      `insert into equity_points (user_id, book, hour, at, equity, entries)
       select t.user_id, t.book, $5, $6, t.equity, t.entries
       from unnest($1::bigint[], $2::text[], $3::numeric[], $4::bigint[]) t (user_id, book, equity, entries)
       on conflict do nothing`,
      [
        accounts.map(({ userId }) => userId),
        accounts.map(({ book }) => book),
        equities.map(String),
        accounts.map(({ entries }) => entries),
        new Date(this.#hour),
        new Date(clock.now()),
      ],
    );
  }
}
