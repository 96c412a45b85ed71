import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { connectDatabase, unhurried } from './database.ts';
import { isRefusal, refuse } from './refusal.ts';
import { ConnectionLost } from './statements/lost-connection.ts';

const db = await testDatabase();
await db.query(
  'create table things (name text primary key, units numeric(38,0) not null default 0, big bigint not null default 0)',
);
await db.query('create sequence draws');
const names = async () => (await db.query<{ name: string }>('select name from things order by name')).map((row) => row.name);

test('a refusal rolls back and what waited for the commit never runs', async () => {
  const ran: string[] = [];
  const answer = await db.transact(async (tx) => {
    await tx.query("insert into things (name) values ('refused')");
    tx.afterCommit(() => ran.push('refused'));
    return refuse('10011');
  });
  expect(isRefusal(answer)).toBe(true);
  expect([await names(), ran]).toEqual([[], []]);
});

test('a throw rolls back, and the connection is good for the next transaction', async () => {
  await expect(db.transact(async (tx) => tx.query("insert into things (name) values ('a'), ('a')"))).rejects.toThrow(
    'duplicate key',
  );
  const after: string[] = [];
  await db.transact(async (tx) => {
    await tx.query("insert into things (name) values ('kept')");
    tx.afterCommit(() => after.push('committed'));
  });
  expect([await names(), after]).toEqual([['kept'], ['committed']]);
});

test('smallest units come back as bigint, whole numbers as numbers, and nothing beyond the safe integers passes', async () => {
  await db.query('insert into things (name, units, big) values ($1, $2, $3)', [
    'exact',
    12345678901234567890123456789012345678n,
    9007199254740991n,
  ]);
  const [row] = await db.query("select units, big from things where name = 'exact'");
  expect(row).toEqual({ units: 12345678901234567890123456789012345678n, big: 9007199254740991 });
  await db.query("insert into things (name, big) values ('unsafe', 9007199254740992)");
  await expect(db.query("select big from things where name = 'unsafe'")).rejects.toThrow('beyond the safe integers');
});

test('of statements sent together none is done after one that fails, and those before it are answered', async () => {
  const ended = db.transact(async (tx) => {
    const sent = await Promise.allSettled([
      tx.query('select $1::int as one', [1]),
      tx.query('select 1 / $1::int as none', [0]),
      tx.query('select nextval($1) as drawn', ['draws']),
    ]);
    const [before, failed, after] = sent;
    expect(before).toEqual({ status: 'fulfilled', value: [{ one: 1 }] });
    expect([failed, after]).toEqual([failed, failed]);
    if (failed?.status === 'rejected') throw failed.reason;
  });
  await expect(ended).rejects.toThrow('division by zero');
  // A number that was drawn would stay drawn, whatever became of its transaction.
  expect(await db.query('select nextval($1) as drawn', ['draws'])).toEqual([{ drawn: 1 }]);
});

test('a statement that failed when it was first sent can be sent again by the same connection', async () => {
  const narrow = connectDatabase({ url: db.url, poolSize: 1, log: silent });
  const divide = (by: number) => narrow.query('select 6 / $1::int as share', [by]);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect([await divide(2), await divide(3)]).toEqual([[{ share: 3 }], [{ share: 2 }]]);
  await expect(narrow.query('select $1::int + nothing as sum', [1])).rejects.toThrow('column "nothing" does not exist');
  expect(await divide(6)).toEqual([{ share: 1 }]);
  await narrow.close();
});

test('a script keeps its place among the statements that are sent with it', async () => {
  await db.transact(async (tx) => {
    const first = tx.query('insert into things (name) values ($1)', ['first']);
    const script = tx.query(
      "update things set big = 1 where name = 'first'; update things set big = big + 1 where name = 'first'",
    );
    const last = tx.query('select big from things where name = $1', ['first']);
    expect((await Promise.all([first, script, last])).at(-1)).toEqual([{ big: 2 }]);
  });
});

