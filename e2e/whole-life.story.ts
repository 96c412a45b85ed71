import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, decide, open, openCase, words as operatorWords, signIn } from './console-steps.ts';
import { address, askFor, newest, reportDeposit, showsStatus } from './funds-steps.ts';
import { type OwnApp, auditOf } from './harness.ts';
import { at, draw, enterDocument, enterPerson, go, picture } from './identity-steps.ts';
import { borrow, newestLoan } from './loan-steps.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import {
  type Registered,
  type Stage,
  button,
  closePosition,
  dialog,
  enter,
  field,
  openInstrument,
  openPosition,
  register,
} from './steps.ts';

// One customer from the first visit to the last repayment, and the two operators needed to move money. All three use browsers;
// no step is done by a direct call. The operator who approves can't also complete.

const hash = 'b'.repeat(64);

let app: OwnApp;
let browser: Browser;
let stage: Stage;
let person: Registered;
let alice: Desk;
let bob: Desk;

beforeAll(async () => {
  [app, browser] = await Promise.all([ownApp(), sharedBrowser()]);
  [stage, alice, bob] = await Promise.all([enter(browser, app), signIn(browser, app, 'alice'), signIn(browser, app, 'bob')]);
});

afterAll(async () => {
  await browser.close();
  await app.stop();
});

