import { allConsoleCalls, consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { expect, test } from 'vitest';
import { serveLedgerDesk } from '../src/ledger/index.ts';
import { appendAudit } from '../src/operators/index.ts';
import { consoleApp } from './console.ts';
import { testDatabase } from './database.ts';
import { minute, refusalOf } from './identity-app.ts';
import { fund, trading } from './trading.ts';

// The seat of a regulator: books and log to read, both chains to verify, and nothing to do.

const db = await testDatabase(12);
const { clock, person, quote } = await trading(db);
await fund(db, 'demo');
const { desk, operatorWith } = await consoleApp(db, clock, serveLedgerDesk);
const regulator = await operatorWith(['regulator']);
const { audit, exports, ledger, session } = consoleCalls;

test('no call that moves anything is theirs but those of their own session and files', () => {
  const moving = allConsoleCalls.filter(({ moves, roles }) => moves && roles !== 'public' && roles.includes('regulator'));
  expect(moving.map(({ path }) => path).toSorted()).toEqual(
    [session.endSession.path, session.signOut.path, exports.begin.path, exports.remove.path].toSorted(),
  );
  const reading = allConsoleCalls.filter(({ moves, roles }) => !moves && roles !== 'public' && roles.includes('regulator'));
  expect(new Set(reading.map(({ path }) => path.split('/')[1]))).toEqual(
    new Set(['session', 'ledger', 'treasury', 'audit', 'halts', 'exports']),
  );
});

test('they read the books and the log and verify both chains, and find what was rewritten in either', async () => {
  const { demo } = await person('ada_lovelace');
  await quote(10_000);
  await demo(
    order.buyU,
    { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 },
    { idempotencyKey: 'one' },
  );
  expect((await regulator.call(ledger.transactions, {})).items.length).toBeGreaterThan(0);
  expect(await regulator.call(audit.verify, {})).toMatchObject({ findings: [] });
  expect(await regulator.call(ledger.verifyBooks, {})).toMatchObject({ findings: [], seal: null });
  // As often as once a minute, and none for another.
  expect(await refusalOf(regulator.call(ledger.verifyBooks, {}))).toBe('429');
  expect(await (await operatorWith(['administrator'])).call(ledger.verifyBooks, {})).toMatchObject({ findings: [] });
  clock.advance(minute);
  await db.query('alter table ledger_transfers disable trigger user');
  await db.query(
    'update ledger_transfers set amount = amount + 1 where transaction_id = (select max(id) from ledger_transactions)',
  );
  expect((await regulator.call(ledger.verifyBooks, {})).findings.length).toBeGreaterThan(0);
  const watched = await operatorWith(['administrator']);
  await watched.call(consoleCalls.operators.create, {
    name: 'somebody',
    roles: ['support'],
    reason: 'more people for the desk',
  });
  await db.query('alter table audit_log disable trigger user');
  await db.query("update audit_log set subject = 'nothing:1' where id = 1");
  expect((await regulator.call(audit.verify, {})).findings.length).toBeGreaterThan(0);
});

test('they take the books away whole, as long as they are', async () => {
  const list = consoleCalls.ledger.accounts.path;
  const { id } = await regulator.call(exports.begin, { list, filters: { book: 'demo' } });
  await expect.poll(async () => (await regulator.call(exports.list, {})).find((one) => one.id === id)?.status).toBe('done');
  expect(
    await refusalOf(regulator.call(exports.begin, { list: '/users/list', filters: {} }, { idempotencyKey: 'users' })),
  ).toBe('404');
});

test('of what was done to customers they read the acts, and nothing that was typed of a person', async () => {
  const made = {
    kind: 'user.country',
    about: 'user:7',
    payload: { id: '7', country: 'JP' },
    reason: 'she wrote from her new home',
  };
  const about = { kind: 'treasury.move', about: 'house:real:fees', reason: 'the fees of the quarter' };
  for (const details of [made, about])
    await appendAudit(db, clock.wall(), null, { action: 'proposal.made', subject: 'proposal:900', details });
  const { reason: _, ...done } = made;
  const seen = async (by: typeof regulator) =>
    (await by.call(audit.list, { subject: 'proposal:900' })).items.map(({ details }) => details);
  expect(await seen(regulator)).toEqual([about, done]);
  expect(await seen(await operatorWith(['administrator']))).toEqual([about, made]);
});

test('one verification runs at a time, of books or of log, however many ask', async () => {
  clock.advance(minute);
  const watcher = await operatorWith(['regulator']);
  const running = Promise.withResolvers<string>();
  const first = desk.verify(() => running.promise);
  expect(await refusalOf(watcher.call(ledger.verifyBooks, {}))).toBe('429');
  expect(await refusalOf(watcher.call(audit.verify, {}))).toBe('429');
  running.resolve('whatever came of it');
  expect(await first).toBe('whatever came of it');
  await expect(desk.verify(() => Promise.reject(new Error('it broke')))).rejects.toThrow('it broke');
  expect(await watcher.call(audit.verify, {})).toHaveProperty('entries');
  expect(await watcher.call(ledger.verifyBooks, {})).toHaveProperty('through');
});

test('whoever is a regulator is nothing else', async () => {
  await expect(
    db.query(`update operators set roles = array['regulator', 'finance'] where id = $1`, [regulator.id]),
  ).rejects.toThrow('operators_roles_check');
  const [one, two] = [await operatorWith(['administrator']), await operatorWith(['administrator'])];
  const reason = 'a seat for those who watch us';
  expect(
    await refusalOf(one.call(consoleCalls.operators.create, { name: 'both', roles: ['regulator', 'support'], reason })),
  ).toBe('400');
  const { proposalId } = await one.call(consoleCalls.operators.create, { name: 'watcher', roles: ['regulator'], reason });
  await two.call(consoleCalls.proposals.approve, { id: proposalId });
  expect(await db.query("select roles from operators where name = 'watcher'")).toEqual([{ roles: ['regulator'] }]);
});
