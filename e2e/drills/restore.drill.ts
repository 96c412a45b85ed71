import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { amount } from '@assay/domain/money/amount.ts';
import { grow } from '@assay/server/growth/index.ts';
import { allHoldings } from '@assay/server/holdings.ts';
import { openDemo } from '@assay/server/ledger/index.ts';
import { nightWork } from '@assay/server/night/index.ts';
import { createLocalBus } from '@assay/server/platform/bus.ts';
import { systemClock } from '@assay/server/platform/clock.ts';
import { type Database, connectDatabase } from '@assay/server/platform/database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import { workOn } from '@assay/server/platform/schema/at-work.ts';
import { prepareDatabase } from '@assay/server/platform/schema/prepare-database.ts';
import { openRoot } from '@assay/server/platform/secrets/root.ts';
import { catchesUp } from '@assay/server/platform/standby/caught-up.ts';
import { Standby, asReader, positionsOf, withStandby } from '@assay/server/platform/standby/standby.ts';
import { sealDay } from '@assay/server/proofs/index.ts';
import { type TestContext, afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder, until } from '../harness.ts';
import {
  type Cluster,
  Shell,
  command,
  findTools,
  folderFor,
  newCluster,
  place,
  portOf,
  start,
  stop,
} from './postgres-cluster.ts';

const tools = findTools();
const secret = 'the secret of an installation that is lost and found';
const log = createLogger('silent');
/** Postings that are acknowledged before the disaster comes. */
const acknowledgedMin = 300;

let folder: string;
let shell: Shell;
let primary: Cluster;
let published: { day: string; seal: string };
const others: Cluster[] = [];

const connect = (url: string) => connectDatabase({ url, poolSize: 4, log });

/** Books without end, one after the other in each of two connections, and knows what was acknowledged. */
class Load {
  readonly acknowledged: number[] = [];
  readonly #db: Database;
  readonly #from: number;
  #next: number;
  #over = false;
  readonly #ended: Promise<unknown>;

  constructor(db: Database, from: number) {
    this.#db = db;
    this.#from = from;
    this.#next = from;
    this.#ended = Promise.allSettled([this.#book(), this.#book()]);
  }

  async #book(): Promise<void> {
    while (!this.#over) {
      const number = this.#next++;
      await this.#db.transact((tx) => openDemo(tx, { userId: String(number), amount: amount(1_000_000n), at: Date.now() }));
      this.acknowledged.push(number);
    }
  }

  /** Waits for so many more. */
  async more(count: number): Promise<void> {
    const enough = this.acknowledged.length + count;
    await until('enough postings', async () => (this.acknowledged.length >= enough ? true : undefined), 60_000);
  }

  /** Which of its postings a database has. */
  async keptIn(db: Database): Promise<Set<number>> {
    const rows = await db.query<{ number: number }>(
      "select owner::bigint as number from ledger_accounts where book = 'demo' and kind = 'available' and owner ~ '^[0-9]+$' and owner::bigint between $1 and $2",
      [this.#from, this.#next],
    );
    return new Set(rows.map(({ number }) => number));
  }

  async end(): Promise<void> {
    this.#over = true;
    await this.#ended;
  }
}

beforeAll(async () => {
  if (tools === undefined) return;
  folder = await folderFor(join(await temporaryFolder(), 'clusters'));
  shell = await Shell.of(tools);
  primary = await newCluster(shell, folder, 'primary');
  await prepareDatabase(primary, 'sandbox', log);
  const db = connect(primary.url);
  await openRoot(db, { secret, previousSecret: undefined });
  const owner = connect(primary.ownerUrl);
  await grow(owner, { users: 500, transfers: 5_000, days: 3, writers: 2 }, Date.now() - 86_400_000);
  await owner.close();
  await sealDay(db, Date.now());
  const [seal] = await db.query<{ day: string; seal: string }>('select day::text, seal from proofs');
  if (seal === undefined) throw new Error('nothing was sealed');
  published = seal;
  await shell.documented('archive', {
    PRIMARY: primary.folder,
    ARCHIVE: await folderFor(join(folder, 'archive')),
    ...portOf(primary),
  });
  await db.close();
}, 180_000);

afterAll(async () => {
  if (tools === undefined) return;
  for (const cluster of [primary, ...others]) await stop(shell, cluster, 'immediate');
  await rm(join(folder, '..'), { recursive: true });
});

const checkOf = ({ url, ownerUrl }: Cluster) => ({
  DATABASE_URL: url,
  DATABASE_OWNER_URL: ownerUrl,
  SECRET: secret,
  DATA_DIR: join(folder, 'data'),
});

/** With all that it has said, where it has not. */
const expectDone = ({ code, output }: { code: number; output: string }) => expect(code, output).toBe(0);

