// How operators come to be: from the command line first, then in the console by two administrators.
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visit } from './browser.ts';
import { type Desk, inDialog, open, signIn, words } from './console-steps.ts';
import { type OwnApp, auditOf, databaseUrl } from './harness.ts';
import { ownApp, sharedBrowser } from './shared.ts';

const root = dirname(import.meta.dirname);
let app: OwnApp;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([ownApp(), sharedBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await app.stop();
});

/** What `npm run operator:create` prints. */
async function createdByCommand(name: string, roles: string): Promise<string> {
  const env = { PATH: process.env['PATH'], DATA_DIR: app.dataFolder, DATABASE_URL: await databaseUrl(app, 'assay') };
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(
    join(root, 'node_modules/.bin/node'),
    [
      '--import',
      './tools/compile-cache.mjs',
      'packages/server/src/operator-command.ts',
      'create',
      '--name',
      name,
      '--roles',
      roles,
    ],
    { cwd: root, env },
    (_, output, errors) => resolve(output + errors),
  );
  return promise;
}

/** A new operator at the console, who types the one-time password. */
async function firstSignIn(name: string, first: string, second = '') {
  const [, origin = ''] = /console +(http\S+)/.exec(app.output()) ?? [];
  const { page, faults, context } = await visit(browser, { ...app, origin }, { console: true });
  const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click();
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await page.goto('/');
  await press(words('signIn.first'));
  await fill(words('signIn.name'), name);
  await fill(words('signIn.firstHalf'), first);
  await fill(words('signIn.secondHalf'), second);
  await press(words('signIn.next'));
  return { page, faults, press, fill, leave: () => context.close() };
}
type Newcomer = Awaited<ReturnType<typeof firstSignIn>>;

/** Scans the secret, chooses a password and types the first code. */
async function enrol({ page, press, fill }: Newcomer, password: string): Promise<void> {
  await page.getByRole('img', { name: words('signIn.qr') }).waitFor();
  const secret =
    (await page
      .locator('bdi, code')
      .filter({ hasText: /^[A-Z2-7]{32}$/ })
      .first()
      .textContent()) ?? '';
  await fill(words('signIn.newPassword'), password);
  await fill(words('signIn.code'), new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await press(words('signIn.enrol'));
  await page.getByRole('heading', { name: words('dashboard.title') }).waitFor();
}

/** Makes a half for a new operator, and reads it from the screen. */
async function half(administrator: Desk, name: string, which: 'first' | 'second'): Promise<string> {
  const { page } = administrator;
  await open(administrator, words('desks.operators'));
  await page
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button', { name: words('operators.issue') })
    .click();
  await inDialog(administrator, words('operators.issue'));
  const dialog = page.getByRole('dialog', { name: words(`operators.issued.${which}`, { name }) });
  const shown = (await dialog.getByText(/^[0-9]{12}$/).textContent()) ?? '';
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return shown;
}

test('the command line prints a whole password once, which opens nothing but a first sign-in', async () => {
  const printed = await createdByCommand('dora', 'finance,administrator');
  const [, password = ''] = /until \S+: (\S+)/.exec(printed) ?? [];
  const dora = await firstSignIn('dora', password);
  await enrol(dora, 'My own words 1');
  await dora.page.getByRole('link', { name: words('desks.operators') }).waitFor();
  expect(dora.faults).toEqual([]);
  await dora.leave();

  const again = await firstSignIn('dora', password);
  await again.page.getByRole('alert').getByText(words('codes.11078')).waitFor();
  await again.leave();
  expect(await createdByCommand('dora', 'finance')).toMatch(/there is an operator of the name dora already/);
});

test('two administrators make an operator and a half of the password each; one of them alone gets nobody in', async () => {
  const alice = await signIn(browser, app, 'alice');
  await open(alice, words('desks.operators'));
  await alice.press(words('operators.create'));
  await alice.fill(words('operators.newName'), 'erin');
  await alice.page.getByRole('checkbox', { name: words('frame.role.support') }).check();
  await alice.fill(words('act.reason'), 'Erin joins the support team.');
  await inDialog(alice, words('operators.create'));
  await alice.page.getByText(words('act.proposed')).waitFor();

  const bob = await signIn(browser, app, 'bob');
  await open(bob, words('desks.proposals'));
  await bob.page.getByRole('link', { name: words('proposals.kind.operator.create') }).click();
  await bob.press(words('proposals.approve'));
  await inDialog(bob, words('proposals.approve'));
  await bob.page.getByText(words('proposals.statuses.approved')).first().waitFor();

  // A desk that is opened shows what there is now, though it was looked at a moment ago.
  await open(alice, words('desks.proposals'));
  const first = await half(alice, 'erin', 'first');
  const alone = await firstSignIn('erin', first, await half(alice, 'erin', 'first'));
  await alone.page.getByRole('alert').getByText(words('codes.11078')).waitFor();
  await alone.leave();
  // The newest first half is the one that counts.
  const newest = await half(alice, 'erin', 'first');
  const second = await half(bob, 'erin', 'second');
  const erin = await firstSignIn('erin', newest, second);
  await enrol(erin, 'Words of Erin 1');
  expect(await erin.page.getByRole('link', { name: words('desks.treasury') }).count()).toBe(0);
  expect([...erin.faults, ...alice.faults, ...bob.faults]).toEqual([]);
  await Promise.all([erin.leave(), bob.leave()]);

  await open(alice, words('desks.audit'));
  const entry = alice.page.getByRole('row').filter({ hasText: words('names.action.operator.enrolled') });
  await entry.filter({ hasText: 'erin' }).waitFor();
  await alice.leave();
  expect(await auditOf(app)).toMatch(/^the books balance/m);
});
