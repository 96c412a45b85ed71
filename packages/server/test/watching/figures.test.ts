import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { order } from '@assay/contract/endpoints/order.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../database.ts';
import { testFolder } from '../images.ts';
import { wholeServer } from '../whole-server.ts';

// What a server really reports to monitoring, before and after something has happened.

const db = await testDatabase(12);
const stamp = join(testFolder(), 'backed-up');
const server = await wholeServer(db, { BACKUP_STAMP: stamp });
const wanted = { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;

/**
 * What the database is asked for. Where it takes longer than a second to answer, it is left out and reported with the next
 * ones.
 */
const asked = [
  'desk_waiting{desk="engine"}',
  'desk_oldest_seconds{desk="engine"}',
  'mail_oldest_seconds',
  'house_usdt{book="real",account="customers"}',
  'exposure_usdt{book="demo",figure="long"}',
];

/** The present figures, by their names and labels as reported; undefined where they are not. */
async function figures(): Promise<(name: string) => number | undefined> {
  let told = new Map<string, string>();
  const look = async () => {
    const { body } = await server.desks.inject('/metrics');
    told = new Map(body.split('\n').map((line) => [line.slice(0, line.lastIndexOf(' ')), line]));
    return asked.filter((name) => !told.has(name));
  };
  await expect.poll(look).toEqual([]);
  return (name) => {
    const line = told.get(name);
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
  };
}
const figure = async (name: string) => (await figures())(name);

test('orders are counted by what came of them, and refusals by their code, whoever is refused', async () => {
  await server.quote();
  const { demoHeaders } = await server.person('counted');
  const opened = (answer: string) => `orders_answered_total{product="contracts",kind="open",book="demo",answer="${answer}"}`;
  const { status } = await server.send(order.buyU, wanted, demoHeaders);
  expect(status).toBe(200);
  const refused = await server.send(order.buyU, { ...wanted, lots: '100000000' }, demoHeaders);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  await server.send(order.buyU, wanted, {});
  const of = await figures();
  expect([of(opened('done')), of(opened(refused.code))]).toEqual([1, 1]);
  expect([of(`http_refusals_total{code="${refused.code}"}`), of('http_refusals_total{code="401"}')]).toEqual([1, 1]);
});

test('what is done at prices that were reached is counted by what had waited for them', async () => {
  await expect.poll(() => server.health.lead.watching).toBe(true);
  await server.quote();
  const { demo } = await server.person('stopped');
  await demo(order.buyU, { ...wanted, stopLoss: '98' }, { idempotencyKey: 'stopped' });
  const acted = 'engine_acts_total{source="positions"}';
  const before = (await figure(acted)) ?? 0;
  server.clock.advance(1000);
  await server.quote('97.00');
  await expect.poll(() => figure(acted)).toBe(before + 1);
  expect(await figure('orders_answered_total{product="contracts",kind="act",book="demo",answer="done"}')).toBe(before + 1);
});

test('what the house has and owes, what customers hold, and what waits at the desks are told, and asked again after ten seconds', async () => {
  const later = async () => {
    server.clock.advance(10_000);
    await server.quote();
    return figures();
  };
  const before = await later();
  const [long, parked] = ['exposure_usdt{book="demo",figure="long"}', 'desk_waiting{desk="engine"}'];
  expect(before('house_usdt{book="demo",account="insurance"}')).toBeGreaterThan(900_000);
  expect([before(parked), before('desk_oldest_seconds{desk="engine"}')]).toEqual([0, 0]);
  expect([before('mail_oldest_seconds'), before('desk_waiting{desk="deposits"}')]).toEqual([0, 0]);
  const { demo } = await server.person('holder');
  await demo(order.buyU, wanted, { idempotencyKey: 'held' });
  await db.query(
    `insert into parked_acts (source, order_id, code, bid, ask, time_ms, position, tries, last_error, parked_at)
     values ('spot', 1, $1, 9400, 9401, 1, 1, 5, 'the database is away', $2)`,
    [coin.code, new Date(server.clock.now() - 60_000)],
  );
  const same = await figures();
  expect([same(long), same(parked)]).toEqual([before(long), 0]);
  const after = await later();
  // One lot more, at 100.
  expect(Number(after(long)) - Number(before(long))).toBeCloseTo(100);
  expect([after(parked), after('desk_oldest_seconds{desk="engine"}')]).toEqual([1, 70]);
  expect(after('house_usdt{book="real",account="customers"}')).toBeGreaterThanOrEqual(10_000);
});

test('connections to the database, the bus and the last backup are told', async () => {
  const of = await figures();
  expect([of('bus_connected'), of('database_pool_waiting'), of('backup_taken_seconds')]).toEqual([1, 0, undefined]);
  const used = 'database_pool_connections{state="used"}';
  const most = await db.transact(() => db.transact(() => db.transact(() => figure(used))));
  expect(most).toBeGreaterThanOrEqual(3);
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, '');
  await utimes(stamp, 1_900_000_000, 1_900_000_000);
  expect(await figure('backup_taken_seconds')).toBe(1_900_000_000);
});
