import { loanCalls } from '@assay/contract/endpoints/loans.ts';
import { expect, test } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { minute } from '../../test/identity-app.ts';
import { lending } from '../../test/loans.ts';
import { eraseAccount } from './erase.ts';
import { type ClosingContext, closingJobs } from './index.ts';

test('a loan agreement stays as it was signed, and goes whole', async () => {
  const books = await testDatabase();
  const { ask, borrower, ...lenders } = await lending(books);
  const { real, userId } = await borrower('zz_borrower');
  await real(loanCalls.cancelLoan, { id: (await ask(real, '1000')).id });
  const agreements = () =>
    books.query<{ text: string }>('select agreement::text as text from loans where user_id = $1', [userId]);
  const [signed] = await agreements();
  expect(signed?.text).toContain('zz_borrower');
  const { clock, market, identity } = lenders;
  await books.query('insert into account_closings (user_id, asked_at, due_at) values ($1, $2, $3)', [
    userId,
    new Date(clock.wall() - minute),
    new Date(clock.wall()),
  ]);
  const there: ClosingContext = {
    db: books,
    clock,
    log: silent,
    market,
    identity,
    coolingOffMs: minute,
    secret: 'a secret of this test alone, long enough',
    endDemoOrders: async () => undefined,
  };
  expect(await books.transact((tx) => eraseAccount(there, tx, userId))).toBe('erased');
  expect(await agreements()).toEqual([signed]);
  const rewrite = books.query(`update loans set agreement = replace(agreement::text, 'zz_borrower', 'closed')::jsonb`);
  await expect(rewrite).rejects.toThrow(/can't become|is kept/u);
  clock.advance((5 * 365 + 2) * 24 * 60 * minute);
  for (const job of closingJobs(there)) await job.run();
  expect((await agreements())[0]?.text).not.toContain('zz_borrower');
});
