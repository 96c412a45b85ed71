import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { consolePrefix } from '@assay/contract/paths.ts';
import { exportsKept } from '@assay/contract/vocabulary/operators.ts';
import { expect, test, vi } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { testDatabase } from '../../../test/database.ts';
import { day, refusalOf, standingClock } from '../../../test/identity-app.ts';
import { unhurried } from '../../platform/database.ts';

// Long lists, written in the background.

const db = await testDatabase();
const clock = standingClock();
const lines = 12_345;
const first = await consoleApp(db, clock);
const { audit, exports, operators } = consoleCalls;
await db.query(
  `insert into operators (name, roles, created_at) select 'sleeper' || n, '{support}', now() from generate_series(1, $1) n`,
  [lines],
);
const ann = await first.operatorWith(['administrator']);
const everybody = await db.query<{ id: number }>('select id from operators');

const begin = (list = '/operators/list', filters = {}) =>
  ann.call(exports.begin, { list, filters }, { idempotencyKey: crypto.randomUUID() });
const ended = (id: string, call = ann.call) =>
  vi.waitFor(
    async () => {
      const one = (await call(exports.list, {})).find((each) => each.id === id);
      expect(one?.status).not.toBe('working');
      return one;
    },
    { timeout: 60_000, interval: 50 },
  );
async function fileOf(id: string, { token } = ann, app = first.app) {
  const { statusCode, body } = await app.inject({
    url: consolePrefix + exports.file.path.replace('{id}', id),
    headers: { authorization: token },
  });
  return { statusCode, body };
}

test('a list of any length is one file, each of its lines once, and the log tells of it', async () => {
  const { id, status } = await begin();
  expect(status).toBe('working');
  expect((await fileOf(id)).statusCode).toBe(404);
  expect(await ended(id)).toMatchObject({ status: 'done', lines: everybody.length });
  const { body } = await fileOf(id);
  const [head, ...rest] = body.trimEnd().split('\r\n');
  expect(head).toMatch(/^\u{feff}id,name,/u);
  expect(new Set(rest.map((line) => line.split(',')[0])).size).toBe(everybody.length);
  expect(rest).toHaveLength(everybody.length);
  const { items } = await ann.call(audit.list, { subject: 'list:/operators/list' });
  expect(items.map(({ action }) => action)).toEqual(['export.fetched', 'list.exported']);
  // The stored parts reveal nothing to a reader of the table.
  const [part] = await db.query<{ sealed: Buffer }>('select sealed from export_parts order by number limit 1');
  expect(part?.sealed.includes('sleeper')).toBe(false);
});

test('the process that takes one over after a crash continues after its last part', async () => {
  const { id } = await begin();
  await ended(id);
  // As it was when its writer died: two parts of three, and no process that continues.
  const [part] = await db.query<{ id: number }>(
    'delete from export_parts where export_id = $1 and number = 2 returning number as id',
    [id],
  );
  expect(part?.id).toBe(2);
  const page = await ann.call(operators.list, { limit: 100 });
  expect(page.items.length).toBe(100);
  const whole = everybody.map((row) => row.id).toSorted((a, b) => b - a);
  await db.query(
    `update exports set status = 'working', ended_at = null, taken_until = $2, lines = 10000, next_cursor = $3,
       bytes = (select sum(length(p.sealed) - 28) from export_parts p where p.export_id = $1) where id = $1`,
    [id, new Date(clock.wall() + 60_000), String(whole[9999])],
  );
  const second = await consoleApp(db, clock);
  const call = second.from('192.0.2.50', ann.token);
  await second.app.ready();
  clock.advance(60_001);
  // Another one that is begun wakes its writer.
  await call(exports.begin, { list: '/audit/list', filters: {} }, { idempotencyKey: crypto.randomUUID() });
  expect(await ended(id, call)).toMatchObject({ status: 'done', lines: everybody.length });
  const { body } = await fileOf(id);
  const ids = body
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]));
  expect(ids).toEqual(whole);
  await second.app.close();
});