test('parameters arrive as they were given, alone and in lists', async () => {
  const texts = ['', 'NULL', 'null', 'a "quoted" \\ one', "it's", '{},', ' edges ', 'عربي 中文', null];
  const octets = Buffer.from([0, 1, 92, 34, 255]);
  const day = new Date('2026-02-28T23:59:59.123Z');
  const given = [texts, texts[3], [octets], octets, [day], day, [true, false, null], [2n ** 80n, -1n], { a: ['b'] }, null, []];
  const [row] = await db.query(
    `select $1::text[] as a, $2::text as b, $3::bytea[] as c, $4::bytea as d, $5::timestamptz[] as e, $6::timestamptz as f,
       $7::boolean[] as g, $8::numeric[]::text as h, $9::jsonb as i, $10::int as j, $11::bigint[] as k`,
    given,
  );
  expect(Object.values(row ?? {})).toEqual(given.with(7, '{1208925819614629174706176,-1}'));
});

test('a statement of any length arrives whole, and the next one after it', async () => {
  const long = 'ü€😀'.repeat(200_000);
  const [row] = await db.query('select md5($1) = md5(repeat($2, $3::int)) as whole', [long, 'ü€😀', 200_000]);
  expect(row).toEqual({ whole: true });
  expect(await db.query('select $1::int as one', [1])).toEqual([{ one: 1 }]);
});

test('a parameter that has no notation fails its call, and nothing else', async () => {
  await expect(db.query('select $1::timestamptz', [new Date(Number.NaN)])).rejects.toThrow('Invalid time value');
  expect(await db.query('select $1::int as one', [1])).toEqual([{ one: 1 }]);
});

test('a connection that the server ends does not end the process', async () => {
  await db
    .query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    .catch(() => undefined);
  expect(await db.query('select 1 as alive')).toEqual([{ alive: 1 }]);
});

test('who waits too long for a connection fails, and later ones are served again', async () => {
  const narrow = connectDatabase({ url: db.url, poolSize: 1, log: silent, waitMsMax: 300 });
  // The connection is there before it is waited for: on a busy machine it may take longer to make.
  await expect.poll(() => narrow.query('select 1').then(Boolean, () => false)).toBe(true);
  const taken = await narrow.connect();
  await Promise.all([
    expect(narrow.query('select 1')).rejects.toThrow('timeout'),
    expect(narrow.transact((tx) => tx.query('select 1'))).rejects.toThrow('timeout'),
  ]);
  taken.release();
  expect(await narrow.query('select 1 as one')).toEqual([{ one: 1 }]);
  await narrow.close();
});

test('what comes after a failure fails for the same reason, not because of the failure', async () => {
  const failed = db.transact(async (tx) => {
    const first = tx.query('select 1 / $1::int', [0]);
    // Without parameters it travels by itself, and so does what follows it.
    const script = tx.query('savepoint here');
    const later = tx.query('select $1::int', [1]);
    await Promise.all([first, script, later].map((sent) => expect(sent).rejects.toMatchObject({ code: '22012' })));
    return later;
  });
  await expect(failed).rejects.toThrow('division by zero');
});

test('nor does what comes after a script that fails', async () => {
  const failed = db.transact(async (tx) => {
    const script = tx.query('select 1 / 0');
    const later = [tx.query('select $1::int', [1]), tx.query('savepoint here'), tx.query('select $1::int', [2])];
    await Promise.all([script, ...later].map((sent) => expect(sent).rejects.toMatchObject({ code: '22012' })));
    return script;
  });
  await expect(failed).rejects.toThrow('division by zero');
});

test("a transaction that has ended sends nothing more: its connection is somebody else's", async () => {
  const narrow = connectDatabase({ url: db.url, poolSize: 1, log: silent });
  let straggler: (() => Promise<unknown>) | undefined;
  await narrow.transact((tx) => {
    straggler = () => tx.query('insert into things (name) values ($1)', ['straggler']);
    return tx.query('select $1::int', [1]);
  });
  const refused = narrow.transact(async () => {
    await straggler?.();
  });
  await expect(refused).rejects.toThrow('has ended');
  expect(await names()).not.toContain('straggler');
  await narrow.close();
});

