import { createHash } from 'node:crypto';
import { loanDeskCalls } from '@assay/contract/endpoints/console/loans.ts';
import { type Loan, loanCalls } from '@assay/contract/endpoints/loans.ts';
import { login } from '@assay/contract/endpoints/login.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { day, hour, password, refusalOf } from '../../test/identity-app.ts';
import { picture } from '../../test/images.ts';
import { fundLending, lending, month } from '../../test/loans.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { agreementText } from './agreements.ts';

const db = await testDatabase();
const { app, clock, call, borrower, give, ask, lent, signIn, signature, standing, makeRound, told, twoOperators } =
  await lending(db);
await fundLending(db, '100000');

type Real = Awaited<ReturnType<typeof borrower>>['real'];

async function only(real: Real): Promise<Loan> {
  const { items } = await real(loanCalls.listLoanRecord, {});
  const [loan] = items;
  if (loan === undefined) throw new Error('there is no loan');
  return loan;
}

describe('asking for a loan', () => {
  it('everybody sees the terms and what one customer may owe', async () => {
    expect(await call(loanCalls.loanTerms, {})).toEqual({
      terms: [
        { id: 'loan-week', days: 7, dailyRate: '0.0005', freeDays: 0, amountMin: '100', amountMax: '5000' },
        { id: 'loan-month', days: 30, dailyRate: '0.001', freeDays: 7, amountMin: '100', amountMax: '10000' },
      ],
      openMax: 3,
      totalMax: '50000',
    });
  });

  it('is submitted for review with its frozen figures, and nothing moves yet', async () => {
    const { real, userId } = await borrower('asks', '10');
    const asked = await ask(real, '1000');
    expect(asked.notice).toBe('20001');
    expect(await only(real)).toMatchObject({
      id: asked.id,
      amount: '1000',
      totalInterest: '23',
      repaymentAmount: '1023',
      repaymentDate: null,
      status: 'pendingReview',
      owed: { total: '0' },
      agreementLanguage: 'en',
      history: [{ status: 'submitted', reason: null }],
    });
    expect(await standing(userId)).toEqual({ available: '10', loan: '0', lending: '100000' });
  });

  it('needs a verified identity, the real account, a signature, and the figures and text that were shown', async () => {
    const { real, demo, userId } = await borrower('refused');
    expect(await refusalOf(ask(demo, '1000'))).toBe('11002');
    for (const [status, code] of [
      ['notVerified', '10022'],
      ['pendingReview', '10019'],
      ['failed', '10019'],
    ]) {
      await db.query('update users set kyc_status = $2 where id = $1', [userId, status]);
      expect(await refusalOf(ask(real, '1000'))).toBe(code);
    }
    await db.query("update users set kyc_status = 'verified' where id = $1", [userId]);
    const fields = { termId: month.id, amount: '1000', language: 'en', agreementVersion: '3', seenRepayment: '1023' } as const;
    expect(await refusalOf(real(loanCalls.loan, fields))).toBe('11064');
    expect(await refusalOf(ask(real, '1000', { termId: 'loan-none' }))).toBe('10023');
    expect(await refusalOf(ask(real, '99.99'))).toBe('11065');
    expect(await refusalOf(ask(real, '1000', { seenRepayment: '1020' }))).toBe('11060');
    expect(await refusalOf(ask(real, '1000', { version: '0' }))).toBe('11060');
    expect(await refusalOf(real(loanCalls.loan, { ...fields, termId: 'x'.repeat(65) }, { images: { signature } }))).toBe(
      '10023',
    );
    expect((await real(loanCalls.listLoanRecord, {})).items).toEqual([]);
  });

  it('one request at a time; taken back, the next may come', async () => {
    const { real } = await borrower('undecided');
    const { id } = await ask(real, '500');
    expect(await refusalOf(ask(real, '600'))).toBe('11062');
    expect(await real(loanCalls.cancelLoan, { id })).toMatchObject({ status: 'cancelled' });
    expect(await refusalOf(real(loanCalls.cancelLoan, { id }, { idempotencyKey: 'again' }))).toBe('11066');
    expect(await ask(real, '600')).toMatchObject({ notice: '20001' });
  });

  it('the same key is one request, however often it is sent; with another signature it is another', async () => {
    const { real } = await borrower('repeats');
    const first = await ask(real, '700', { key: 'once' });
    expect(await ask(real, '700', { key: 'once' })).toEqual(first);
    const fields = { termId: month.id, amount: '700', language: 'en', agreementVersion: '3', seenRepayment: '716.1' } as const;
    const images = { signature: await picture('#ff0000') };
    expect(await refusalOf(real(loanCalls.loan, fields, { idempotencyKey: 'once', images }))).toBe('30000');
  });

  it('stops at the limits of one customer', async () => {
    const { real } = await borrower('limited');
    for (const amount of ['200', '300', '400']) await lent(real, amount);
    expect(await refusalOf(ask(real, '100'))).toBe('11063');
    await db.query("update parameters set value = '9' where key = 'loan_open_max'");
    await db.query("update parameters set value = '1000' where key = 'loan_total_max'");
    expect(await refusalOf(ask(real, '100.01'))).toBe('11063');
    expect(await ask(real, '100')).toMatchObject({ notice: '20001' });
    await db.query("update parameters set value = '3' where key = 'loan_open_max'");
    await db.query("update parameters set value = '50000' where key = 'loan_total_max'");
  });
});

