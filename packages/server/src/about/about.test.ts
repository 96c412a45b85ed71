import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { expect, test } from 'vitest';
import { corporateWorld, key, monday, reason } from '../../test/corporate.ts';
import { hour, identityApp, refusalOf } from '../../test/identity-app.ts';
import { serveAbout } from './index.ts';

const world = await corporateWorld('AAPL', 'KO', 'GC', 'GLD', 'XAUUSD');
const { db, clock, server, two, quote, record, until, seeThrough } = world;
const { http, call } = await identityApp(db, clock);
serveAbout(http, server.market);
const read = (code: string) => call(index.instrumentProfile, { code });

test('an instrument says where it is listed, what a lot stands for and what else is a price of the same thing', async () => {
  expect(await read('AAPL')).toEqual({
    code: 'AAPL',
    exchange: 'XNAS',
    sector: 'informationTechnology',
    lot: null,
    units: null,
    alike: [],
    about: null,
    actions: [],
  });
  expect(await read('GC')).toMatchObject({
    exchange: 'XCEC',
    sector: null,
    lot: { count: '100', unit: 'troyOunce' },
    alike: ['XAUUSD', 'GLD'],
  });
  expect(await refusalOf(read('NOPE'))).toBe('11009');
  expect(await refusalOf(read('a b'))).toBe('400');
});

test('splits and dividends that two have recorded are told, those taken back are not', async () => {
  await quote('KO', 50);
  await record({ code: 'KO', kind: 'dividend', perUnit: '0.5', firstDay: '2030-01-08' });
  const dividend = { kind: 'dividend', toUnits: null, fromUnits: null, perUnit: '0.5', firstDay: '2030-01-08' };
  expect((await read('KO')).actions).toEqual([{ ...dividend, done: false }]);
  until(monday + 21 * hour);
  await seeThrough('KO');
  await record({ code: 'KO', kind: 'split', toUnits: 2, fromUnits: 1, firstDay: '2030-01-10' });
  const split = { kind: 'split', toUnits: 2, fromUnits: 1, perUnit: null, firstDay: '2030-01-10' };
  expect((await read('KO')).actions).toEqual([
    { ...split, done: false },
    { ...dividend, done: true },
  ]);
  const [alice, bob] = await two();
  const [waiting] = await world.shown('KO');
  const { proposalId } = await alice.call(consoleCalls.actions.proposeWithdrawal, { id: waiting?.id ?? '', reason }, key());
  expect((await read('KO')).actions).toHaveLength(2);
  await bob.call(consoleCalls.proposals.approve, { id: proposalId }, key());
  expect((await read('KO')).actions).toEqual([{ ...dividend, done: true }]);
});

test('how many shares there are is recorded by two, with source and day, and the latest day counts', async () => {
  const recordUnits = async (units: string, asOf: string) => {
    const [alice, bob] = await two();
    const asked = { code: 'AAPL', units, source: '10-Q', asOf, reason };
    const { proposalId } = await alice.call(consoleCalls.facts.proposeUnits, asked, key());
    expect(await refusalOf(alice.call(consoleCalls.proposals.approve, { id: proposalId }, key()))).toBe('11070');
    await bob.call(consoleCalls.proposals.approve, { id: proposalId }, key());
  };
  await recordUnits('14776353000', '2029-10-17');
  await recordUnits('15000000000', '2028-10-17');
  expect((await read('AAPL')).units).toEqual({ count: '14776353000', source: '10-Q', asOf: '2029-10-17' });
  const [alice] = await two();
  const { items } = await alice.call(consoleCalls.facts.listUnits, {});
  expect(items).toMatchObject([{ asOf: '2028-10-17' }, { asOf: '2029-10-17', units: '14776353000' }]);
  const propose = (asked: { code?: string; units?: string; asOf?: string }) =>
    refusalOf(
      alice.call(
        consoleCalls.facts.proposeUnits,
        { code: 'KO', units: '1', source: '10-Q', asOf: '2029-01-01', reason, ...asked },
        key(),
      ),
    );
  // A future has no such number; a day to come is not known yet, and one that there is not never will be.
  expect(await Promise.all([propose({ code: 'GC' }), propose({ code: 'NOPE' })])).toEqual(['11402', '11402']);
  expect(await propose({ asOf: '2031-01-01' })).toBe('11402');
  expect(await propose({ asOf: '2029-13-01' })).toBe('11402');
  expect(await propose({ asOf: '2029-02-30' })).toBe('11402');
  expect(await propose({ units: '0' })).toBe('11402');
});

test('the database takes no number that two operators have not approved', async () => {
  const alone = db.query(
    `insert into instrument_units (code, units, source, as_of, proposal_id, approved_at)
     select code, 1, 'me', '2029-01-01', (select max(id) from proposals), now() from instruments where code = 'KO'`,
  );
  await expect(alone).rejects.toThrow(/needs two operators|duplicate/);
});
