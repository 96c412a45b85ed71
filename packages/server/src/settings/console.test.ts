import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { refusalOf, standingClock } from '../../test/identity-app.ts';
import { parameter, serveParametersDesk } from './index.ts';
import { isPossible } from './rules.ts';

const db = await testDatabase();
const { operatorWith } = await consoleApp(db, standingClock(), serveParametersDesk);
const { parameters, proposals } = consoleCalls;
const [ann, ben] = [await operatorWith(['finance']), await operatorWith(['administrator'])];
const reason = 'Agreed in the board meeting';

test('a parameter changes by two persons, and its history names both', async () => {
  const key = 'withdrawal_fee_rate';
  const { proposalId } = await ann.call(parameters.propose, { key, value: '0.008', reason });
  expect((await ann.call(parameters.list, {})).find((one) => one.key === key)).toMatchObject({
    kind: 'rate',
    value: '0.01',
    waiting: proposalId,
  });
  expect(await refusalOf(ann.call(proposals.approve, { id: proposalId }))).toBe('11070');
  expect(await refusalOf(ben.call(parameters.propose, { key, value: '0.007', reason }))).toBe('11082');
  await ben.call(proposals.approve, { id: proposalId });
  expect(await parameter(db, key)).toBe('0.008');
  expect((await ann.call(parameters.history, { key })).items).toMatchObject([
    { key, before: '0.01', after: '0.008', reason, proposedBy: { name: ann.name }, approvedBy: { name: ben.name } },
  ]);
  const again = { key, value: '0.008', reason: 'The same value once more' };
  expect(await refusalOf(ann.call(parameters.propose, again))).toBe('11081');
});

test('a list is emptied as it was filled, by two persons', async () => {
  const key = 'restricted_countries';
  for (const value of ['DE', '']) {
    const { proposalId } = await ann.call(parameters.propose, { key, value, reason });
    await ben.call(proposals.approve, { id: proposalId });
    expect(await parameter(db, key)).toBe(value);
  }
  expect(await refusalOf(ann.call(parameters.propose, { key: 'withdrawal_fee_rate', value: ' ', reason }))).toBe('11076');
});

test('a value that is none of the parameter, or a parameter that is not to be set, is refused', async () => {
  const refused = (key: string, value: string) => refusalOf(ann.call(parameters.propose, { key, value, reason }));
  expect(await refused('withdrawal_fee_rate', '0.2')).toBe('11076');
  expect(await refused('mode', 'live')).toBe('11076');
});

test.each([
  ['withdrawal_fee_rate', ['0', '0.1', '0.0125'], ['0.0000001', '-0.01', '1e-2', '0.11', '1%', '٠', '']],
  ['invite_reward_rate', ['0', '0.123456'], ['0.1234567']],
  ['invite_reward_days', ['1', '365'], ['0', '1.5', '-1', '3651', '010']],
  ['withdrawal_limit_day_verified', ['250000.5', '250000.000001'], ['250000.0000001', '10000001', '1,000']],
  ['spot_claims', ['', 'DOGE', 'DOGE SHIB'], ['doge', 'DOGE,SHIB', 'DOGE  SHIB', '*']],
  ['restricted_countries', ['', 'DE', 'AT DE'], ['de', 'AT,DE', 'AT  DE', 'USA']],
  [
    'down_url',
    ['/', '/help#app', 'https://example.com/app?x=1'],
    ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'http://example.com', 'x'],
  ],
  [
    'claims',
    [
      '{"volumeUsd24h":"1","listedCryptocurrencies":2,"registeredUsers":3,"feeBelowPercent":"0.3","source":"our ledger","date":"2030-01-07"}',
    ],
    [
      '{"volumeUsd24h":"1","listedCryptocurrencies":2,"registeredUsers":3,"feeBelowPercent":"0.3"}',
      '{"volumeUsd24h":"1","listedCryptocurrencies":2,"registeredUsers":3,"feeBelowPercent":"0.3","source":"x","date":"soon"}',
      '[]',
      'no JSON',
    ],
  ],
])('%s takes some values and not others', (key, possible, impossible) => {
  expect(possible.filter((value) => !isPossible(key, value))).toEqual([]);
  expect(impossible.filter((value) => isPossible(key, value))).toEqual([]);
});