describe('the agreement', () => {
  it('is kept as it was signed, in its language, and taken away with the signature by its owner alone', async () => {
    const { real } = await borrower('signs');
    const { id } = await ask(real, '1000');
    const { loanNo } = await only(real);
    const stranger = await borrower('stranger');
    expect(await refusalOf(stranger.real(loanCalls.loanAgreement, { id }))).toBe('404');
    const { token } = await call(login.login, { account: 'signs', password });
    const headers = { authorization: token, virtually: 'YES' };
    const { body, headers: answered } = await app.inject({ url: `/swx/customer/user/loanAgreement/${id}`, headers });
    expect(answered['content-disposition']).toBe(`attachment; filename="loan-agreement-${loanNo}.html"`);
    for (const text of [
      '1000.00 USDT',
      '0.1%',
      '36.5%',
      '23.00 USDT',
      '1023.00 USDT',
      'signs',
      loanNo,
      'data:image/png;base64,',
    ]) {
      expect(body).toContain(text);
    }
    expect(body).toContain('\u20661000.00 USDT × 0.1% × 23 = 23.00 USDT\u2069');
  });

  it('of a version never changes: another text has another version', () => {
    const texts = JSON.stringify(languages.map(agreementText));
    expect(agreementText('en').version).toBe('3');
    expect(createHash('sha256').update(texts).digest('hex')).toBe(
      '032239addb5e88349224688d85b6a1de735fdb97bd7f90b4a172f81181bceab4',
    );
  });

  it('exists in ten languages, each of the same form', async () => {
    const shape = (language: (typeof languages)[number]) => {
      const text = agreementText(language);
      return { version: text.version, clauses: text.clauses.map(({ paragraphs }) => paragraphs.length) };
    };
    for (const language of languages) {
      expect(shape(language)).toEqual(shape('en'));
      expect(JSON.stringify(agreementText(language)).match(/\{\{\w+\}\}/g)).toEqual(['{{formula}}']);
    }
  });
});

