// What is counted by the tests of the counter: rows under a name.
import { createHash } from 'node:crypto';
import { type Call, type Command, type Decision, Unprepared, type Work } from '../../src/platform/counter/command.ts';
import { Counter } from '../../src/platform/counter/counter.ts';
import type { Database, Transaction } from '../../src/platform/database.ts';
import { isRefusal, refuse } from '../../src/platform/refusal.ts';
import { silent, testDatabase } from '../database.ts';

/** Adds a row under a name; what it does otherwise is for the test to say. */
export interface Effect extends Command {
  readonly name: string;
  readonly number: number;
  /** What is slow commits only once `goes_on` has been drawn from. */
  readonly does?: 'refuse' | 'suspended' | 'throw' | 'slow' | 'later' | 'after' | 'lock' | 'prepare' | 'sleep' | 'until';
}
interface Done {
  readonly answer: { readonly name: string; readonly number: number };
  readonly done: Effect;
}

/** Groups in the order in which they were decided. */
class Effects implements Work<Effect, null, Done> {
  readonly groups: Effect[][] = [];
  readonly #delayed = new Set<Effect>();

  ownerOf({ name }: Effect): string {
    return name;
  }

  /** Owners with a row locked by another transaction. */
  heldOwners = new Set<string>();

  held(): Promise<ReadonlySet<string>> {
    return Promise.resolve(this.heldOwners);
  }

  /** What those wait for that can't be decided yet, and whether it is over. */
  until: (() => Promise<void>) | undefined;

  /** What was in doubt, in the order in which that was over. */
  readonly doubted: Effect[] = [];

  doubt(commands: readonly Effect[]): void {
    this.doubted.push(...commands);
  }

  async load(tx: Transaction, commands: readonly Effect[]): Promise<null> {
    this.groups.push([...commands]);
    if (commands.some(({ does }) => does === 'lock')) await tx.query('select from things for update');
    if (commands.some(({ does }) => does === 'sleep')) await tx.query('select pg_sleep(10) where $1', [true]);
    const names = commands.filter(({ does }) => does === 'prepare').map(({ name }) => name);
    if (names.length > 0) await this.#mustBePrepared(tx, names);
    return null;
  }

  async #mustBePrepared(tx: Transaction, names: readonly string[]): Promise<void> {
    const there = await tx.query('select from prepared where name = any($1)', [names]);
    if (there.length === names.length) return;
    throw new Unprepared(async (own) => {
      await own.query('insert into prepared select unnest($1::text[])', [names]);
    });
  }

  decide(_: Transaction, __: null, commands: readonly Effect[]): Promise<readonly Decision<Done>[]> {
    const names = commands.map(({ name }) => name);
    return Promise.resolve(commands.map((command, place) => this.#decide(command, names.indexOf(command.name) < place)));
  }

  #decide(command: Effect, depends: boolean): Decision<Done> {
    const { name, number, does } = command;
    if (depends && does === 'after') return { again: true };
    if (does === 'refuse') return { refusal: refuse('10011') };
    if (does === 'suspended') return { refusal: refuse('10015') };
    if (does === 'until' && this.until !== undefined) return { until: this.until };
    if (does === 'throw') return { failed: new Error('a mistake') };
    if (does === 'later' && !this.#delayed.has(command)) {
      this.#delayed.add(command);
      return { again: true };
    }
    return { plan: { answer: { name, number }, done: command } };
  }

  write(tx: Transaction, _: null, plans: readonly Done[]): void {
    for (const { done } of plans) {
      tx.withCommit('insert into effects (name, number, slow) values ($1, $2, $3)', [
        done.name,
        done.number,
        done.does === 'slow',
      ]);
    }
  }
}

/** A database of the test's own in which there is something to count. */
export async function effectsDatabase() {
  const db = await testDatabase(12);
  await db.query(`
  create table effects (
    id bigint generated always as identity primary key, name text not null, number int not null check (number <> 13),
    slow boolean not null);
  create table things as select 1 as id;
  create table prepared (name text primary key);
  create sequence goes_on;
  create function dwell() returns trigger language plpgsql as $$ begin
    while not (select is_called from goes_on) loop perform pg_sleep(0.005); end loop;
    return null;
  end $$;
  create constraint trigger dwell after insert on effects deferrable initially deferred
    for each row when (new.slow) execute function dwell()`);
  const counting = (where: Database = db, elapsed?: () => number) => {
    const work = new Effects();
    const counter = new Counter({ db: where, log: silent, work, ...(elapsed && { elapsed }) });
    return { work, counter, submit: (command: Effect) => counter.submit(command) };
  };
  /** How many there are under a name; a percent sign matches whatever follows. */
  const effects = async (name: string) => (await db.query('select from effects where name like $1', [name])).length;
  return { db, counting, effects };
}

let numbers = 0;
export function effect(name: string, more: Partial<Effect> = {}): Effect {
  return { lane: 'people', call: null, name, number: 100 + ++numbers, ...more };
}

/** A call with a key, or without one: then its body is its name. */
export function called(scope: string, key: string | null, body = 'a body', sessionId = '1'): Call {
  const bodyHash = createHash('sha256').update(body).digest();
  const name = key === null ? `body:${body}` : `key:${key}`;
  return { scope, key: name, keyed: key !== null, bodyHash, sessionId, until: Infinity };
}

export const codeOf = (answer: unknown) => (isRefusal(answer) ? answer.code : 'done');
