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
