// A user makes a key and lets programs trade with it: the examples of /docs as they are there, and the program of
// docs/examples.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { textFaults, visit } from './browser.ts';
import { type App, registered } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { type Stage, button, dialog, enter, field } from './steps.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

let app: App;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
  folder = await mkdtemp(join(tmpdir(), 'assay-programs-'));
});

afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

interface Key {
  readonly KEY: string;
  readonly SECRET: string;
}

/** Makes a key that trades on the demo account, and notes what is shown this once. */
async function makeKey(stage: Stage, name: string, password: string): Promise<Key> {
  const { words } = stage;
  await button(stage, words('keys:make')).click();
  const asked = dialog(stage, words('keys:makeTitle'));
  await field(stage, 'keys:name').fill(name);
  await asked.getByText(words('keys:right.trade'), { exact: true }).click();
  await asked.getByLabel(words('pass:field.password'), { exact: true }).fill(password);
  await asked.getByRole('button', { name: words('keys:make') }).click();
  const shown = dialog(stage, words('keys:madeTitle'));
  await shown.waitFor();
  // Nothing but its reader's word ends it.
  await stage.page.keyboard.press('Escape');
  const [KEY = '', SECRET = ''] = await shown.getByRole('definition').locator('code').allTextContents();
  await shown.getByRole('button', { name: words('keys:stored') }).click();
  await shown.waitFor({ state: 'detached' });
  return { KEY, SECRET };
}

/** The examples of the page, one after the other, as a reader would run them. */
async function examples(language: 'sh' | 'ts'): Promise<string> {
  const answer = await fetch(`${app.origin}/docs/json`);
  const { info } = (await answer.json()) as { info: { description: string } };
  const blocks = [...info.description.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const own = blocks.flatMap(([, marked, text = '']) => (marked === language ? [text] : []));
  expect(own.length).toBeGreaterThan(1);
  return own.join('\n');
}

/** Runs a program with a key, and answers what it has printed. */
async function printed(command: string, args: readonly string[], key: Key): Promise<string> {
  const env = { ...process.env, ...key, ASSAY: app.origin };
  return (await run(command, args, { cwd: folder, env, timeout: 60_000 })).stdout;
}

test('programs trade with a key as /docs says, its owner sees what for, and a revoked one does nothing more', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  await page.goto('/profile?section=security');
  await page.getByText(words('keys:none')).waitFor();
  const key = await makeKey(stage, 'Grid robot', person.password);
  expect(key.KEY).toMatch(/^ak_[\w-]{16}$/);
  expect(key.SECRET).toMatch(/^[\w-]{43}$/);

  const shell = await printed('sh', ['-e', '-c', await examples('sh')], key);
  expect(shell).toMatch(/"equity":"100000[.0]*"/);
  expect(shell).toContain('"status":"closedEarly"');

  await writeFile(join(folder, 'examples.ts'), await examples('ts'));
  const typed = await printed(process.execPath, ['examples.ts'], key);
  expect(typed).toMatch(/^closedEarly -?\d/m);
  expect(typed).toMatch(/^authenticated 0$/m);

  const program = [join(root, 'docs/examples/trade.ts'), 'BTCUSDT'];
  const told = await printed(process.execPath, program, key);
  expect(told).toMatch(/^opened \S+ at \d/m);
  expect(told).toMatch(/^closed at \d\S*, result -?\d/m);
  expect(told).toMatch(/^receipt: closedEarly$/m);
  expect(told).toMatch(/^ {2}profit: /m);

  await page.reload();
  const row = page.getByRole('list', { name: words('keys:title') }).getByRole('listitem');
  await row.filter({ hasText: 'Grid robot' }).filter({ hasText: '127.0.0.1' }).waitFor();
  await button(stage, 'Uses of Grid robot').click();
  const uses = dialog(stage, 'Uses of Grid robot');
  await uses.getByText('POST /order/buyU', { exact: true }).waitFor();
  await uses.getByText('live feed', { exact: true }).waitFor();
  await page.keyboard.press('Escape');

  await button(stage, 'Revoke Grid robot').click();
  const asked = dialog(stage, words('keys:revokeTitle'));
  await asked.getByLabel(words('pass:field.password'), { exact: true }).fill(person.password);
  await asked.getByRole('button', { name: words('keys:revoke') }).click();
  await page.getByText(words('keys:none')).waitFor();
  await expect(printed(process.execPath, program, key)).rejects.toThrow('11380');
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test.for([
  { device: 'desktop', language: 'de', theme: 'light' },
  { device: 'phone', language: 'ar', theme: 'dark' },
] as const)('the keys read well on a $device in $language, $theme', async (setting) => {
  const person = await registered(app);
  const stage = await enter(browser, app, { ...setting, person });
  const { page, words } = stage;
  await page.goto('/profile?section=security');
  await makeKey(stage, 'Grid robot', person.password);
  await page.getByText(words('keys:unused')).waitFor();
  expect(await textFaults(page)).toEqual([]);
  await button(stage, words('keys:make')).click();
  await dialog(stage, words('keys:makeTitle')).waitFor();
  expect([...(await textFaults(page)), ...(await axeFaults(page))]).toEqual([]);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('the page for programs fits a phone in one row of its own, and its examples are read there without moving the page', async () => {
  const { page, context, faults } = await visit(browser, app, { device: 'phone' });
  await page.goto('/docs');
  await page.locator('.renderedMarkdown pre').first().waitFor();
  const seen = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width }) => width > 0);
    const header = boxes('.topbar-wrapper > *');
    const blocks = [...document.querySelectorAll<HTMLElement>('.renderedMarkdown pre')];
    return {
      width: clientWidth,
      beyond: scrollWidth - clientWidth,
      rows: header.filter((one, place) => place === 0 || one.top >= (header[place - 1]?.bottom ?? 0)).length,
      examples: blocks.length > 1,
      cut: boxes('.renderedMarkdown pre, .renderedMarkdown table').filter(({ left, right }) => left < 0 || right > clientWidth)
        .length,
      // A line of a program stays one: broken in two it is another program.
      wrapped: blocks.filter((one) => getComputedStyle(one).whiteSpace !== 'pre').length,
      small: blocks.filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < 12).length,
    };
  });
  expect(seen).toEqual({ width: 390, beyond: 0, rows: 1, examples: true, cut: 0, wrapped: 0, small: 0 });
  expect(faults).toEqual([]);
  await context.close();
});
