import { loanCalls } from '@assay/contract/endpoints/loans.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { fundLending, lending } from '../../test/loans.ts';

const db = await testDatabase();

test('with real money nothing is lent until the site names who lends', async () => {
  const { call, borrower, ask } = await lending(db, { mode: 'live', kind: 'live' });
  await fundLending(db, '100000');
  const { real } = await borrower('early');
  const offered = async () => (await call(loanCalls.loanTerms, {})).terms.map(({ id }) => id);

  expect(await offered()).toEqual([]);
  expect(await refusalOf(ask(real, '1000'))).toBe('10023');

  await db.query("insert into contents (type, slug) values (1, 'legal-information')");
  expect(await offered()).toEqual([]);

  await db.query("update contents set published_at = now() where slug = 'legal-information'");
  expect(await offered()).toEqual(['loan-week', 'loan-month']);
  expect((await ask(real, '1000')).notice).toBe('20001');
});
