import { type Adjuster, wordsOf } from '../engine/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { Metrics } from '../platform/metrics.ts';

const [retryMs, retryMsMax] = [1000, 60_000];

interface Failure {
  readonly tries: number;
  /** Not tried again before, by `elapsed`. */
  readonly at: number;
}

/** What an action could not be brought to: when each is tried again, and what operators read of it. */
export class Faults {
  readonly #db: Database;
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** Of this process; the next leader tries all of them at once. */
  readonly #failures = new Map<string, Failure>();

  constructor(db: Database, clock: Pick<Clock, 'elapsed'>) {
    this.#db = db;
    this.#clock = clock;
  }

  /** One look at all that an action has still to be brought to in one product. */
  pass(action: number, { product }: Pick<Adjuster, 'product'>): Pass {
    const errors = new Map<number, string>();
    let waiting: number[] = [];
    const nameOf = (id: number) => `${action} ${product} ${id}`;
    return {
      handle: async (id, adjust) => {
        const known = this.#failures.get(nameOf(id));
        if (known !== undefined && known.at > this.#clock.elapsed()) {
          waiting.push(id);
          return;
        }
        try {
          await adjust(known?.tries ?? 0);
          this.#failures.delete(nameOf(id));
        } catch (error) {
          const tries = (known?.tries ?? 0) + 1;
          const pause = Math.min(retryMsMax, retryMs * 2 ** (tries - 1));
          this.#failures.set(nameOf(id), { tries, at: this.#clock.elapsed() + pause });
          errors.set(id, wordsOf(error));
          throw error;
        }
      },
      end: async () => {
        const failed = [...errors];
        const still = [...waiting, ...errors.keys()];
        const isOver = waiting.length + failed.length === 0;
        waiting = [];
        errors.clear();
        await this.#write(action, product, failed, still);
        return isOver;
      },
    };
  }

  /** Once it is done it is not requested again. */
  forget(action: number): void {
    for (const name of this.#failures.keys()) if (name.startsWith(`${action} `)) this.#failures.delete(name);
  }

  async #write(action: number, product: string, failed: readonly [number, string][], still: readonly number[]): Promise<void> {
    await this.#db.query(
      `with mended as (
         delete from action_faults where action_id = $1 and product = $2 and order_id <> all ($5::bigint[])
       )
       insert into action_faults (action_id, product, order_id, tries, last_error)
       select $1, $2, n.id, 1, n.error from unnest($3::bigint[], $4::text[]) n (id, error)
       on conflict (action_id, product, order_id) do update set tries = action_faults.tries + 1, last_error = excluded.last_error`,
      [action, product, failed.map(([id]) => id), failed.map(([, error]) => error), still],
    );
  }
}

interface Pass {
  /** Rejects where it fails again. Does nothing where it is not to be tried yet. */
  handle(id: number, adjust: (tries: number) => Promise<unknown>): Promise<void>;
  /** To be asked once all have been looked at: writes down how they fare, and answers whether nothing is left of what was seen. */
  end(): Promise<boolean>;
}

/** What `/metrics` says of actions that have begun and are not done, by instrument. */
export function showActions(metrics: Metrics, db: Queryable): void {
  const read = (figure: string) => async () => {
    const rows = await db.query<{ code: string; figure: number }>(
      `select code, (${figure})::float8 as figure from corporate_actions c where begun_at is not null and done_at is null`,
    );
    return new Map(rows.map((row) => [row.code, row.figure]));
  };
  metrics.observedBy(
    'corporate_begun_seconds',
    'When a split or dividend of this instrument began that is not done, in Unix time: nothing trades there until it is',
    'code',
    read('extract(epoch from begun_at)'),
  );
  metrics.observedBy(
    'corporate_orders_failing',
    'Orders and alerts that it could not be brought to yet',
    'code',
    read('select count(*) from action_faults f where f.action_id = c.id'),
  );
}
