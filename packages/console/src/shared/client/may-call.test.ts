import { allConsoleCalls, consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { expect, test } from 'vitest';
import { mayCall } from './may-call.ts';

test('one of the roles that a call names is enough, and none is not', () => {
  expect(mayCall(consoleCalls.treasury.propose, ['support', 'finance'])).toBe(true);
  expect(mayCall(consoleCalls.treasury.propose, ['support', 'reviewer', 'administrator'])).toBe(false);
  expect(mayCall(consoleCalls.session.signIn, [])).toBe(true);
});

test('a support operator moves no money and changes no terms', () => {
  const moves = allConsoleCalls.filter((call) => call.moves && mayCall(call, ['support'])).map(({ path }) => path);
  expect(
    moves.filter((path) => /^\/(deposits|withdrawals|loans|treasury|ledger|parameters|planProducts|positions)\//.test(path)),
  ).toEqual([]);
});
