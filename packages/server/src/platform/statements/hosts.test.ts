import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { type Database, connectDatabase } from '../database.ts';
import { startJobs } from '../jobs.ts';
import { createMetrics } from '../metrics.ts';
import { workOn } from '../schema/at-work.ts';
import { readAddress } from './hosts.ts';
import { ConnectionLost } from './lost-connection.ts';

const db = await testDatabase(2);
const own = new URL(db.url);

test.each([
  ['postgres://a:b@one/x', ['postgres://a:b@one/x'], 'any'],
  [
    'postgres://a:b@one:1,two:2,[::1]:3/x',
    ['postgres://a:b@one:1/x', 'postgres://a:b@two:2/x', 'postgres://a:b@[::1]:3/x'],
    'any',
  ],
  [
    'postgresql://a:p%2F,@one,two/x?target_session_attrs=read-write',
    ['postgresql://a:p%2F,@one/x', 'postgresql://a:p%2F,@two/x'],
    'writable',
  ],
  ['postgres://one/x?sslmode=require&target_session_attrs=primary', ['postgres://one/x?sslmode=require'], 'writable'],
  ['postgres://one,two/x?target_session_attrs=standby', ['postgres://one/x', 'postgres://two/x'], 'standby'],
])('%s is read', (text, urls, wants) => {
  expect(readAddress(text)).toEqual({ urls, wants });
});

test.each([
  'mysql://one/x',
  'postgres://a@one,/x',
  'postgres://a:of/me@one/x',
  'postgres://one:1,two:port/x',
  'postgres://one/x?target_session_attrs=fastest',
])('%s is no address', (text) => {
  expect(readAddress(text)).toBeUndefined();
});

interface Host {
  readonly port: number;
  /** How many have come. */
  readonly came: () => number;
  /** Nothing passes any more, without an error: as when the machine is gone. */
  readonly silence: () => void;
  readonly end: () => Promise<void>;
}

async function hostOf(serve: (socket: Socket) => void, at = 0): Promise<Host> {
  const sockets = new Set<Socket>();
  let came = 0;
  let isSilent = false;
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()));
    if (isSilent) {
      socket.pause();
      return;
    }
    came += 1;
    serve(socket);
  }).listen(at, '127.0.0.1');
  await once(server, 'listening');
  const end = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  atEnd(end);
  const silence = () => {
    isSilent = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  return { port: (server.address() as AddressInfo).port, came: () => came, silence, end };
}

/** A way to the database of the tests. */
const way = (at = 0) =>
  hostOf((socket) => {
    const there = connect(Number(own.port), own.hostname);
    there.on('error', () => socket.destroy());
    socket.on('close', () => there.destroy()).pipe(there);
    there.on('close', () => socket.destroy()).pipe(socket);
  }, at);

const message = (type: string, content: string | Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(content));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
};

/** Greets as a standby, and does nothing more. */
const standby = () =>
  hostOf((socket) => {
    const greeting = [message('R', Buffer.alloc(4)), message('S', 'in_hot_standby\0on\0'), message('Z', 'I')];
    socket.once('data', () => socket.write(Buffer.concat(greeting)));
  });

async function closedPort(): Promise<number> {
  const { port, end } = await hostOf(() => undefined);
  await end();
  return port;
}

function addressOf(ports: readonly number[], asked = '?target_session_attrs=read-write'): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  return `postgres://${own.username}:${own.password}@${hosts}${own.pathname}${asked}`;
}

function connectTo(url: string, poolSize = 4): Database {
  const found = connectDatabase({ url, poolSize, log: silent });
  atEnd(() => found.close());
  return found;
}

const one = (from: Pick<Database, 'query'>) => from.query('select $1::int as one', [1]);

test('of several hosts the one that takes writes is found, by whoever asks at once and however they ask', async () => {
  const there = await standby();
  const found = connectTo(addressOf([await closedPort(), there.port, Number(own.port)]));
  const asked = [one(found), found.query('select 1 as one'), found.transact(one), found.transact(one)];
  expect(await Promise.all(asked)).toEqual(Array.from(asked, () => [{ one: 1 }]));
  const came = there.came();
  const direct = await found.direct();
  expect(await one(direct)).toEqual([{ one: 1 }]);
  await direct.close();
  // The host found is tried first by the next connection.
  expect(there.came()).toBe(came);
});

test('the first connection for something that lasts finds it too', async () => {
  const found = connectTo(addressOf([await closedPort(), (await standby()).port, Number(own.port)]));
  const direct = await found.direct();
  expect(await one(direct)).toEqual([{ one: 1 }]);
  await direct.close();
});

test('where none takes writes whoever asks is told so, and none is asked twice', async () => {
  const [first, second] = [await standby(), await standby()];
  const nowhere = connectTo(addressOf([first.port, second.port]));
  await expect(one(nowhere)).rejects.toThrow(ConnectionLost);
  expect([first.came(), second.came()]).toEqual([1, 1]);
  const refused = await closedPort();
  const reasons = `127.0.0.1:${first.port}: it takes no writes; 127.0.0.1:${refused}: connect ECONNREFUSED`;
  await expect(connectTo(addressOf([first.port, refused])).direct()).rejects.toThrow(reasons);
});

