// A desk at size: many deposits by two persons, and a brake that customers see at once.
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { connectDatabase } from '@assay/server/platform/database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { textFaults, visit } from './browser.ts';
import { approve, inDialog, open, signIn, words } from './console-steps.ts';
import { type OwnApp, auditOf, clientOf, databaseUrl, registered } from './harness.ts';
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

const twoMinutes = 120_000;

/** A hundred deposits of one customer, each of 1 to 100 USDT, as the watcher of the chain has seen and confirmed them. */
async function hundredConfirmed(): Promise<void> {
  const person = await registered(app);
  const shown = await clientOf(app, person.token, 'real')(customerCalls.user.depositCoins, {});
  const address = shown.find(({ network }) => network === 'TRC20')?.address ?? '';
  const db = connectDatabase({ url: await databaseUrl(app, 'assay'), poolSize: 1, log: createLogger('silent') });
  await db.query(
    `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, created_at, status)
     select 'D300107-' || lpad(n::text, 10, '0'), u.id, 'USDT', 'TRC20', 'tron', $2, n * 1000000, lpad(n::text, 64, 'c'), now(), 'pendingReview'
     from users u, generate_series(1, 100) n where u.user_name = $1`,
    [person.userName, address],
  );
  await db.query(
    `insert into chain_payments (network_id, chain, hash, place, user_id, address, amount, height, block, seen_at, confirmed_at, deposit_id)
     select network_id, chain, hash, 0, user_id, address, amount, 1, 'block', now(), now(), id from deposits where deposit_no like 'D300107-00000%'`,
  );
  await db.close();
}

test('a hundred deposits are released by two persons in under two minutes, each confirming the total', async () => {
  await hundredConfirmed();
  const [alice, bob] = [await signIn(browser, app, 'alice'), await signIn(browser, app, 'bob')];
  const begun = performance.now();
  await open(alice, words('desks.deposits'));
  const found = alice.page.getByRole('row').filter({ hasText: 'TRC20' }).filter({ hasText: '5,050' });
  await found.getByText('100', { exact: true }).waitFor();
  expect(await axeFaults(alice.page)).toEqual([]);
  expect(await textFaults(alice.page)).toEqual([]);
  await found.getByRole('button', { name: words('funds.releases.propose') }).click();
  await alice.page.getByRole('dialog').getByText('5,050').first().waitFor();
  await alice.fill(words('act.reason'), 'The chain bears all of them out.');
  await inDialog(alice, words('funds.releases.propose'));
  await alice.page.getByText(words('act.proposed')).waitFor();

  await approve(bob, 'deposit.release');
  expect(performance.now() - begun).toBeLessThan(twoMinutes);
  await open(bob, words('desks.deposits'));
  expect([...alice.faults, ...bob.faults]).toEqual([]);
  await Promise.all([alice.leave(), bob.leave()]);
  expect(await auditOf(app)).toMatch(/^the books balance/m);
});

test('an instrument is stopped by one person in five seconds, as customers see at once, and resumed by two', async () => {
  const visitor = await visit(browser, app);
  await visitor.page.goto('/market');
  await visitor.page.getByRole('heading', { level: 1 }).first().waitFor();
  const banner = visitor.page.getByText(/^BTCUSDT: /);
  expect(await banner.count()).toBe(0);

  const alice = await signIn(browser, app, 'alice', 1);
  const { page } = alice;
  await open(alice, words('desks.halts'));
  await page.getByText(words('halts.none')).waitFor();
  await alice.press(words('halts.begin'));
  await page.getByRole('combobox', { name: words('halts.scope') }).click();
  await page.getByRole('option', { name: words('halts.scopes.instrument'), exact: true }).click();
  await alice.fill(words('halts.subject'), 'btcusdt');
  await alice.fill(words('halts.message'), 'We are checking our prices.');
  await alice.fill(words('act.reason'), 'The feed tells nonsense.');
  const pressed = performance.now();
  await inDialog(alice, words('halts.begin'));
  await banner.waitFor();
  expect(performance.now() - pressed).toBeLessThan(5_000);
  expect(await visitor.page.getByText('We are checking our prices.').count()).toBe(0);
  await page.getByText(words('halts.inForce'), { exact: true }).first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await axeFaults(visitor.page)).toEqual([]);
  expect(await textFaults(visitor.page)).toEqual([]);
  // What was typed is shown once a second person has read it.
  const bob = await signIn(browser, app, 'bob', 1);
  await open(bob, words('desks.halts'));
  await bob.press(words('halts.confirm'));
  await inDialog(bob, words('halts.confirm'));
  await banner.filter({ hasText: 'We are checking our prices.' }).waitFor();
  // A later visitor is notified, too.
  const late = await visit(browser, app, { language: 'de' });
  await late.page.goto('/market');
  await late.page.getByText('We are checking our prices.').waitFor();

  await alice.press(words('halts.end'));
  await alice.fill(words('act.reason'), 'The feed is well again.');
  await inDialog(alice, words('halts.end'));
  await open(bob, words('desks.halts'));
  await bob.page.getByRole('link', { name: new RegExp(`^${words('names.subject.halt')}`) }).click();
  await bob.press(words('proposals.approve'));
  await inDialog(bob, words('proposals.approve'));
  await banner.waitFor({ state: 'detached' });
  expect([...alice.faults, ...bob.faults, ...visitor.faults]).toEqual([]);
  await Promise.all([alice.leave(), bob.leave(), visitor.context.close(), late.context.close()]);
});
