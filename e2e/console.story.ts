import { connectDatabase } from '@assay/server/platform/database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionRows, showActions } from './action-rows.ts';
import { axeFaults } from './axe.ts';
import { textFaults } from './browser.ts';
import { type Desk, arrive, inDialog, open, signIn, words } from './console-steps.ts';
import { type OwnApp, auditOf, databaseUrl, registered } from './harness.ts';
import { ownApp, sharedBrowser } from './shared.ts';

let app: OwnApp;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([ownApp(), sharedBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await app.stop();
});

test('who is not signed in is led to the sign-in once, and stays there', async () => {
  const { page, leave } = await arrive(browser, app, 'carol');
  // The empty tab, the dashboard, the sign-in. A guard that led away again and again would have filled the history.
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(3);
  await leave();
});

test('a wrong code is refused, the right one lets in, in all tabs of the browser, and leaving one leaves them all', async () => {
  const desk = await arrive(browser, app, 'carol');
  const { page } = desk;
  await desk.fill(words('signIn.code'), desk.code() === '000000' ? '000001' : '000000');
  await desk.press(words('signIn.submit'));
  await page.getByRole('alert').getByText(words('codes.11078')).waitFor();
  // The browser itself reports the refusal's status.
  expect(desk.faults.splice(0)).toEqual([expect.stringContaining('422')]);
  await desk.fill(words('signIn.code'), desk.code());
  await desk.press(words('signIn.submit'));
  await page.getByRole('heading', { name: words('dashboard.title') }).waitFor();
  // No script can read the cookie that identifies the operator.
  const readable = () => JSON.stringify([Object.values(localStorage), Object.values(sessionStorage), document.cookie]);
  expect(await page.evaluate(readable)).not.toMatch(/[A-Za-z0-9_-]{43}/);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/swx/console' });
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('heading', { name: words('dashboard.title') }).waitFor();
  // An operator with only support rights finds no desk of money.
  expect(await page.getByRole('link', { name: words('desks.treasury') }).count()).toBe(0);
  await page.goto('/treasury');
  await page.getByRole('heading', { name: words('frame.notYoursTitle') }).waitFor();
  await other.getByRole('button', { name: words('frame.account', { name: 'carol' }) }).click();
  await other.getByRole('menuitem', { name: words('frame.signOut') }).click();
  for (const tab of [other, page]) await tab.getByLabel(words('signIn.name'), { exact: true }).waitFor();
  // It is signed out at once; the server's cookie is cleared once the server has confirmed.
  await expect.poll(() => page.context().cookies()).toEqual([]);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('a parameter changes only when a second operator approves, the log shows both, and no act is forgotten with its session', async () => {
  const alice = await signIn(browser, app, 'alice');
  await open(alice, words('desks.parameters'));
  const row = alice.page.getByRole('row').filter({ hasText: 'withdrawal_fee_rate' });
  await row.getByRole('button', { name: words('parameters.propose') }).click();
  await alice.fill(words('frame.after'), '0.015');
  await alice.fill(words('act.reason'), 'short');
  await inDialog(alice, words('parameters.propose'));
  await alice.page.getByText(words('codes.11073')).waitFor();
  const reason = alice.page.getByLabel(words('act.reason'), { exact: true });
  await expect
    .poll(() => reason.evaluate((field) => [field === document.activeElement, field.ariaInvalid]))
    .toEqual([true, 'true']);
  await reason.fill('The network has become dearer.');
  // Enter sends. The answer is lost: the console requests the outcome, and continues with that.
  await alice.page.route('**/parameters/propose', async (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await alice.page.getByLabel(words('frame.after'), { exact: true }).press('Enter');
  await row.getByRole('link', { name: words('parameters.waiting') }).click();
  expect(alice.faults.splice(0)).toEqual(['console: Failed to load resource: net::ERR_FAILED']);
  await alice.page.getByText('0.015').waitFor();
  expect(await alice.page.getByRole('button', { name: words('proposals.approve') }).isDisabled()).toBe(true);
  await alice.page.getByText(words('proposals.ownBlocked')).first().waitFor();

  const bob = await signIn(browser, app, 'bob');
  await bob.page
    .getByRole('navigation')
    .getByRole('img', { name: words('frame.openCases', { count: '1' }) })
    .waitFor();
  await open(bob, words('desks.proposals'));
  await bob.page.getByRole('link', { name: words('proposals.kind.parameter.change'), exact: true }).click();
  const change = bob.page.getByRole('row').filter({ hasText: 'withdrawal_fee_rate' });
  await change.getByText('0.01', { exact: true }).waitFor();
  await change.getByText('0.015', { exact: true }).waitFor();
  await bob.press(words('proposals.approve'));
  await inDialog(bob, words('proposals.approve'));
  await bob.page.getByText(words('proposals.statuses.approved')).first().waitFor();

  await open(bob, words('desks.parameters'));
  await bob.page.getByRole('row').filter({ hasText: 'The network has become dearer.' }).filter({ hasText: 'alice' }).waitFor();
  await open(bob, words('desks.audit'));
  for (const [who, action] of [
    ['alice', words('names.action.proposal.made')],
    ['bob', words('names.action.proposal.approved')],
  ] as const)
    await bob.page.getByRole('row').filter({ hasText: who }).filter({ hasText: action }).first().waitFor();
  await bob.press(words('audit.verify'));
  await bob.page.getByText(/entries, each matching/).waitFor();
  expect(await auditOf(app)).toMatch(/^the books balance/m);
  expect([...alice.faults, ...bob.faults]).toEqual([]);
  await endSessionOverAct(bob);
  await Promise.all([alice.leave(), bob.leave()]);
});

/**
 * The session ends before an act has its answer, and while another is filled in: the operator sees a notice, after the
 * next sign-in a hint to check, and finds what was typed.
 */
async function endSessionOverAct(desk: Desk): Promise<void> {
  const { page, press, fill } = desk;
  await open(desk, words('desks.parameters'));
  const row = page.getByRole('row').filter({ hasText: 'demo_initial_balance' });
  await row.getByRole('button', { name: words('parameters.propose') }).click();
  await fill(words('frame.after'), '50000');
  await fill(words('act.reason'), 'Beginners need less to begin with.');
  await page.route(/parameters\/propose|session\/outcome/, (route) => route.abort());
  await inDialog(desk, words('parameters.propose'));
  await page.getByText(words('act.asking')).waitFor();
  await page.getByLabel(words('act.reason'), { exact: true }).press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // On every desk there is one place that says so; the same is not done again under another key, with another note.
  await open(desk, words('desks.audit'));
  const unanswered = page.getByRole('region', { name: words('act.region') });
  await unanswered.getByText(words('act.unanswered', { what: words('parameters.propose') })).waitFor();
  await open(desk, words('desks.parameters'));
  await row.getByRole('button', { name: words('parameters.propose') }).click();
  await fill(words('frame.after'), '50000');
  await fill(words('act.reason'), 'Beginners need less to begin with, I think.');
  await inDialog(desk, words('parameters.propose'));
  await page.getByRole('dialog').getByText(words('act.underWay')).waitFor();
  await page.getByLabel(words('act.reason'), { exact: true }).press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const other = page
    .getByRole('row')
    .filter({ hasText: 'kyc_hours' })
    .getByRole('button', { name: words('parameters.propose') });
  await other.click();
  await fill(words('frame.after'), '36');
  await fill(words('act.reason'), 'Two reviewers have joined us.');
  const ended = { status: 401, json: { code: '401', result: null, message: 'Signed out' } };
  await page.unroute(/parameters\/propose|session\/outcome/);
  await page.route(/parameters\/propose/, (route) => route.fulfill(ended));
  await inDialog(desk, words('parameters.propose'));
  await page.getByText(words('act.notSent.signedOut')).waitFor();
  await page.getByLabel(words('signIn.name'), { exact: true }).waitFor();
  await page.getByText(words('signIn.ended')).waitFor();
  await desk.enter();
  await fill(words('signIn.code'), desk.code(1));
  await press(words('signIn.submit'));
  await page.getByText(words('act.look')).waitFor();
  await open(desk, words('desks.parameters'));
  await other.click();
  expect(await page.getByLabel(words('act.reason'), { exact: true }).inputValue()).toBe('Two reviewers have joined us.');
}

/** Splits and dividends in every state, what one would make before it is proposed, and a refusal beside what it is about. */
async function lookAtActions(desk: Desk): Promise<void> {
  const { page, fill } = desk;
  await open(desk, words('desks.actions'));
  const table = page.getByRole('table', { name: words('offer.actions.recorded') });
  const row = (code: string) => table.getByRole('row').filter({ hasText: code });
  await row('AAPL').getByText('1 → 7').waitFor();
  await row('KO').getByText('1,000 or more still to adjust').waitFor();
  await row('GE').getByText('318 contracts · 42 options').waitFor();
  const back = { name: words('offer.actions.withdraw'), exact: true };
  expect(await row('AAPL').getByRole('button', back).count()).toBe(1);
  // All but what waits for its day stands.
  expect(await table.getByRole('button', back).count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await desk.press(words('offer.actions.recordSplit'));
  const dialog = page.getByRole('dialog');
  await fill(words('offer.instruments.code'), 'aapl');
  await fill(words('offer.actions.to'), '1');
  await fill(words('offer.actions.from'), '7');
  await fill(words('offer.actions.firstDay'), '2099-06-09');
  await fill(words('act.reason'), 'The exchange has announced it.');
  await page.getByRole('combobox', { name: words('offer.actions.kind') }).click();
  await page.getByRole('option', { name: words('offer.actions.kinds.split'), exact: true }).click();
  await dialog.getByRole('status').getByText(words('offer.actions.otherWay')).waitFor();
  await fill(words('offer.actions.to'), '7');
  await fill(words('offer.actions.from'), '1');
  await dialog
    .getByRole('status')
    .getByText(/100 shares of AAPL count as 700, and a price of 700 as 100/)
    .waitFor();
  // A sandbox makes its own prices, without splits.
  await inDialog(desk, words('offer.actions.recordSplit'));
  await dialog.getByText(words('codes.11155')).first().waitFor();
  await dialog.getByRole('button', { name: words('frame.cancel'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('notes of a customer that do not fit are fetched page by page, back to the first', async () => {
  const { userName } = await registered(app);
  const db = connectDatabase({ url: await databaseUrl(app, 'assay'), poolSize: 1, log: createLogger('silent') });
  const note = (from: number, to: number) =>
    db.query(
      `insert into user_notes (user_id, operator_id, text, created_at)
       select u.id, o.id, 'note ' || n, now() + n * interval '1 second' from users u, operators o, generate_series($2::int, $3::int) n
       where u.user_name = $1 and o.name = 'carol'`,
      [userName, from, to],
    );
  await note(1, 203);
  const desk = await signIn(browser, app, 'carol', 1);
  const { page } = desk;
  await open(desk, words('desks.users'));
  await page.getByRole('row').filter({ hasText: userName }).getByRole('link').first().click();
  // The customer's timeline lists each note as well: the pages are those of the list.
  const noteOf = (number: number) => page.getByRole('list').getByText(`note ${number}`, { exact: true });
  const shown = (number: number) => noteOf(number).waitFor();
  const older = page.getByRole('button', { name: words('users.olderNotes'), exact: true });
  await shown(203);
  await shown(104);
  expect(await noteOf(103).count()).toBe(0);
  await older.click();
  await shown(103);
  await shown(4);
  expect(await noteOf(3).count()).toBe(0);
  await older.click();
  await shown(1);
  await older.waitFor({ state: 'detached' });
  expect(desk.faults).toEqual([]);
  await desk.leave();
  await db.close();
});

test('every desk draws in both languages and themes, with nothing for axe to find', async () => {
  const desk = await signIn(browser, app, 'alice', 1);
  const { page } = desk;
  const menu = page.getByRole('navigation').filter({ has: page.locator('a[href="/proposals"]') });
  const paths = await menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(paths.length).toBeGreaterThan(15);
  await showActions(page, actionRows);
  await lookAtActions(desk);
  const findings: string[] = [];
  // As operators go: by the menu. Loading the console anew for each desk would take most of the time.
  const look = async (path: string, rules?: readonly string[]) => {
    await menu.locator(`a[href="${path}"]`).click();
    await page.waitForURL((url) => url.pathname === path);
    // The address changes before the desk does: until then the last one has a heading too.
    await menu.locator(`a[href="${path}"][aria-current="page"]`).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
    // Operators read kinds and keys as they are in the books.
    findings.push(...(await textFaults(page)).filter((fault) => !fault.startsWith('key')).map((fault) => `${path}: ${fault}`));
    findings.push(...(await axeFaults(page, rules)).map((fault) => `${path}: ${fault}`));
  };
  for (const path of paths) await look(path);
  await desk.press(words('frame.otherTheme'));
  await desk.press('简体中文');
  // The same elements in other colours.
  for (const path of paths) await look(path, ['color-contrast']);
  expect(findings).toEqual([]);
  // The browser itself reports the status of the one refusal.
  expect(desk.faults).toEqual([expect.stringContaining('422')]);
  await desk.leave();
});
