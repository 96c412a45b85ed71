import { randomUUID } from 'node:crypto';
import type { Client } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { identityCalls } from '@assay/contract/endpoints/identity.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { connectDatabase } from '@assay/server/platform/database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentOf, textFaults } from './browser.ts';
import { type OwnApp, type Person, auditOf, clientOf, databaseUrl, registered, until } from './harness.ts';
import { borrow, newestLoan } from './loan-steps.ts';
import { lookAtCase, operator } from './operators.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { type Stage, button, dialog, enter, figures } from './steps.ts';

const { user } = customerCalls;
const { kyc, loans } = consoleCalls;

let app: OwnApp;
let browser: Browser;
let first: Client;
let second: Client;

beforeAll(async () => {
  [app, browser] = await Promise.all([ownApp(), sharedBrowser()]);
  [first, second] = await Promise.all([operator(app, 'alice'), operator(app, 'bob')]);
});

afterAll(async () => {
  await browser.close();
  await app.stop();
});

const key = () => ({ idempotencyKey: randomUUID() });
const real = (person: Person) => clientOf(app, person.token, 'real');

/** Hands in an identity with four different pictures and has it verified; the steps on screen have a story of their own. */
async function verify({ page }: Stage, person: Person): Promise<void> {
  const images: Record<string, Blob> = {};
  for (const [place, name] of ['front', 'back', 'holding', 'signature'].entries()) {
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 + place } });
    images[name] = new Blob([Uint8Array.from(picture)], { type: 'image/png' });
  }
  await person.call(
    identityCalls.identification,
    {
      firstName: 'Ada',
      lastName: 'Muster',
      sex: 'female',
      birthdate: '1990-05-17',
      country: 'DE',
      address: 'Lindenallee 4, 10115 Berlin',
      email: person.email,
      phone: '+4915112345678',
      documentType: 'idCard',
    },
    { ...key(), images },
  );
  const { items } = await first(kyc.list, {});
  const id = items.at(-1)?.id ?? '';
  await lookAtCase(first, id);
  await first(kyc.decide, { id, status: 'verified' }, key());
}

/** Two operators pay the newest request of a person out. */
async function payOut(person: Person): Promise<void> {
  const { items } = await real(person)(user.listLoanRecord, { status: 'pendingReview' });
  const id = items[0]?.id ?? '';
  await first(loans.approve, { id }, key());
  await expect(first(loans.payOut, { id }, key())).rejects.toMatchObject({ code: '11070' });
  await second(loans.payOut, { id }, key());
}

