import { loanDeskCalls } from '@assay/contract/endpoints/console/loans.ts';
import { caseCalls, proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { loanCalls } from '@assay/contract/endpoints/loans.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { fundLending, lending } from '../../test/loans.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { houseState, owedToCustomers } from '../ledger/index.ts';
import { verifyAuditLog } from '../operators/index.ts';

const db = await testDatabase();
const { console, ask, borrower, call, lent, standing, twoOperators } = await lending(db);
await fundLending(db, '5000');
const { reviewer, payer } = await twoOperators();

const logged = async () =>
  (
    await db.query<{ action: string; subject: string; operator: string }>(
      `select action, subject, operator_id::text as operator from audit_log where action like 'loan.%' order by id`,
    )
  ).map(({ action, operator }) => [action, operator]);

describe('the desk', () => {
  it('lists what waits, oldest first, with claim and customer, and shows what a decision needs', async () => {
    const first = await borrower('first');
    const { id } = await ask(first.real, '1000');
    const second = await borrower('second');
    await ask(second.real, '300');
    const { items } = await reviewer.call(loanDeskCalls.list, {});
    expect(items.map(({ customer, amount, claimedBy }) => [customer.userName, amount, claimedBy])).toEqual([
      ['first', '1000', null],
      ['second', '300', null],
    ]);
    const detail = await reviewer.call(loanDeskCalls.detail, { id });
    expect(detail).toMatchObject({
      kycStatus: 'verified',
      repaymentAmount: '1023',
      lendingFree: '5000',
      agreement: {
        version: '3',
        language: 'en',
      },
      record: { open: 0, outstanding: '0', repaid: 0, everExpired: 0 },
      history: [{ kind: 'submitted', by: null }],
    });
    const looks = await db.query(
      "select details from audit_log where action = 'user.viewed' and subject = $1 and operator_id = $2",
      [`user:${detail.customer.id}`, reviewer.id],
    );
    expect(looks).toEqual([{ details: { part: 'loan' } }]);
    expect(detail.agreement.figures).toContainEqual({ name: 'Principal', value: '1000.00 USDT' });
  });

  it('asks a third person above what operators have set', async () => {
    const { id } = await ask((await borrower('third')).real, '600');
    await db.query("update parameters set value = '500' where key = 'third_person_above'");
    const cat = await console.operatorWith(['finance']);
    expect(await reviewer.call(loanDeskCalls.approve, { id })).toMatchObject({ persons: 3, secondedBy: null });
    expect(await refusalOf(payer.call(loanDeskCalls.payOut, { id }, { idempotencyKey: 'early' }))).toBe('11415');
    expect(await refusalOf(reviewer.call(loanDeskCalls.approve, { id }, { idempotencyKey: 'again' }))).toBe('11066');
    expect(await payer.call(loanDeskCalls.approve, { id })).toMatchObject({ secondedBy: { id: payer.id } });
    expect(await refusalOf(payer.call(loanDeskCalls.payOut, { id }))).toBe('11070');
    expect(await cat.call(loanDeskCalls.payOut, { id })).toMatchObject({ status: 'repaying', persons: 3 });
    expect((await logged()).slice(-3)).toEqual([
      ['loan.approved', reviewer.id],
      ['loan.seconded', payer.id],
      ['loan.paidOut', cat.id],
    ]);
    await db.query("update parameters set value = '0' where key = 'third_person_above'");
  });

  it('the queue of an operator is what they may decide next', async () => {
    const { id } = await ask((await borrower('queued')).real, '100');
    const next = async (by: typeof payer) =>
      (await by.call(loanDeskCalls.list, { todo: 'YES', limit: 100 })).items.map((one) => one.id).includes(id);
    expect([await next(reviewer), await next(payer)]).toEqual([true, true]);
    await payer.call(loanDeskCalls.approve, { id }, { idempotencyKey: 'queued' });
    // A reviewer pays nothing out, and its first person is done with it.
    expect([await next(reviewer), await next(payer)]).toEqual([false, false]);
    expect(await next(await console.operatorWith(['finance']))).toBe(true);
  });

  it('one person alone pays nothing out, in whatever order', async () => {
    const { real, userId } = await borrower('alone');
    const { id } = await ask(real, '500');
    const both = await console.operatorWith(['reviewer', 'finance']);
    expect(await refusalOf(both.call(loanDeskCalls.payOut, { id }))).toBe('11066');
    await both.call(loanDeskCalls.approve, { id });
    expect(await refusalOf(both.call(loanDeskCalls.payOut, { id }, { idempotencyKey: 'later' }))).toBe('11070');
    expect(await refusalOf(both.call(loanDeskCalls.approve, { id }, { idempotencyKey: 'twice' }))).toBe('11066');
    expect((await standing(userId)).loan).toBe('0');
    expect(await payer.call(loanDeskCalls.payOut, { id })).toMatchObject({
      status: 'repaying',
      approvedBy: { name: both.name },
      history: [{ kind: 'submitted' }, { kind: 'approved', by: { id: both.id } }, { kind: 'paidOut', by: { id: payer.id } }],
    });
    expect((await logged()).slice(-2)).toEqual([
      ['loan.approved', both.id],
      ['loan.paidOut', payer.id],
    ]);
    expect((await verifyAuditLog(db)).findings).toEqual([]);
    await expectSoundBooks(db);
  });

  it('belongs to its roles', async () => {
    const { real } = await borrower('roles');
    const { id } = await ask(real, '100');
    const support = await console.operatorWith(['support']);
    expect(await refusalOf(support.call(loanDeskCalls.list, {}))).toBe('403');
    expect(await refusalOf(support.call(loanDeskCalls.approve, { id }))).toBe('403');
    await reviewer.call(loanDeskCalls.approve, { id });
    expect(await refusalOf(reviewer.call(loanDeskCalls.payOut, { id }))).toBe('403');
    expect(await refusalOf(payer.call(loanDeskCalls.reject, { id: 'l999999', reason: 'amountTooHigh' }))).toBe('404');
  });

  it('a rejection is read by the customer, also after an approval', async () => {
    const { real } = await borrower('rejected');
    const { id } = await ask(real, '100');
    await reviewer.call(loanDeskCalls.approve, { id });
    await payer.call(loanDeskCalls.reject, { id, reason: 'signatureMismatch' });
    const { items } = await real(loanCalls.listLoanRecord, {});
    expect(items[0]).toMatchObject({ status: 'rejected' });
    expect(items[0]?.history.at(-1)).toMatchObject({ status: 'rejected', reason: 'signatureMismatch' });
    expect(await refusalOf(payer.call(loanDeskCalls.payOut, { id }))).toBe('11066');
  });

  it('a case that somebody else works on is not decided', async () => {
    const { real } = await borrower('claimed');
    const { id } = await ask(real, '100');
    const lead = await console.operatorWith(['administrator']);
    const give = (which: string) =>
      lead.call(caseCalls.assign, { desk: 'loans', id: which, operatorId: payer.id }, { idempotencyKey: which });
    expect(await refusalOf(give('l999999'))).toBe('404');
    await give(id);
    await payer.call(caseCalls.claim, { desk: 'loans', id });
    const mine = await payer.call(loanDeskCalls.list, { mine: 'YES' });
    expect(mine.items.map((one) => one.id)).toContain(id);
    expect(await refusalOf(reviewer.call(loanDeskCalls.approve, { id }))).toBe('11072');
    await payer.call(caseCalls.release, { desk: 'loans', id });
    expect(await reviewer.call(loanDeskCalls.approve, { id }, { idempotencyKey: 'free' })).toMatchObject({ claimedBy: null });
  });

  it('pays nothing to somebody who is not verified any more, or frozen, nor beyond the funds', async () => {
    const { real, userId } = await borrower('changed');
    const { id } = await ask(real, '5000');
    await reviewer.call(loanDeskCalls.approve, { id });
    const pay = (key: string) => refusalOf(payer.call(loanDeskCalls.payOut, { id }, { idempotencyKey: key }));
    await db.query("update users set kyc_status = 'failed' where id = $1", [userId]);
    expect(await pay('a')).toBe('10019');
    await db.query("update users set kyc_status = 'verified', frozen = true where id = $1", [userId]);
    expect(await pay('b')).toBe('10008');
    await db.query('update users set frozen = false where id = $1', [userId]);
    expect(await pay('c')).toBe('11068');
    await fundLending(db, '20000');
    await payer.call(loanDeskCalls.payOut, { id }, { idempotencyKey: 'd' });
    // What is worked out of the house's accounts and the loans is what their accounts have, one by one.
    expect((await houseState(db, 'real')).customers).toBe((await owedToCustomers(db, 'real')).get('USDT'));
    await expectSoundBooks(db);
  });

  it('the record of a customer counts', async () => {
    const { real } = await borrower('known', '100');
    await real(loanCalls.repayLoan, { id: await lent(real, '100') });
    const { id } = await ask(real, '200');
    expect((await reviewer.call(loanDeskCalls.detail, { id })).record).toEqual({
      open: 0,
      outstanding: '0',
      repaid: 1,
      everExpired: 0,
    });
  });
});

describe('terms', () => {
  const conditions = { days: 60, dailyRate: '0.0008', freeDays: 5, amountMin: '200', amountMax: '4000' };
  const reason = 'a term between month and quarter';

  it('come on offer, and leave it, by two persons; loans keep what was signed', async () => {
    const proposer = await console.operatorWith(['finance']);
    const approver = await console.operatorWith(['administrator']);
    const { proposalId } = await proposer.call(loanDeskCalls.offerTerm, { ...conditions, reason });
    expect((await call(loanCalls.loanTerms, {})).terms).toHaveLength(2);
    expect(await refusalOf(proposer.call(proposalCalls.approve, { id: proposalId }))).toBe('11070');
    expect(await approver.call(proposalCalls.approve, { id: proposalId })).toMatchObject({ status: 'approved' });
    const { terms } = await call(loanCalls.loanTerms, {});
    const offered = terms.find(({ days }) => days === 60);
    expect(offered).toMatchObject(conditions);
    expect(await refusalOf(proposer.call(loanDeskCalls.offerTerm, { ...conditions, reason: `${reason} again` }))).toBe('11081');

    const gone = await proposer.call(loanDeskCalls.withdrawTerm, { id: 'loan-month', reason: 'replaced by the new term' });
    await approver.call(proposalCalls.approve, { id: gone.proposalId });
    const { real } = await borrower('toolate');
    expect(await refusalOf(ask(real, '1000'))).toBe('10023');
    expect((await proposer.call(loanDeskCalls.terms, {})).map(({ withdrawnAt }) => withdrawnAt === null)).toContain(false);
    expect(await refusalOf(proposer.call(loanDeskCalls.withdrawTerm, { id: 'loan-month', reason: 'it is gone already' }))).toBe(
      '10023',
    );
  });

  it('that are none are not even proposed', async () => {
    const propose = (part: Partial<typeof conditions>) =>
      refusalOf(payer.call(loanDeskCalls.offerTerm, { ...conditions, ...part, reason }));
    expect(await propose({ freeDays: 61 })).toBe('10023');
    expect(await propose({ dailyRate: '0.05' })).toBe('10023');
    expect(await propose({ dailyRate: '0.000000001' })).toBe('10023');
    expect(await propose({ amountMin: '5000' })).toBe('11065');
    expect(await propose({ amountMax: '4000.0000001' })).toBe('11065');
  });
});