test('a row that can not be read fails no commit that has happened', async () => {
  const answers: string[] = [];
  const sent = db.transact(async (tx) => {
    tx.withCommit("insert into things (name, big) values ('beyond', $1) returning big", ['9007199254740993']);
    tx.afterCommit(() => answers.push('committed'));
  });
  const outcome = await sent.then(
    () => 'done',
    () => 'failed',
  );
  const kept = (await names()).includes('beyond');
  // Either both or neither: a caller retries after a failure.
  expect([outcome, answers.length]).toEqual(kept ? ['done', 1] : ['failed', 0]);
});

/** A connection to the database that can be cut silently: neither end notices. */
async function silentCut() {
  const { hostname, port, pathname, username, password } = new URL(db.url);
  let [cut, alone] = [false, 0];
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    const isCut = () => cut || far.localPort === alone;
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => isCut() || near.destroy());
    near.on('data', (bytes) => isCut() || far.write(bytes));
    far.on('data', (bytes) => isCut() || near.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  atEnd(() => proxy.close());
  const { port: nearby } = proxy.address() as AddressInfo;
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${nearby}${pathname}`,
    cut: () => (cut = true),
    cutAlone: (place: number) => (alone = place),
  };
}

test('a silent database keeps no caller waiting, in a transaction or without, by statement or script', async () => {
  const way = await silentCut();
  const narrow = connectDatabase({ url: way.url, poolSize: 4, log: silent, answerMsMax: 500, waitMsMax: 10_000 });
  atEnd(() => narrow.close());
  const clients = await Promise.all([1, 2, 3, 4].map(() => narrow.connect()));
  for (const client of clients) client.release();
  const lost: string[] = [];
  const open = narrow.transact(async (tx) => {
    await tx.query('select $1::int', [1]);
    way.cut();
    tx.afterCommit(() => lost.push('committed'));
    return tx.query('select $1::int', [1]);
  });
  await expect(open).rejects.toThrow(/terminated/);
  // Where a busy machine takes so long over the first answer that it is given up, the line is cut only now.
  way.cut();
  const others = [narrow.query('select $1::int', [1]), narrow.query('select 1'), narrow.transact((tx) => tx.query('select 1'))];
  const outcomes = await Promise.allSettled(others);
  const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'answered'));
  for (const reason of reasons) expect(reason).toMatch(/terminated|timeout/);
  expect(lost).toEqual([]);
});

test('who finds by a connection that lasts that the database has fallen silent gives up all others, and waits for none that is never made', async () => {
  const way = await silentCut();
  const own = connectDatabase({ url: way.url, poolSize: 2, log: silent, greetedMsMax: 200 });
  atEnd(() => own.close());
  // One that is there before the line is cut: on a busy machine not every one is greeted so soon.
  const isGreeted = () => own.query('select $1::int', [0]).then(Boolean, () => false);
  await expect.poll(isGreeted).toBe(true);
  const direct = await own.direct();
  atEnd(() => direct.close());
  const open = own.transact(async (tx) => {
    await tx.query('select $1::int', [1]);
    way.cut();
    const [asked, lasting] = [tx.query('select $1::int', [2]), direct.query('select 1')];
    asked.catch(() => undefined);
    await expect(lasting).rejects.toThrow('timeout');
    // Without the other one it would wait for 35 seconds, longer than this test may take.
    return asked;
  });
  await expect(open).rejects.toThrow(ConnectionLost);
  await expect(own.query('select $1::int', [3])).rejects.toThrow(ConnectionLost);
});

test('a connection that lasts and is lost alone takes no other with it', async () => {
  const way = await silentCut();
  // The database is there, however long a busy machine takes to say so.
  const own = connectDatabase({ url: way.url, poolSize: 2, log: silent, thereMsMax: 20_000 });
  atEnd(() => own.close());
  const direct = await own.direct();
  atEnd(() => direct.close());
  const [lasting] = await direct.query<{ port: number }>('select inet_client_port() as port');
  way.cutAlone(lasting?.port ?? 0);
  const asked = own.transact(async (tx) => {
    await tx.query('select $1::int', [1]);
    // Under way for longer than it takes to find that out, and to look whether the database is there.
    return tx.query<{ answer: string }>(`select pg_sleep(4.7)::text as answer`);
  });
  await expect(direct.query('select 1')).rejects.toThrow('Query read timeout');
  expect(await asked).toEqual([{ answer: '' }]);
});

test('a connection outlives its ends by little, and blocks nobody who waits for what it holds', async () => {
  const shown = async (from: Pick<typeof db, 'query'>) => {
    const settings = ['statement_timeout', 'idle_in_transaction_session_timeout', 'tcp_keepalives_idle', 'tcp_user_timeout'];
    const rows = await from.query<{ setting: string }>('select current_setting(name) as setting from unnest($1::text[]) name', [
      settings,
    ]);
    return rows.map(({ setting }) => setting);
  };
  const limits = ['30s', '2s', '5', '10000'];
  const usual = connectDatabase({ url: db.url, poolSize: 1, log: silent });
  expect(await shown(usual)).toEqual(limits);
  const direct = await usual.direct();
  expect(await shown(direct)).toEqual(limits.with(0, '3s'));
  await direct.close();
  expect(await usual.transact(shown, unhurried)).toEqual(limits.with(0, '0').with(1, '0'));
  expect(await shown(usual)).toEqual(limits);
  await usual.close();
});

test('a transaction that has kept its server waiting too long has lost its connection, and says so', async () => {
  const kept = db.transact(
    async (tx) => {
      const [{ pid } = { pid: 0 }] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await expect.poll(() => db.query('select from pg_stat_activity where pid = $1', [pid])).toEqual([]);
      return tx.query('select 1');
    },
    { idle_in_transaction_session_timeout: '50ms' },
  );
  await expect(kept).rejects.toThrow(ConnectionLost);
  expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
});

test('a connection is not given up for the time in which this process itself stood still', async () => {
  const own = connectDatabase({ url: db.url, poolSize: 1, log: silent, greetedMsMax: 4_000 });
  atEnd(() => own.close());
  const asked = own.query('select $1::int as one', [1]);
  // Begun, and then nothing runs here for longer than a greeting may take.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_100);
  expect(await asked).toEqual([{ one: 1 }]);
});

test('a transaction begins with the isolation that it asks for', async () => {
  const isolation = (tx: Pick<typeof db, 'query'>) => tx.query('show transaction_isolation');
  expect(await db.transact(isolation)).toEqual([{ transaction_isolation: 'read committed' }]);
  const settings = { transaction_isolation: 'repeatable read', transaction_read_only: 'on' };
  expect(await db.transact(isolation, settings)).toEqual([{ transaction_isolation: 'repeatable read' }]);
  await expect(db.transact((tx) => tx.query("insert into things (name) values ('read only')"), settings)).rejects.toThrow(
    'read-only',
  );
});

const pidOf = async (from: Pick<typeof db, 'query'>) => {
  const [row] = await from.query<{ pid: number }>('select pg_backend_pid() as pid where $1', [true]);
  return row?.pid;
};

test('a connection that is old is made anew', async () => {
  const own = connectDatabase({ url: db.url, poolSize: 1, log: silent, connectionSecondsMax: 0.05 });
  atEnd(() => own.close());
  const first = await pidOf(own);
  await vi.waitFor(async () => expect(await pidOf(own)).not.toBe(first), 30_000);
});

test('a server that takes no writes any more is left', async () => {
  const own = connectDatabase({ url: db.url, poolSize: 1, log: silent });
  atEnd(() => own.close());
  const first = await pidOf(own);
  const written = own.transact((tx) => tx.query('insert into things (name) values ($1)', ['at a standby']), {
    transaction_read_only: 'on',
  });
  await expect(written).rejects.toThrow(ConnectionLost);
  expect(await pidOf(own)).not.toBe(first);
});