/** Whole by the product's own check, with the seal that was published, and a login that still may not touch the books. */
async function expectWhole(cluster: Cluster): Promise<void> {
  expectDone(await command('migrate', checkOf(cluster)));
  const check = await command('restore-check', checkOf(cluster), '--day', published.day, '--seal', published.seal);
  expect(check.output).toContain('the database is whole');
  expect(check.code).toBe(0);
  const other = await command('restore-check', checkOf(cluster), '--day', published.day, '--seal', 'f'.repeat(64));
  expect(other.output).toContain('not the one that was published');
  expect(other.code).toBe(1);
  const db = connect(cluster.url);
  for (const sql of [
    'update ledger_accounts set balance = 0',
    'truncate ledger_transfers',
    'delete from ledger_closes',
    'delete from proofs',
  ])
    await expect(db.query(sql)).rejects.toThrow('permission denied');
  await db.transact((tx) => openDemo(tx, { userId: '9999999', amount: amount(1n), at: Date.now() }));
  await db.close();
}

const tell = ({ task }: TestContext, figures: string) => Object.assign(task.meta, { figures });
const since = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`;
/** Those that are not there. */
const missing = (acknowledged: readonly number[], kept: ReadonlySet<number>) =>
  acknowledged.filter((number) => !kept.has(number));

test.skipIf(tools === undefined)(
  'an installation is made, brought up to date and given another secret as the page says',
  async (context) => {
    const cluster = await newCluster(shell, folder, 'installed');
    others.push(cluster);
    const [first, second] = [join(folder, 'secret'), join(folder, 'secret.new')];
    for (const file of [first, second]) await shell.documented('secret', { SECRET_FILE: file });
    const env = {
      MODE: 'live',
      DATABASE_URL: cluster.url,
      DATABASE_OWNER_URL: cluster.ownerUrl,
      SECRET_FILE: first,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'assay@example.com',
      PUBLIC_ORIGIN: 'https://example.com',
      TRUST_PROXY: 'none',
      CHAIN_RPC_BITCOIN: 'none',
      CHAIN_RPC_ETHEREUM: 'none',
      CHAIN_RPC_TRON: 'none',
      DATA_DIR: join(folder, 'installed-data'),
    };
    const began = performance.now();
    const made = await shell.ofOurs('tables', env);
    expectDone(made);
    expect(made.output).toContain('up to date, by');
    expectDone(await shell.ofOurs('first operators', env));
    const took = since(began);
    const db = connect(cluster.url);
    expect(await prepareDatabase({ url: cluster.url, ownerUrl: undefined }, 'live', log)).toBeUndefined();

    // A version that knows one thing more comes while a server works, and again once that is gone.
    const owner = connect(cluster.ownerUrl);
    const last = '665_named_once.sql';
    await owner.query('delete from migrations where name = $1', [last]);
    const server = await workOn({ db, log, isOurVersion: async () => undefined, ended: () => undefined });
    const refused = await shell.ofOurs('tables', env);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('a server works on them: stop every server');
    await server.stop();
    expect((await shell.ofOurs('tables', env)).output).toContain('the database is up to date, by 1 migrations');
    await owner.close();

    const [before, after] = [await readFile(first, 'utf8'), await readFile(second, 'utf8')].map((text) => text.trim());
    const root = await openRoot(db, { secret: before ?? '', previousSecret: undefined });
    expectDone(await shell.ofOurs('another secret', { ...env, NEW_SECRET_FILE: second }));
    expect(await openRoot(db, { secret: after ?? '', previousSecret: undefined })).toEqual(root);
    await expect(openRoot(db, { secret: before ?? '', previousSecret: undefined })).rejects.toThrow('SECRET');
    await db.close();
    tell(context, `tables and two operators in ${took}`);
  },
);

test.skipIf(tools === undefined)(
  'a dump that is taken under load makes a whole database on another cluster',
  async (context) => {
    const other = await newCluster(shell, folder, 'other');
    others.push(other);
    const db = connect(primary.url);
    const load = new Load(db, 1_000_000);
    await load.more(acknowledgedMin);
    const before = [...load.acknowledged];
    const began = performance.now();
    await shell.documented('dump', {
      DATABASE_OWNER_URL: primary.ownerUrl,
      NEW_OWNER_URL: other.ownerUrl,
      DUMP: join(folder, 'assay.dump'),
    });
    const took = since(began);
    await load.end();
    await expectWhole(other);
    const restored = connect(other.url);
    const kept = await load.keptIn(restored);
    expect(missing(before, kept)).toEqual([]);
    expect(kept.size).toBeLessThan(load.acknowledged.length);
    await Promise.all([db.close(), restored.close()]);
    tell(context, `${before.length} postings before, dumped and restored in ${took}`);
  },
);

test.skipIf(tools === undefined)('a base backup under load and the archive bring back any moment since', async (context) => {
  const restored = await place(join(folder, 'restored'));
  others.push(restored);
  const paths = { BASE: join(folder, 'base'), ARCHIVE: join(folder, 'archive'), RESTORED: restored.folder };
  const db = connect(primary.url);
  const superuser = connect(primary.superUrl);
  const load = new Load(db, 2_000_000);
  await load.more(acknowledgedMin);
  await shell.documented('base backup', { ...paths, REPLICATION_URL: primary.superUrl });
  await load.more(acknowledgedMin);
  const before = [...load.acknowledged];
  const [moment] = await db.query<{ until: string }>(
    "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as until",
  );
  const andAfter = load.acknowledged.length;
  await load.more(acknowledgedMin);
  await load.end();
  const [end] = await superuser.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  await until(
    'the archive',
    async () => {
      const [state] = await superuser.query<{ last: string | null }>('select last_archived_wal as last from pg_stat_archiver');
      return (state?.last ?? '') >= (end?.file ?? '') ? true : undefined;
    },
    60_000,
  );
  await Promise.all([db.close(), superuser.close()]);
  const began = performance.now();
  await shell.documented('point in time', { ...paths, ...portOf(restored), UNTIL: moment?.until ?? '' });
  const again = connect(restored.superUrl);
  await until(
    'the end of recovery',
    async () => {
      const [state] = await again.query<{ yes: boolean }>('select pg_is_in_recovery() as yes');
      return state?.yes === false ? true : undefined;
    },
    60_000,
  );
  const took = since(began);
  await again.close();
  await expectWhole(restored);
  const books = connect(restored.url);
  const kept = await load.keptIn(books);
  expect(missing(before, kept)).toEqual([]);
  // What was on its way at that moment may be there, what came later is not.
  expect(kept.size).toBeLessThanOrEqual(andAfter + 2);
  await books.close();
  tell(context, `${before.length} of ${load.acknowledged.length} postings, as of ${moment?.until}, in ${took}`);
});

/** A user reads their own writes at once, from the primary; and from the standby as soon as that has it. */
async function readThere(primaryDatabase: Database, standbyUrl: string): Promise<void> {
  const other = connect(standbyUrl);
  const bus = createLocalBus(log);
  const reads = new Standby({ clock: systemClock, positions: positionsOf(primaryDatabase, other), bus });
  const db = withStandby(primaryDatabase, reads, other);
  await primaryDatabase.query('create table notes (text text)');
  for (const text of ['first', 'second', 'third']) {
    await asReader(db, 'POST', 'user:1', () => db.query('insert into notes values ($1)', [text]));
    const read = () =>
      asReader(db, 'GET', 'user:1', () =>
        db.query<{ standby: boolean; text: string }>(
          'select pg_is_in_recovery() as standby, text from notes where $1 order by ctid desc limit 1',
          [true],
        ),
      );
    expect(await read()).toEqual([{ standby: false, text }]);
    const followed = async () => {
      await reads.look();
      const [row] = await read();
      expect(row?.text).toBe(text);
      return row?.standby === true ? true : undefined;
    };
    await until('the standby to have it', followed, 10_000);
  }
  await primaryDatabase.query('drop table notes');
  reads.stop();
  await other.close();
}

/** The night's audit reads the books of the standby, which takes no writes, and notes at the primary what it has gone through. */
async function auditThere(primaryDatabase: Database, standbyUrl: string): Promise<void> {
  const other = connect(standbyUrl);
  expect(await catchesUp(primaryDatabase, other)).toBe(true);
  expect(await nightWork(primaryDatabase, allHoldings, other).audit()).toEqual([]);
  await other.close();
}

test.skipIf(tools === undefined)(
  'a standby that is promoted after a power cut has all that was acknowledged',
  async (context) => {
    const standby = await place(join(folder, 'standby'));
    others.push(standby);
    await shell.documented('standby', { REPLICATION_URL: primary.superUrl, STANDBY: standby.folder, ...portOf(standby) });
    const superuser = connect(primary.superUrl);
    await until(
      'the standby to confirm',
      async () => {
        const rows = await superuser.query("select from pg_stat_replication where sync_state = 'sync'");
        return rows.length > 0 ? true : undefined;
      },
      60_000,
    );
    await readThere(superuser, standby.superUrl);
    await superuser.close();
    const db = connect(primary.url);
    await auditThere(db, standby.url);
    const load = new Load(db, 3_000_000);
    await load.more(acknowledgedMin);
    await stop(shell, primary, 'immediate');
    await load.end();
    await db.close();
    const began = performance.now();
    await shell.documented('promotion', { STANDBY: standby.folder, STANDBY_URL: standby.superUrl, ...portOf(standby) });
    const took = since(began);
    await expectWhole(standby);
    const promoted = connect(standby.url);
    expect(missing(load.acknowledged, await load.keptIn(promoted))).toEqual([]);
    await promoted.close();
    await start(shell, primary);
    tell(context, `${load.acknowledged.length} postings, writes after ${took}`);
  },
);

test.runIf(tools === undefined)(
  'the drill of restores needs the tools of PostgreSQL 15 or newer: install postgresql to run it',
  () => {
    expect(tools).toBeUndefined();
  },
);
