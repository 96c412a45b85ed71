import { expect, test } from 'vitest';
import { suggestName } from './suggest-name.ts';

test('a user name is suggested after the address, by the rules of names', () => {
  const names = [
    'Ada.Lovelace+news@example.com',
    'li@example.com',
    '42@example.com',
    'a-very-long-name-of-somebody@x.org',
    'x@x',
  ];
  expect(names.map((email) => suggestName(email, '307'))).toEqual([
    'ada_lovelace_new',
    'li_307',
    'trader_307',
    'a_very_long_name',
    'x_307',
  ]);
});