test('a visitor sees what a loan costs and is led to log in', async () => {
  const stage = await enter(browser, app);
  const { page, words } = stage;
  await page.goto('/loan');
  await page
    .getByRole('radiogroup', { name: words('loan:form.term') })
    .getByText('30 days')
    .click();
  await page.locator('input[name=amount]').fill('5000');
  // 5,000 at 0.1% for 25 of 30 days is 125.
  await page.getByText('5,125.00 USDT').waitFor();
  expect(await figures(page.locator('form'))).toMatchObject({
    'Total interest': '125.00 USDT',
    'Yearly rate (daily × 365)': '36.5%',
  });
  await page.locator('input[name=amount]').fill('20001');
  await page.getByText(words('loan:blocker.range', { min: '100.00', max: '20,000.00' })).waitFor();
  await page.getByRole('link', { name: words('loan:signIn') }).click();
  await page.waitForURL('**/pass/login');
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('somebody verified borrows with a signature, two operators pay out, and it is repaid in part and whole', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  await page.goto('/loan');
  await page.getByRole('heading', { name: words('loan:demo.title') }).waitFor();
  await button(stage, words('common:account.toReal')).first().click();
  await button(stage, words('loan:identity.first')).waitFor();
  await page
    .getByRole('heading', { name: words('kyc:title') })
    .first()
    .waitFor();
  await verify(stage, person);
  await page.reload();
  await page.getByText(words('loan:identity.verified')).waitFor();

  // 1,000 at 0.12% for 5 of 7 days is 6.
  expect(await borrow(stage, '1000', '7 days')).toEqual({
    'Borrower (account)': person.userName,
    Principal: '1000.00 USDT',
    'Term in days': '7',
    'Interest-free days': '2',
    'Interest per day after that': '0.12%',
    'Yearly rate (daily rate × 365)': '43.8%',
    // 1.006 to the power of 365 ÷ 7 is 1.366.
    'Yearly cost (APR), free days included': '36.6%',
    'Total interest if kept to term': '6.00 USDT',
    'Repayment amount if kept to term': '1006.00 USDT',
  });
  const card = newestLoan(stage);
  await card.getByText(words('loan:status.pendingReview')).waitFor();
  await page.getByText(words('loan:blocker.pending')).waitFor();

  const coming = page.waitForEvent('download');
  await card.getByRole('button', { name: words('loan:mine.agreement') }).click();
  const agreement = (await contentOf(await coming)).toString();
  for (const text of ['1006.00 USDT', person.userName, 'data:image/png;base64,']) expect(agreement).toContain(text);

  await payOut(person);
  await card.getByText(words('loan:status.repaying')).waitFor();
  await card.getByText('0.00 of 1,000.00 repaid').waitFor();

  await card.getByRole('button', { name: words('loan:repay.open') }).click();
  const sheet = dialog(stage, words('loan:repay.title'));
  await sheet.locator('input[name=repayment]').fill('400');
  expect(await figures(sheet)).toMatchObject({
    'Owed now': '1,000.00 USDT',
    'Pays interest': '0.00 USDT',
    'Pays principal': '400.00 USDT',
    'Still owed afterwards': '600.00 USDT',
  });
  await sheet.getByRole('button', { name: words('loan:repay.part') }).click();
  await card.getByText('400.00 of 1,000.00 repaid').waitFor();
  await card.getByRole('button', { name: words('loan:repay.open') }).click();
  await sheet.getByRole('button', { name: words('loan:repay.whole') }).click();
  await card.getByText(words('loan:status.repaid')).waitFor();
  const { items } = await real(person)(user.listLoanRecord, {});
  expect(items[0]).toMatchObject({ status: 'repaid', principalPaid: '1000', interestPaid: '0' });
  expect(await auditOf(app)).toMatch(/^the books balance/m);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('on a phone in Arabic a request is rejected with its reason, and another is taken back', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person, device: 'phone', language: 'ar' });
  const { page, words } = stage;
  await page.goto('/loan');
  await button(stage, words('common:account.toReal')).first().click();
  await verify(stage, person);
  await page.reload();
  await borrow(stage, '500', '30');
  const card = newestLoan(stage);
  await card.getByText(words('loan:status.pendingReview')).waitFor();
  expect(await textFaults(page)).toEqual([]);
  const [pending] = (await real(person)(user.listLoanRecord, {})).items;
  await first(loans.reject, { id: pending?.id ?? '', reason: 'amountTooHigh' }, key());
  await card.getByText(words('loan:rejection.amountTooHigh')).waitFor();

  await page.getByRole('tab', { name: words('loan:borrow') }).click();
  await borrow(stage, '200', '30');
  await card.getByRole('button', { name: words('loan:cancel.open') }).click();
  await dialog(stage, words('loan:cancel.title'))
    .getByRole('button', { name: words('loan:cancel.confirm') })
    .click();
  await card.getByText(words('loan:status.cancelled')).waitFor();
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('what is not covered on its due day has expired, and says so with what is owed', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  await page.goto('/loan');
  await button(stage, words('common:account.toReal')).first().click();
  await verify(stage, person);
  await page.reload();
  await page.getByText(words('loan:identity.verified')).waitFor();
  await borrow(stage, '1000', '7 days');
  await payOut(person);
  await longAgo(person);
  await until('the loan to have expired', async () => {
    const { items } = await real(person)(user.listLoanRecord, { status: 'expired' });
    return items[0];
  });
  await page.goto('/loan');
  const card = newestLoan(stage);
  await card.getByText(words('loan:status.expired')).waitFor();
  // Interest has stopped at the due date: 1,000 at 0.12% for 5 of 7 days is 6.
  await card.getByText('1,006.00').first().waitFor();
  expect([...stage.faults, ...(await textFaults(page))]).toEqual([]);
  await stage.context.close();
});

/** Puts the payout of a person's loan eight days back: the business clock of a sandbox cannot be moved. */
async function longAgo({ userName }: Person): Promise<void> {
  const db = connectDatabase({ url: await databaseUrl(app, 'assay'), poolSize: 1, log: createLogger('silent') });
  await db.transact(async (tx) => {
    await tx.query("set local session_replication_role = 'replica'");
    await tx.query(
      `update loans set paid_out_at = paid_out_at - interval '8 days', due_at = due_at - interval '8 days', next_look_at = now()
       where user_id = (select id from users where user_name = $1)`,
      [userName],
    );
  });
  await db.close();
}
