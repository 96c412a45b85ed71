// People who buy and sell without a pause, whatever happens to the database meanwhile, and what must be true of the answers.
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, ApiRefusal, createClient } from '@assay/contract/client.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { expect } from 'vitest';
import { type OwnApp, fromSomewhere, registered, until } from '../harness.ts';
import { connectTo, stuckMs } from './by-tape.ts';

const { order } = customerCalls;
const wanted = { code: 'BTCUSDT', side: 'long', type: 'market', lots: '0.01', leverage: 10 } as const;
/** A call without an answer by then is retried, with the same key. */
const answerMsMax = 15_000;
const pauseMs = 100;

/** The outcome of these is unknown, or nothing was done: retried with the same key. */
const asksAgain = (error: unknown) => !(error instanceof ApiRefusal) || error.httpStatus >= 500;

interface Told {
  readonly id: string;
  readonly isClosed: boolean;
  /** When it was acknowledged. */
  readonly at: number;
}

/** So many people at a product, from the first opening until `end`. */
export class Traders {
  /** In the order in which they were acknowledged. */
  readonly told: Told[] = [];
  /** How often a call had no answer, or was answered with a retry. */
  again = 0;
  readonly #clients: readonly Client[];
  #over = false;
  #ended: Promise<unknown> = Promise.resolve();

  private constructor(clients: readonly Client[]) {
    this.#clients = clients;
  }

  static async at(app: OwnApp, count: number): Promise<Traders> {
    const clients: Client[] = [];
    for (let place = 0; place < count; place += 1) {
      const { token } = await registered(app);
      const headers = { ...fromSomewhere(), Authorization: token, virtually: 'NO', 'Accept-Language': 'en' };
      const ask = (url: string, init: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(answerMsMax) });
      clients.push(createClient({ origin: app.origin, fetch: ask, headers: () => headers }));
    }
    return new Traders(clients);
  }

  begin(turn: string): void {
    this.#over = false;
    this.#ended = Promise.all(this.#clients.map((call) => this.#trade(call, turn)));
  }

  /** Waits for so many more acknowledgements. */
  async more(count: number): Promise<void> {
    const enough = this.told.length + count;
    await until('enough acknowledgements', async () => (this.told.length >= enough ? true : undefined), stuckMs);
  }

  /** How many a second over so long. */
  async pace(ms: number): Promise<number> {
    const [before, from] = [this.told.length, performance.now()];
    await delay(ms);
    return ((this.told.length - before) * 1000) / (performance.now() - from);
  }

  /** All finish their calls, and have an answer to each. */
  async end(): Promise<void> {
    this.#over = true;
    await this.#ended;
  }

  /** From that moment on until no call waits any more: the end of the longest time without an acknowledgement. */
  backAfter(moment: number): number {
    const times = [moment, ...this.told.map(({ at }) => at).filter((at) => at > moment)];
    const gaps = times.slice(1).map((at, place) => ({ at, ms: at - (times[place] ?? at) }));
    const longest = gaps.reduce((a, b) => (b.ms > a.ms ? b : a), { at: moment, ms: 0 });
    return longest.at - moment;
  }

  async #trade(call: Client, turn: string): Promise<void> {
    for (let number = 0; !this.#over; number += 1) {
      const key = `${turn}-${number}`;
      const opened = await this.#answered(() => call(order.buyU, wanted, { idempotencyKey: `${key}-open` }));
      if (opened === undefined) continue;
      this.told.push({ id: opened.id, isClosed: false, at: performance.now() });
      const closed = await this.#answered(() => call(order.stopU, { id: opened.id }, { idempotencyKey: `${key}-close` }));
      if (closed !== undefined) this.told.push({ id: closed.id, isClosed: true, at: performance.now() });
    }
  }

  /** Undefined where it was refused. */
  async #answered<T>(ask: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (!asksAgain(error)) {
          await delay(pauseMs);
          return undefined;
        }
        this.again += 1;
        await delay(pauseMs);
      }
    }
  }
}

/**
 * Whatever was acknowledged is there, as it was, and nothing else: no order without an acknowledgement, none twice. Returns how
 * many.
 */
export async function expectKept({ told }: Traders, url: string): Promise<number> {
  const db = connectTo(url);
  try {
    const rows = await db.query<{ id: string; closed: boolean }>(
      `select id::text as id, status not in ('awaiting', 'open') as closed from positions where user_id in (
         select user_id from positions where id = any ($1::bigint[]))`,
      [told.map(({ id }) => id)],
    );
    const closed = new Map(rows.map((row) => [row.id, row.closed]));
    const lost = told.filter(({ id, isClosed }) => !closed.has(id) || (isClosed && closed.get(id) !== true));
    expect(lost.slice(0, 10)).toEqual([]);
    const known = new Set(told.map(({ id }) => id));
    expect(rows.filter(({ id }) => !known.has(id)).slice(0, 10)).toEqual([]);
    return told.length;
  } finally {
    await db.close();
  }
}
