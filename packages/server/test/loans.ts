import type { Client } from '@assay/contract/client.ts';
import { loanDeskCalls } from '@assay/contract/endpoints/console/loans.ts';
import { loanCalls } from '@assay/contract/endpoints/loans.ts';
import { login } from '@assay/contract/endpoints/login.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { type LoanOffer, readOffer, repaymentAmount } from '@assay/domain/loans/terms.ts';
import { type Amount, exact, formatAmount, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { balances, fundHouse, houseBalance, post } from '../src/ledger/index.ts';
import { LoansRound, offerAll, serveLoansDesk } from '../src/loans/index.ts';
import type { Database } from '../src/platform/database.ts';
import { consoleApp } from './console.ts';
import { silent } from './database.ts';
import { password } from './identity-app.ts';
import { picture } from './images.ts';
import { trading } from './trading.ts';

/** 0.1% a day over 30 days, the first 7 free, from 100 to 10,000. */
export const month: LoanOffer = readOffer({
  id: 'loan-month',
  days: 30,
  dailyRate: '0.001',
  freeDays: 7,
  amountMin: '100',
  amountMax: '10000',
});
/** 0.05% a day over 7 days, from 100 to 5,000. */
export const week: LoanOffer = readOffer({
  id: 'loan-week',
  days: 7,
  dailyRate: '0.0005',
  freeDays: 0,
  amountMin: '100',
  amountMax: '5000',
});

const money = (text: string): Amount => exact(toFixed(text), usdt);

/** Puts money of the house where loans come from. */
export async function fundLending(db: Database, text: string): Promise<void> {
  const funds = { treasury: nothing, insurance: nothing, lending: money(text), trading: nothing };
  await db.transact((tx) => fundHouse(tx, { book: 'real', reference: `lending:${text}`, at: 0, funds }));
}

/** People who borrow, operators who decide, two terms on offer, and the round of the leader, on a clock that the test moves. */
export async function lending(db: Database, options: Parameters<typeof trading>[1] = {}) {
  const server = await trading(db, options);
  const { call, from, clock, loans } = server;
  await offerAll(db, [month, week], clock.now());
  const console = await consoleApp(db, clock, (desk) => serveLoansDesk(desk, loans));
  const round = new LoansRound(loans, silent);
  const signature = await picture('#101820');

  /** A registered person whose identity is verified, with so much on the real account. */
  async function borrower(userName: string, deposit = '0') {
    const { userId, demo, real } = await server.person(userName);
    await db.query("update users set kyc_status = 'verified' where id = $1", [userId]);
    if (deposit !== '0') await give(userId, deposit);
    return { userId, demo, real };
  }

  async function give(userId: string, amount: string): Promise<void> {
    const recipe = recipes.depositCompleted({ userId, amount: money(amount) });
    await db.transact((tx) => post(tx, { book: 'real', reference: `deposit:${userId}`, at: clock.now(), ...recipe }));
  }

  /** Asks for a loan with the figures that its form would show. */
  function ask(
    real: Client,
    amount: string,
    more: { termId?: string; seenRepayment?: string; version?: string; key?: string } = {},
  ) {
    const offer = more.termId === 'loan-week' ? week : month;
    const { days, dailyRate, freeDays } = offer;
    const repayment = formatAmount(repaymentAmount({ principal: money(amount), days, dailyRate, freeDays }), usdt);
    const { termId = offer.id, seenRepayment = repayment, version = '3', key } = more;
    return real(
      loanCalls.loan,
      { termId, amount, language: 'en', agreementVersion: version, seenRepayment },
      { images: { signature }, ...(key !== undefined && { idempotencyKey: key }) },
    );
  }

  /** Two operators who are signed in; their sessions end within hours, and loans run longer. */
  async function twoOperators() {
    const [reviewer, payer] = [await console.operatorWith(['reviewer']), await console.operatorWith(['finance'])];
    return { reviewer, payer };
  }

  /** A loan that two operators have paid out; answers its id. */
  async function lent(real: Client, amount: string, termId = month.id): Promise<string> {
    const { id } = await ask(real, amount, { termId });
    const { reviewer, payer } = await twoOperators();
    await reviewer.call(loanDeskCalls.approve, { id });
    await payer.call(loanDeskCalls.payOut, { id });
    return id;
  }

  /** Signs in once more: a session ends after a week without use, and loans run longer. */
  async function signIn(userName: string): Promise<Client> {
    const { token } = await call(login.login, { account: userName, password });
    return from('192.0.2.1', token, { virtually: 'YES' });
  }

  /** A customer's free balance and debt, and what the house can lend. */
  async function standing(userId: string) {
    const [own] = await balances(db, 'real', userId, [usdt]);
    const text = (value: Amount | undefined) => formatAmount(value ?? nothing, usdt);
    const free = await houseBalance(db, 'real', 'lending', usdt);
    return { available: text(own?.available), loan: text(own?.loan), lending: formatAmount(free, usdt) };
  }

  /** A customer's notifications about loans, newest first. */
  async function told(userId: string): Promise<unknown[]> {
    const rows = await db.query<{ kind: string; facts: Record<string, unknown> }>(
      "select kind, facts from notifications where user_id = $1 and kind in ('loanStatus', 'loanDue') order by id desc",
      [userId],
    );
    return rows.map(({ kind, facts }) => (kind === 'loanStatus' ? facts['loan'] : facts));
  }

  return {
    ...server,
    console,
    signature,
    twoOperators,
    borrower,
    give,
    ask,
    lent,
    signIn,
    standing,
    told,
    makeRound: () => round.run(new AbortController().signal),
  };
}