test('is nobody else’s, nobody’s who may not take the list away, and gone after a day', async () => {
  const { id } = await begin('/audit/list', { action: 'proposal.made' });
  await ended(id);
  const ben = await first.operatorWith(['administrator']);
  expect((await fileOf(id, ben)).statusCode).toBe(404);
  expect(await ben.call(exports.list, {})).toEqual([]);
  expect(await refusalOf(ben.call(exports.remove, { id }))).toBe('404');
  expect(await refusalOf(begin('/nothing/list'))).toBe('404');
  expect(await refusalOf(begin('/audit/list', { limit: 'many' }))).toBe('400');
  const cat = await first.operatorWith(['support']);
  expect(await refusalOf(cat.call(exports.begin, { list: '/operators/list', filters: {} }))).toBe('403');
  await db.query("update operators set roles = '{support}' where id = $1", [ann.id]);
  expect((await fileOf(id)).statusCode).toBe(404);
  await db.query("update operators set roles = '{administrator}' where id = $1", [ann.id]);
  expect((await fileOf(id)).statusCode).toBe(200);
  while ((await ann.call(exports.list, {})).length < exportsKept) await begin('/audit/list');
  expect(await refusalOf(begin('/audit/list'))).toBe('11281');
  await ann.call(exports.remove, { id });
  expect((await fileOf(id)).statusCode).toBe(404);
  const { id: last } = await begin('/audit/list');
  await ended(last);
  clock.advance(day);
  expect(await db.query('select 1 as one from exports where kept_until > $1', [new Date(clock.wall())])).toEqual([]);
});

test('where a part is gone, or stands in another’s place, the file breaks off and does not end as if it were whole', async () => {
  const eve = await first.operatorWith(['administrator']);
  const { id } = await eve.call(exports.begin, { list: '/operators/list', filters: {} });
  await ended(id, eve.call);
  expect((await fileOf(id, eve)).statusCode).toBe(200);
  await db.query('update export_parts set number = 9 - number where export_id = $1 and number > 0', [id]);
  await db.query('update export_parts set number = number - 6 where export_id = $1 and number > 0', [id]);
  await expect(fileOf(id, eve)).rejects.toThrow('destroyed');
  await db.query('delete from export_parts where export_id = $1 and number > 0', [id]);
  await expect(fileOf(id, eve)).rejects.toThrow('destroyed');
});

test('a role that is taken away ends what is being written', async () => {
  const cat = await first.operatorWith(['administrator']);
  const { id } = await cat.call(exports.begin, { list: '/operators/list', filters: {} });
  await db.query("update operators set roles = '{support}' where id = $1", [cat.id]);
  expect(await ended(id, cat.call)).toMatchObject({ status: 'failed' });
});

test('what fails once goes on, and a short list does not wait for long ones', async () => {
  const [cat, eve] = [await first.operatorWith(['administrator']), await first.operatorWith(['administrator'])];
  const key = () => ({ idempotencyKey: crypto.randomUUID() });
  // The first part that is kept fails, as where the database is away for a moment.
  await db.query('create sequence parts_kept');
  await db.query('create table kept_in_order (place bigint, export_id bigint)');
  await db.query(
    `create function note_part() returns trigger language plpgsql as $$
     declare place bigint := nextval('parts_kept');
     begin
       if place = 1 then raise exception 'away for a moment'; end if;
       insert into kept_in_order values (place, new.export_id);
       return new;
     end $$`,
  );
  await db.query('create trigger note_part before insert on export_parts for each row execute function note_part()');
  const [long, short] = await db.transact(async (tx) => {
    // Nothing is kept before all are begun.
    await tx.query('lock table export_parts in share row exclusive mode');
    const lists: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { id } = await cat.call(exports.begin, { list: '/operators/list', filters: {} }, key());
      lists.push(id);
    }
    const filters = { action: 'nothing' };
    return [lists, await eve.call(exports.begin, { list: '/audit/list', filters }, key())] as const;
  }, unhurried);
  await ended(short.id, eve.call);
  clock.advance(11_000);
  for (const id of long) expect(await ended(id, cat.call)).toMatchObject({ status: 'done' });
  const order = await db.query<{ id: string }>('select export_id::text as id from kept_in_order order by place');
  // Each of the long ones has had one turn at most.
  expect(order.findIndex(({ id }) => id === short.id)).toBeLessThan(2);
  await db.query('drop trigger note_part on export_parts');
});

test('what was written for somebody goes with the roles for which it was', async () => {
  const [cat, eve, lou] = [
    await first.operatorWith(['administrator']),
    await first.operatorWith(['administrator']),
    await first.operatorWith(['administrator']),
  ];
  const { id } = await lou.call(exports.begin, { list: '/audit/list', filters: { action: 'nothing' } });
  await ended(id, lou.call);
  const reason = 'they only watch from now on';
  const { proposalId } = await cat.call(operators.setRoles, { operatorId: lou.id, roles: ['regulator'], reason });
  await eve.call(consoleCalls.proposals.approve, { id: proposalId });
  expect(await db.query('select from exports where id = $1', [id])).toEqual([]);
});
