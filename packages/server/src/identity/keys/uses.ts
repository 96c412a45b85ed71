import type { ApiKeyUse } from '@assay/contract/endpoints/api-keys.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import { networkOf } from '../../platform/networks.ts';
import type { KeyUse } from '../../platform/programs/signed-calls.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

const writtenEveryMs = 2000;
/** Different uses that wait at most; more than that are written down at once. */
const waitingMax = 1000;
const shownMax = 200;

interface Waiting {
  readonly keyId: number;
  readonly day: string;
  readonly call: string;
  readonly network: string;
  calls: number;
  refused: number;
  lastAt: number;
}

/** What keys are used for, gathered for two seconds and then written down together: a program that trades asks often. */
export class KeyUses {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  #waiting = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #written: Promise<void> = Promise.resolve();

  constructor(db: Database, clock: Clock, log: Logger) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  note(keyId: number, { call, ip, refused }: KeyUse): void {
    const lastAt = this.#clock.wall();
    const day = new Date(lastAt).toISOString().slice(0, 10);
    const network = networkOf(ip);
    const name = [keyId, day, call, network].join(' ');
    const use = this.#waiting.get(name) ?? { keyId, day, call, network, calls: 0, refused: 0, lastAt };
    this.#waiting.set(name, { ...use, calls: use.calls + 1, refused: use.refused + (refused ? 1 : 0), lastAt });
    if (this.#waiting.size >= waitingMax) void this.write();
    else this.#timer ??= setTimeout(() => void this.write(), writtenEveryMs).unref();
  }

  /** Writes down what waits, after what is being written. Nothing depends on it: a failure is logged. */
  write(): Promise<void> {
    this.#written = this.#written.then(() => this.#write());
    return this.#written;
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = [...this.#waiting.values()].toSorted((a, b) => a.keyId - b.keyId);
    this.#waiting = new Map();
    if (uses.length === 0) return;
    try {
      await this.#db.query(insert, [
        uses.map(({ keyId }) => keyId),
        uses.map(({ day }) => day),
        uses.map(({ call }) => call),
        uses.map(({ network }) => network),
        uses.map(({ calls }) => calls),
        uses.map(({ refused }) => refused),
        uses.map(({ lastAt }) => new Date(lastAt)),
      ]);
    } catch (error) {
      this.#log.error({ err: error }, 'what API keys were used for could not be written down');
    }
  }
}

/** Keys that were erased meanwhile have no uses. Locked in one order, since several processes write. */
const insert = `
  with told as (
    select t.* from unnest($1::bigint[], $2::date[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::timestamptz[])
      t (key_id, day, call, network, calls, refused, last_at)
  ), known as (
    select id from api_keys where id in (select key_id from told) order by id for no key update
  ), marked as (
    update api_keys k set last_used_at = l.last_at, last_network = l.network
    from (select distinct on (key_id) key_id, last_at, network from told order by key_id, last_at desc) l
    where k.id = l.key_id and k.id in (select id from known) and k.last_used_at is distinct from l.last_at
  )
  insert into api_key_uses as u (key_id, day, call, network, calls, refused, last_at)
  select t.* from told t join known on known.id = t.key_id
  on conflict (key_id, day, call, network) do update set
    calls = u.calls + excluded.calls, refused = u.refused + excluded.refused, last_at = greatest(u.last_at, excluded.last_at)`;

/** Of a key of this user. 404 for another user's. */
export async function listUses(db: Queryable, userId: string, publicId: string): Promise<ApiKeyUse[] | Refusal> {
  const own = await db.query('select from api_keys where user_id = $1 and public_id = $2', [userId, publicId]);
  if (own.length === 0) return refuse('404', { id: '404' });
  const rows = await db.query<{ day: string; call: string; network: string; calls: number; refused: number; last_at: Date }>(
    `select to_char(u.day, 'YYYY-MM-DD') as day, u.call, u.network, u.calls::int as calls, u.refused::int as refused, u.last_at
     from api_key_uses u join api_keys k on k.id = u.key_id
     where k.user_id = $1 and k.public_id = $2 order by u.last_at desc, u.call limit $3`,
    [userId, publicId, shownMax],
  );
  return rows.map(({ last_at, ...use }) => ({ ...use, lastAt: last_at.toISOString() }));
}

/** Uses are kept for two years. */
export async function purgeUses(db: Queryable, now: number): Promise<void> {
  await db.query('delete from api_key_uses where day < $1', [new Date(now - 2 * 365 * 86_400_000)]);
}