/** The second step of a case is disabled for the operator who took the first, with the reason. */
async function isLockedFor(desk: Desk, name: string, reason: string): Promise<void> {
  await desk.page.getByText(operatorWords(reason)).first().waitFor();
  expect(await desk.page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
}

/** The lines of the statement, newest first, each `what · amount` of what is free to use. */
async function freeMovements(): Promise<string[]> {
  const { page, words } = stage;
  await page.goto('/profile?section=statement');
  const rows = page.getByRole('region', { name: words('balance:statement.title') }).getByRole('row');
  await rows
    .filter({ hasText: words('orders:movement.deposit.completed') })
    .first()
    .waitFor();
  const lines = await rows.evaluateAll((found) =>
    found.map((row) =>
      [...row.querySelectorAll('td')].map((cell) => (cell.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '')),
    ),
  );
  const free = words('orders:ledger.available');
  return lines.filter(([, , account]) => account === free).map(([, what, , , amount]) => `${what} · ${amount}`);
}

test('somebody registers, hands in an identity, and a reviewer verifies it in the console', async () => {
  const { page, words } = stage;
  await page.goto('/pass/register');
  person = await register(stage);
  await page.goto('/profile?section=identity');
  await at(stage, 'person');
  await enterPerson(stage);
  await go(stage);
  await enterDocument(stage, 'idCard', 'L01X00T41');
  await go(stage);
  for (const [place, name] of ['front', 'back', 'holding'].entries()) {
    await field(stage, `kyc:field.${name}`).setInputFiles(await picture(stage, place));
    await page.getByRole('img', { name: words('images:preview', { name: words(`kyc:field.${name}`) }) }).waitFor();
  }
  await go(stage);
  await draw(stage);
  await go(stage);
  await button(stage, words('kyc:submit')).click();
  await page.getByRole('heading', { name: words('kyc:pending.title') }).waitFor();

  await openCase(alice, operatorWords('desks.kyc'), person.userName);
  await alice.page.getByRole('row').filter({ hasText: 'Lindenallee 4' }).waitFor();
  // Verifying opens when every picture has been looked at.
  const verify = alice.page.getByRole('button', { name: operatorWords('kyc.verify'), exact: true });
  for (const name of ['front', 'back', 'holding', 'signature']) {
    expect(await verify.isDisabled()).toBe(true);
    await alice.page.getByRole('button', { name: new RegExp(`^${operatorWords(`kyc.fields.${name}`)}`) }).click();
    await alice.page.getByRole('img', { name: operatorWords(`kyc.fields.${name}`) }).waitFor();
  }
  await decide(alice, operatorWords('kyc.verify'), operatorWords('kyc.verified'));
  await page.reload();
  await page.getByRole('heading', { name: words('kyc:verified.title') }).waitFor();
});

test('a deposit is reported with its proof, and on the balance once two operators have agreed', async () => {
  const { page, words } = stage;
  await page.goto('/profile/balance?deposit=USDT');
  await button(stage, words('common:account.toReal')).click();
  await reportDeposit(stage, '1500');
  const mine = newest(stage, 'funds:deposit.mine');
  await showsStatus(stage, mine, 'pendingReview');

  // A new address waits a minute: it is saved now, and used when the trade is over.
  await page
    .getByRole('link', { name: words('funds:tab.withdraw'), exact: true })
    .last()
    .click();
  await button(stage, words('funds:method.add')).click();
  await field(stage, 'funds:method.address').fill(address);
  await field(stage, 'funds:method.label').fill('Cold wallet');
  const adding = dialog(stage, words('funds:method.add'));
  await adding.getByRole('button', { name: words('funds:method.save') }).click();
  await adding.waitFor({ state: 'detached' });

  await page.goto('/profile/balance');
  const coins = page.getByRole('region', { name: words('balance:coins') });
  const balance = coins.getByRole('row').filter({ hasText: 'USDT' });
  await openCase(alice, operatorWords('desks.deposits'), person.userName);
  await alice.page.getByRole('img', { name: operatorWords('funds.proof') }).waitFor();
  await decide(alice, operatorWords('funds.approve'), operatorWords('funds.deposits.approved'));
  await isLockedFor(alice, operatorWords('funds.complete'), 'cases.byYou');
  expect(await balance.getByText('1,500.00', { exact: true }).count()).toBe(0);

  await openCase(bob, operatorWords('desks.deposits'), person.userName, operatorWords('funds.statuses.approved'));
  await decide(bob, operatorWords('funds.complete'), operatorWords('funds.deposits.completed'));
  // Without a reload: the balance is pushed.
  await balance.getByText('1,500.00', { exact: true }).first().waitFor();
});

test('a contract is traded on the real account, and what is left can be withdrawn once two operators have agreed', async () => {
  const { page, words } = stage;
  await page.goto('/market');
  await openInstrument(stage, 'BTCUSDT');
  await openPosition(stage, 'BTCUSDT', '0.01', 'real');
  await closePosition(stage, 'BTCUSDT', 'real');

  await page.goto('/profile/balance?withdraw=USDT');
  const to = page.getByRole('radiogroup', { name: words('funds:withdraw.to') });
  await to.getByText('Cold wallet').waitFor();
  // The minute that a new address waits.
  await app.moveClock(60_000);
  await page.reload();
  await to.getByText('Cold wallet').waitFor();
  await to.getByText(words('funds:method.usableIn')).waitFor({ state: 'detached' });
  expect(await askFor(stage, person.email, '200')).toMatchObject({ Fee: '2.00 USDT', 'Actual amount received': '198.00 USDT' });
  const mine = newest(stage, 'funds:withdraw.mine');
  await showsStatus(stage, mine, 'pendingReview');

  await openCase(alice, operatorWords('desks.withdrawals'), person.userName);
  await alice.page.getByText(address).first().waitFor();
  await decide(alice, operatorWords('funds.approve'), operatorWords('funds.withdrawals.approved'));
  await isLockedFor(alice, operatorWords('funds.payOut'), 'cases.byYou');
  await showsStatus(stage, mine, 'approved');
  await openCase(bob, operatorWords('desks.withdrawals'), person.userName, operatorWords('funds.statuses.approved'));
  await decide(bob, operatorWords('funds.payOut'), operatorWords('funds.withdrawals.sent'), {
    [operatorWords('funds.reference')]: hash,
  });
  await showsStatus(stage, mine, 'completed');
  await mine.getByText(hash).waitFor();
});

test('money is borrowed with a signature, paid out by two operators, and repaid in part and whole', async () => {
  const { page, words } = stage;
  await page.goto('/loan');
  await page.getByText(words('loan:identity.verified')).waitFor();
  await borrow(stage, '1000', '7 days');
  const card = newestLoan(stage);
  await card.getByText(words('loan:status.pendingReview')).waitFor();

  await openCase(alice, operatorWords('desks.loans'), person.userName);
  await alice.page.getByRole('img', { name: operatorWords('loans.signature') }).waitFor();
  await decide(alice, operatorWords('loans.approve'), operatorWords('loans.approved'));
  await isLockedFor(alice, operatorWords('loans.payOut'), 'cases.byYou');
  await openCase(bob, operatorWords('desks.loans'), person.userName);
  await decide(bob, operatorWords('loans.payOut'), operatorWords('loans.paidOut'));
  await card.getByText('0.00 of 1,000.00 repaid').waitFor();

  const sheet = dialog(stage, words('loan:repay.title'));
  await card.getByRole('button', { name: words('loan:repay.open') }).click();
  await sheet.locator('input[name=repayment]').fill('400');
  await sheet.getByRole('button', { name: words('loan:repay.part') }).click();
  await card.getByText('400.00 of 1,000.00 repaid').waitFor();
  await card.getByRole('button', { name: words('loan:repay.open') }).click();
  await sheet.getByRole('button', { name: words('loan:repay.whole') }).click();
  await card.getByText(words('loan:status.repaid')).waitFor();
});

test('the statement shows every line, the books balance, and the log names both operators and holds', async () => {
  const { words } = stage;
  const line = (movement: string, amount: string) => `${words(`orders:movement.${movement}`)} · ${amount} USDT`;
  const lines = await freeMovements();
  // What the trade cost follows from the market; all else is known to the cent.
  const trade = /^Contract (opened|closed) · /;
  expect(lines.filter((one) => !trade.test(one))).toEqual([
    line('loan.repaid', '-600.00'),
    line('loan.repaid', '-400.00'),
    line('loan.disbursed', '+1,000.00'),
    line('withdrawal.requested', '-200.00'),
    line('deposit.completed', '+1,500.00'),
  ]);
  const traded = lines.filter((one) => trade.test(one));
  expect(new Set(traded.map((one) => one.split(' · ')[0]))).toEqual(new Set(['Contract opened', 'Contract closed']));

  await open(bob, operatorWords('desks.audit'));
  for (const [who, action] of [
    ['alice', 'kyc.verified'],
    ['alice', 'deposit.approved'],
    ['bob', 'deposit.completed'],
    ['alice', 'withdrawal.approved'],
    ['bob', 'withdrawal.completed'],
    ['alice', 'loan.approved'],
    ['bob', 'loan.paidOut'],
  ] as const)
    await bob.page
      .getByRole('row')
      .filter({ hasText: who })
      .filter({ hasText: operatorWords(`names.action.${action}`) })
      .first()
      .waitFor();
  await bob.press(operatorWords('audit.verify'));
  await bob.page.getByText(/entries, each matching/).waitFor();
  const audit = await auditOf(app);
  expect(audit).toMatch(/^the books balance/m);
  expect(audit).toMatch(/^the audit log holds/m);
  expect([...stage.faults, ...alice.faults, ...bob.faults]).toEqual([]);
});
