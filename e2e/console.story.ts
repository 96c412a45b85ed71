import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, textFaults, visit } from './browser.ts';
import { type App, auditOf, startApp } from './harness.ts';
import { type OperatorName, operatorLogin } from './operators.ts';
import { consoleWordsOf } from './words.ts';

let app: App;
let browser: Browser;
const words = consoleWordsOf('en');

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
}, 120_000);

afterAll(async () => {
  await browser.close();
  await app.stop();
});

interface Desk {
  readonly page: Page;
  readonly faults: string[];
  readonly code: (steps?: number) => string;
  readonly press: (name: string) => Promise<void>;
  readonly fill: (label: string, text: string) => Promise<void>;
  readonly leave: () => Promise<void>;
}

/** Somebody in front of the console's sign-in, the password already typed. */
async function arrive(name: OperatorName): Promise<Desk> {
  const { origin, password, code } = await operatorLogin(app, name);
  const { page, faults, context } = await visit(browser, { ...app, origin });
  const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click();
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await page.goto('/');
  await fill(words('signIn.name'), name);
  await fill(words('signIn.password'), password);
  await press(words('signIn.next'));
  return { page, faults, code, press, fill, leave: () => context.close() };
}

/** A code is good once: who signs in again at once uses the next one. */
async function signIn(name: OperatorName, steps = 0): Promise<Desk> {
  const desk = await arrive(name);
  await desk.fill(words('signIn.code'), desk.code(steps));
  await desk.press(words('signIn.submit'));
  await desk.page.getByRole('heading', { name: words('dashboard.title') }).waitFor();
  return desk;
}

const open = ({ page }: Desk, name: string) =>
  page
    .getByRole('navigation', { name: words('frame.desks') })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();

const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

test('a wrong code is refused, the right one lets in, and the session lives in this tab alone', async () => {
  const desk = await arrive('carol');
  const { page } = desk;
  await desk.fill(words('signIn.code'), desk.code() === '000000' ? '000001' : '000000');
  await desk.press(words('signIn.submit'));
  await page.getByRole('alert').getByText(words('codes.11078')).waitFor();
  // The browser itself reports the refusal's status.
  expect(desk.faults.splice(0)).toEqual([expect.stringContaining('422')]);
  await desk.fill(words('signIn.code'), desk.code());
  await desk.press(words('signIn.submit'));
  await page.getByRole('heading', { name: words('dashboard.title') }).waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('token');
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByLabel(words('signIn.name'), { exact: true }).waitFor();
  // Who only supports customers finds no desk of money.
  expect(await page.getByRole('link', { name: words('desks.treasury') }).count()).toBe(0);
  await page.goto('/treasury');
  await page.getByRole('heading', { name: words('ra.page.access_denied') }).waitFor();
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('a parameter changes only when a second operator approves, and the audit log shows both', async () => {
  const alice = await signIn('alice');
  await open(alice, words('desks.parameters'));
  const row = alice.page.getByRole('row').filter({ hasText: 'withdrawal_fee_rate' });
  await row.getByRole('button', { name: words('parameters.propose') }).click();
  await alice.fill(words('frame.after'), '0.015');
  await alice.fill(words('act.reason'), 'short');
  await inDialog(alice.page, words('parameters.propose'));
  await alice.page.getByText(words('codes.11073')).waitFor();
  await alice.fill(words('act.reason'), 'The network has become dearer.');
  await inDialog(alice.page, words('parameters.propose'));
  await row.getByRole('link', { name: words('parameters.waiting') }).click();
  await alice.page.getByText('0.015').waitFor();
  expect(await alice.page.getByRole('button', { name: words('proposals.approve') }).isDisabled()).toBe(true);
  await alice.page.getByText(words('proposals.ownBlocked')).first().waitFor();

  const bob = await signIn('bob');
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
  await inDialog(bob.page, words('proposals.approve'));
  await bob.page.getByText(words('proposals.statuses.approved')).first().waitFor();

  await open(bob, words('desks.parameters'));
  await bob.page.getByRole('row').filter({ hasText: 'The network has become dearer.' }).filter({ hasText: 'alice' }).waitFor();
  await open(bob, words('desks.audit'));
  for (const [who, action] of [
    ['alice', 'proposal.made'],
    ['bob', 'proposal.approved'],
  ] as const)
    await bob.page.getByRole('row').filter({ hasText: who }).filter({ hasText: action }).first().waitFor();
  await bob.press(words('audit.verify'));
  await bob.page.getByText(/entries, and every one fits/).waitFor();
  expect(await auditOf(app)).toMatch(/^the books balance/m);
  expect([...alice.faults, ...bob.faults]).toEqual([]);
  await Promise.all([alice.leave(), bob.leave()]);
});

test('every desk draws in both languages and themes, with nothing for axe to find', async () => {
  const desk = await signIn('alice', 1);
  const { page } = desk;
  const paths = await page
    .getByRole('navigation', { name: words('frame.desks') })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(paths.length).toBeGreaterThan(15);
  const findings: string[] = [];
  const look = async (path: string, axe: AxeBuilder) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
    // Operators read kinds and keys as they are in the books.
    findings.push(...(await textFaults(page)).filter((fault) => !fault.startsWith('key')).map((fault) => `${path}: ${fault}`));
    const { violations } = await axe.analyze();
    findings.push(...violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html ?? ''}`));
  };
  for (const path of paths) await look(path, new AxeBuilder({ page }));
  await desk.press(words('ra.action.toggle_theme'));
  await desk.press('简体中文');
  // The same elements in other colours.
  for (const path of paths) await look(path, new AxeBuilder({ page }).withRules('color-contrast'));
  expect(findings).toEqual([]);
  expect(desk.faults).toEqual([]);
  await desk.leave();
}, 240_000);