describe('a loan from its payout to its end', () => {
  it('is paid out by the second person, costs nothing in the free days, and is repaid in part and whole', async () => {
    const { real, userId } = await borrower('repays', '100');
    const { lending: before } = await standing(userId);
    const id = await lent(real, '1000');
    expect(await standing(userId)).toMatchObject({ available: '1100', loan: '1000', lending: String(Number(before) - 1000) });
    // What is owed is subtracted: borrowing does not raise the equity.
    expect((await real(order.getProfitTotal, {})).equity).toBe('100');
    expect(await only(real)).toMatchObject({
      status: 'repaying',
      repaymentDate: new Date(clock.now() + 30 * day).toISOString(),
      owed: { principal: '1000', interest: '0', total: '1000' },
      day: 1,
      daysLeft: 29,
      interestPerDay: '1',
    });

    // Day 10, three of them charged: 403 pay 3 of interest and 400 of the principal.
    clock.advance(9 * day);
    const later = await signIn('repays');
    const part = await later(loanCalls.repayLoan, { id, amount: '403', seenOwed: '1003' });
    expect(part).toMatchObject({ status: 'repaying', owed: { total: '600' }, principalPaid: '400', interestPaid: '3' });
    expect(await standing(userId)).toMatchObject({ available: '697', loan: '600' });

    // Day 12: two more days on 600. What was shown a day ago is refused.
    clock.advance(2 * day);
    expect(await refusalOf(later(loanCalls.repayLoan, { id, seenOwed: '600.6' }))).toBe('11061');
    const whole = await later(loanCalls.repayLoan, { id, seenOwed: '601.2' });
    expect(whole).toMatchObject({ status: 'repaid', owed: { total: '0' }, interestPaid: '4.2', principalPaid: '1000' });
    expect(whole.history.map(({ status, interest, principal }) => [status, interest, principal])).toEqual([
      ['submitted', null, null],
      ['approved', null, null],
      ['paidOut', null, '1000'],
      ['repayment', '3', '400'],
      ['repayment', '1.2', '600'],
    ]);
    expect(await standing(userId)).toMatchObject({ available: '95.8', loan: '0', lending: before });
    expect(await refusalOf(later(loanCalls.repayLoan, { id }))).toBe('11066');
    expect(await told(userId)).toEqual(['repaid', 'paidOut']);
    await expectSoundBooks(db);
  });

  it('another’s loan is not there', async () => {
    const { real } = await borrower('owner', '5000');
    const id = await lent(real, '100');
    const thief = await borrower('thief', '5000');
    const repay = (named: string, key: string) => thief.real(loanCalls.repayLoan, { id: named }, { idempotencyKey: key });
    expect(await refusalOf(repay(id, 'a'))).toBe('404');
    expect(await refusalOf(repay('l999999', 'b'))).toBe('404');
    expect(await refusalOf(repay('1', 'c'))).toBe('404');
    expect(await refusalOf(thief.real(loanCalls.cancelLoan, { id }))).toBe('404');
  });

  it('more than is available is refused, and nothing has moved', async () => {
    const { real, userId } = await borrower('poor');
    const id = await lent(real, '1000');
    clock.advance(10 * day);
    const later = await signIn('poor');
    expect(await refusalOf(later(loanCalls.repayLoan, { id }))).toBe('10011');
    expect(await standing(userId)).toMatchObject({ available: '1000', loan: '1000' });
  });

  it('is reminded of, and on the due date what is owed is taken if it suffices', async () => {
    const { real, userId } = await borrower('kept', '50');
    await lent(real, '1000');
    clock.advance(27 * day);
    await makeRound();
    const later = await signIn('kept');
    const { repaymentDate } = await only(later);
    const due = { amount: '1023', dueDay: repaymentDate?.slice(0, 10) };
    expect(await told(userId)).toMatchObject([due, 'paidOut']);
    await makeRound();
    clock.advance(2 * day);
    await makeRound();
    expect(await told(userId)).toMatchObject([due, due, 'paidOut']);

    clock.advance(day);
    await makeRound();
    expect(await only(later)).toMatchObject({ status: 'repaid', interestPaid: '23', overdue: false });
    expect((await only(later)).history.at(-1)).toMatchObject({ status: 'collected', interest: '23', principal: '1000' });
    expect(await standing(userId)).toMatchObject({ available: '27', loan: '0' });
    await makeRound();
    await expectSoundBooks(db);
  });

  it('expires when the balance does not suffice, costs nothing more, and is taken as soon as it does', async () => {
    const { real, userId } = await borrower('late');
    const id = await lent(real, '1000');
    clock.advance(30 * day);
    await makeRound();
    const later = await signIn('late');
    expect(await only(later)).toMatchObject({
      status: 'expired',
      overdue: true,
      owed: { interest: '23', total: '1023' },
      daysLeft: 0,
    });
    expect(await told(userId)).toEqual(['expired', 'paidOut']);
    expect(await refusalOf(ask(later, '100'))).toBe('11067');
    expect(await standing(userId)).toMatchObject({ available: '1000', loan: '1000' });

    // A part may be paid at any time; it stays expired, and of the rest nothing more is owed.
    expect(await later(loanCalls.repayLoan, { id, amount: '500' })).toMatchObject({
      status: 'expired',
      owed: { total: '523' },
    });
    await give(userId, '30');
    clock.advance(day - hour);
    await makeRound();
    expect((await only(later)).status).toBe('expired');
    clock.advance(hour);
    await makeRound();
    expect(await only(later)).toMatchObject({ status: 'repaid', interestPaid: '23' });
    expect(await standing(userId)).toMatchObject({ available: '7', loan: '0' });
    expect(await told(userId)).toEqual(['repaid', 'expired', 'paidOut']);
    await expectSoundBooks(db);
  });

  it('one that ran out while nobody led is settled by one look, however late', async () => {
    const { real, userId } = await borrower('asleep', '100');
    await lent(real, '1000');
    clock.advance(400 * day);
    await makeRound();
    const later = await signIn('asleep');
    expect(await only(later)).toMatchObject({ status: 'repaid', interestPaid: '23' });
    expect(await told(userId)).toEqual(['repaid', 'paidOut']);
  });
});

it('the list is cut into pages by status', async () => {
  const { real } = await borrower('pages');
  const { reviewer } = await twoOperators();
  for (const amount of ['100', '200', '300']) {
    const { id } = await ask(real, amount);
    await reviewer.call(loanDeskCalls.reject, { id, reason: 'amountTooHigh' });
  }
  const first = await real(loanCalls.listLoanRecord, { limit: 2, status: 'rejected' });
  expect(first.items.map(({ amount }) => amount)).toEqual(['300', '200']);
  const rest = await real(loanCalls.listLoanRecord, { limit: 2, cursor: first.nextCursor ?? '' });
  expect([rest.items.map(({ amount }) => amount), rest.nextCursor]).toEqual([['100'], null]);
  expect(await refusalOf(real(loanCalls.listLoanRecord, { cursor: 'nonsense' }))).toBe('400');
});
