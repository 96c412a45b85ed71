import { loanDeskCalls } from '@assay/contract/endpoints/console/loans.ts';
import { loanCalls } from '@assay/contract/endpoints/loans.ts';
import { expect, it } from 'vitest';
import { rewritten } from '../../test/broken-twin.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { day } from '../../test/identity-app.ts';
import { fundLending, lending } from '../../test/loans.ts';
import { type Finding, audit } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { holdings } from './holdings.ts';
import { repayLoan } from './repay-loan.ts';
import { requestLoan } from './request-loan.ts';
import { payOutLoan } from './review-loan.ts';
import { LoansRound } from './round.ts';

// Versions without one guard each. The checks that the other stories make must not let them pass.

async function findings(db: Database): Promise<readonly Finding[]> {
  return (await audit(db, { holdings })).findings;
}

/** Rows are read without a lock and written whatever their status, and both readers have read before one writes. */
function withoutGuards(db: Database): Database {
  const bare = (sql: string) =>
    sql.replace(' for update', '').replace('and status = $2 returning', 'and $2::text is not null returning');
  return rewritten(db, bare, (sql) => sql.includes(' for update'), 2);
}

it('a version without row lock and status pays one loan out twice, and the auditor finds it', async () => {
  const db = await testDatabase();
  const { ask, borrower, loans, twoOperators } = await lending(db);
  await fundLending(db, '10000');
  const { real } = await borrower('twice');
  const { id } = await ask(real, '1000');
  const { reviewer, payer } = await twoOperators();
  await reviewer.call(loanDeskCalls.approve, { id });
  const unguarded = withoutGuards(db);
  const pay = () => unguarded.transact((tx) => payOutLoan({ ...loans, db: unguarded }, tx, Number(id.slice(1)), payer.id));
  const [{ loanNo, userId } = { loanNo: '', userId: '' }] = await db.query<{ loanNo: string; userId: string }>(
    'select loan_no as "loanNo", user_id::text as "userId" from loans',
  );
  // The key of the history keeps the second one out by itself; without it the money moves twice.
  await db.query('alter table loan_events drop constraint loan_events_pkey');
  await Promise.all([pay(), pay()]);
  expect(await findings(db)).toMatchObject([
    { check: 'held', about: `${userId} USDT loan ${loanNo}` },
    { check: 'agreed', about: `loan.disbursed ${loanNo}` },
  ]);
});

it('a version without row lock takes two parts and counts one, and the auditor finds it', async () => {
  const db = await testDatabase();
  const { borrower, lent, loans } = await lending(db);
  await fundLending(db, '10000');
  const { real, userId } = await borrower('parts');
  const id = await lent(real, '1000');
  const unguarded = withoutGuards(db);
  await db.query('alter table loan_events drop constraint loan_events_pkey');
  const repay = () => unguarded.transact((tx) => repayLoan({ ...loans, db: unguarded }, tx, userId, { id, amount: '300' }));
  await Promise.all([repay(), repay()]);
  expect(await findings(db)).toMatchObject([{ check: 'held' }]);
});

it('a version without row lock collects twice at the due date, but for the trigger that keeps an ended loan as it is', async () => {
  const db = await testDatabase();
  const { borrower, clock, lent, loans } = await lending(db);
  await fundLending(db, '10000');
  const { real } = await borrower('duedate', '5000');
  await lent(real, '1000');
  await db.query('alter table loan_events drop constraint loan_events_pkey');
  const collectTwice = async () => {
    clock.advance(31 * day);
    const unguarded = withoutGuards(db);
    const rounds = [1, 2].map(() => new LoansRound({ ...loans, db: unguarded }, silent).run(new AbortController().signal));
    await Promise.all(rounds);
  };
  await collectTwice();
  expect(await findings(db)).toEqual([]);
});

it('a version without the index of requests takes two at once', async () => {
  const db = await testDatabase();
  const { borrower, http, loans, signature } = await lending(db);
  const { userId } = await borrower('double');
  const user = { id: userId, userName: 'double', sessionId: '', frozen: false, freezeReason: null };
  const input = { termId: 'loan-month', amount: '200', language: 'en', agreementVersion: '3', seenRepayment: '204.6' } as const;
  const picture = Buffer.from(await signature.arrayBuffer());
  const askTwice = (database: Database) =>
    Promise.all(
      [1, 2].map(async () => {
        const taken = await http.images.take(new Map([['signature', picture]]));
        const signed = isRefusal(taken) ? undefined : taken.byName.get('signature');
        if (signed === undefined) throw new Error('the signature was not taken in');
        return database.transact((tx) => requestLoan({ ...loans, db: database }, tx, { user, input, signature: signed }));
      }),
    );
  const submitted = (answers: readonly unknown[]) => answers.filter((answer) => !isRefusal(answer)).length;
  expect(submitted(await askTwice(db))).toBe(1);
  await db.query("update loans set status = 'cancelled', ended_at = now()");
  await db.query('drop index one_request_at_a_time');
  const unguarded = rewritten(
    db,
    (sql) => sql.replace(/on conflict \(user_id\)[^\n]* do nothing/, ''),
    (sql) => sql.includes('bool_or'),
    2,
  );
  expect(submitted(await askTwice(unguarded))).toBe(2);
});

it('the database itself refuses one person, a changed agreement, a forgotten debt and a rewritten history', async () => {
  const db = await testDatabase();
  const { borrower, lent, ask, reviewer } = await (async () => {
    const server = await lending(db);
    return { ...server, ...(await server.twoOperators()) };
  })();
  await fundLending(db, '10000');
  const { real } = await borrower('guarded', '100');
  const id = Number((await lent(real, '1000')).slice(1));
  await real(loanCalls.repayLoan, { id: `l${id}`, amount: '100' });
  const refused = async (sql: string, values: readonly unknown[] = []) => {
    await expect(db.query(sql, values)).rejects.toHaveProperty('code');
  };
  await refused('update loans set outstanding = outstanding + 1 where id = $1', [id]);
  await refused("update loans set agreement = '{}' where id = $1", [id]);
  await refused('update loans set daily_rate = 0 where id = $1', [id]);
  await refused('update loans set paid_out_by = approved_by where id = $1', [id]);
  await refused("update loans set status = 'pendingReview' where id = $1", [id]);
  await refused("update loans set status = 'repaid', next_look_at = null, ended_at = now() where id = $1", [id]);
  await refused('delete from loans where id = $1', [id]);
  await refused('update loan_events set principal = 1');
  await refused('truncate loan_events');
  await refused("update loan_terms set daily_rate = 0 where id = 'loan-month'");
  const asked = await borrower('single');
  const request = Number((await ask(asked.real, '200')).id.slice(1));
  await refused(
    `update loans set status = 'repaying', approved_by = $2, approved_at = now(), paid_out_by = $2, paid_out_at = now(),
       due_at = now() + days * interval '24 hours', outstanding = principal, next_look_at = now() where id = $1`,
    [request, reviewer.id],
  );
});