test('who would wait long for a single host does not wait so long for one of several', async () => {
  const mute = await hostOf(() => undefined);
  const patient = { poolSize: 1, log: silent, waitMsMax: 600_000, greetedMsMax: 600_000 };
  const found = connectDatabase({ url: addressOf([mute.port, Number(own.port)]), ...patient });
  atEnd(() => found.close());
  expect(await one(found)).toEqual([{ one: 1 }]);
  expect(mute.came()).toBe(1);
});

test('a single host is asked whether it takes writes only where the address asks', async () => {
  const { port } = await standby();
  await expect(one(connectTo(addressOf([port])))).rejects.toThrow('it takes no writes');
  expect(await one(connectTo(addressOf([Number(own.port)])))).toEqual([{ one: 1 }]);
});

test('a standby is asked for at an address that wants one, and whoever takes writes is none', async () => {
  await expect(one(connectTo(addressOf([Number(own.port)], '?target_session_attrs=standby')))).rejects.toThrow(
    'it is no standby',
  );
});

test('when the host that was found is gone the next one is', async () => {
  const [first, second] = [await way(), await way()];
  const found = connectTo(addressOf([first.port, second.port]));
  const direct = await found.direct();
  await Promise.all([one(found), one(found)]);
  expect(second.came()).toBe(0);
  await first.end();
  await vi.waitFor(() => expect(direct.lost.aborted).toBe(true));
  // Open connections are known to be lost once they have reported it.
  await vi.waitFor(async () => expect(await one(found)).toEqual([{ one: 1 }]), 30_000);
  expect(second.came()).toBeGreaterThan(0);
});

test('when the machine that was found is gone whoever works on the tables finds out by himself, and nobody waits on for it', async () => {
  const [first, second] = [await way(), await way()];
  const url = addressOf([first.port, second.port]);
  const found = connectDatabase({ url, poolSize: 1, log: silent, greetedMsMax: 1_000, answerMsMax: 600_000 });
  atEnd(() => found.close());
  const isOurVersion = async () => undefined;
  const works = await workOn({ db: found, log: silent, isOurVersion, ended: () => undefined, stillThereEveryMs: 50 });
  expect(await one(found)).toEqual([{ one: 1 }]);
  expect(second.came()).toBe(0);
  first.silence();
  await expect(one(found)).rejects.toThrow(ConnectionLost);
  await vi.waitFor(async () => expect(await one(found)).toEqual([{ one: 1 }]), 60_000);
  await vi.waitFor(() => expect(second.came()).toBeGreaterThan(1), 60_000);
  await works.stop();
});

test('the queue of the jobs finds it too, and works', async () => {
  const url = addressOf([await closedPort(), Number(own.port)]);
  const { promise: ran, resolve } = Promise.withResolvers<void>();
  const job = { name: 'hosts.tried', cron: '0 0 1 1 *', run: async () => resolve() };
  const jobs = await startJobs({ url, db, jobs: [job], log: silent, metrics: createMetrics() });
  await db.query('select from graphile_worker.add_job($1)', [job.name]);
  await expect(ran).resolves.toBeUndefined();
  await jobs.stop();
});

test('a job that ends while the database is gone is done again when it is back, and never twice at once', async () => {
  const first = await way();
  let running = 0;
  const seenAtOnce: number[] = [];
  const job = {
    name: 'hosts.gone',
    cron: '0 0 1 1 *',
    run: async () => {
      running += 1;
      seenAtOnce.push(running);
      if (seenAtOnce.length === 1) await first.end();
      running -= 1;
    },
  };
  const said: unknown[] = [];
  const log = Object.assign(Object.create(silent) as typeof silent, { error: (told: unknown) => said.push(told) });
  const jobs = await startJobs({ url: addressOf([first.port]), db, jobs: [job], log, metrics: createMetrics() });
  await db.query('select from graphile_worker.add_job($1, queue_name => $1)', [job.name]);
  const unsaid = { reason: expect.stringContaining('Failed to complete jobs') as string };
  await expect.poll(() => said, { timeout: 60_000 }).toContainEqual(unsaid);
  await way(first.port);
  await expect.poll(() => db.query('select from graphile_worker.jobs'), { timeout: 120_000 }).toHaveLength(0);
  expect(seenAtOnce).toEqual([1, 1]);
  await jobs.stop();
});

test.each([
  ['whoever works on the tables finds out', 600_000, 50],
  ['it waits for an answer in vain', 5_000, 600_000],
])('when the machine that was found is gone the queue of the jobs goes on at another: %s', async (_, answerMsMax, everyMs) => {
  const first = await way();
  const url = addressOf([first.port, Number(own.port)]);
  const found = connectTo(url);
  const isOurVersion = async () => undefined;
  const works = await workOn({ db: found, log: silent, isOurVersion, ended: () => undefined, stillThereEveryMs: everyMs });
  const ran: string[] = [];
  const job = { name: 'hosts.silenced', cron: '0 0 1 1 *', run: async () => void ran.push('ran') };
  const jobs = await startJobs({ url, db: found, jobs: [job], log: silent, metrics: createMetrics(), answerMsMax });
  first.silence();
  // What has passed before is done by then: a job that this queue did not take is left for another.
  const busy = `select from pg_stat_activity
    where datname = current_database() and application_name = 'assay jobs' and state <> 'idle'`;
  await expect.poll(() => db.query(busy), { timeout: 60_000 }).toEqual([]);
  await db.query('select from graphile_worker.add_job($1, queue_name => $1)', [job.name]);
  await expect.poll(() => ran, { timeout: 120_000 }).toEqual(['ran']);
  await jobs.stop();
  await works.stop();
});
