import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, registered } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { type Stage, enter, field } from './steps.ts';

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

/** The size of a contract, with as many decimals as amounts have, in front of a person of that language. */
async function sizeField(language: Language): Promise<Stage & { size: Locator }> {
  const stage = await enter(browser, app, { person: await registered(app), language });
  await stage.page.goto('/cruuency?code=BTCUSDT');
  await stage.page
    .getByRole('radiogroup', { name: stage.words('currency:ticket.sizeBy') })
    .getByText(stage.words('currency:ticket.amount'))
    .click();
  const size = field(stage, 'currency:ticket.size');
  await size.click();
  return { ...stage, size };
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+v');
}

test.each([
  ['en', '78,270.65 USDT', '78270.65'],
  ['en', '1,500', '1500'],
  ['de', '1.234,56', '1234,56'],
  ['fr', '1\u202f234,5', '1234,5'],
  ['ar', '١٬٢٣٤٫٥', '1234.5'],
] as const)('what the site prints can be pasted (%s: %s)', async (language, copied, shown) => {
  const stage = await sizeField(language);
  await stage.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await paste(stage.page, copied);
  expect(await stage.size.inputValue()).toBe(shown);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('what has a sign, an exponent or another unit is refused with the reason, and the text before stays', async () => {
  const { page, context, size, words } = await sizeField('en');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await size.fill('250');
  await page.keyboard.press('ArrowLeft');
  for (const [copied, reason] of [
    ['-4', 'sign'],
    ['1e3', 'notANumber'],
    ['3.8B', 'notANumber'],
    ['0.5 BTC', 'notANumber'],
    ['1,23,4', 'grouping'],
  ] as const) {
    await paste(page, copied);
    await page.getByText(words(`common:number.${reason}`)).waitFor();
    expect(await size.inputValue()).toBe('250');
    await page.keyboard.type('7');
    expect(await size.inputValue()).toBe('2570');
    await page.getByText(words(`common:number.${reason}`)).waitFor({ state: 'detached' });
    await page.keyboard.press('Backspace');
  }
  await context.close();
});

test('an input method is left alone until it has ended, and its full-width digits count once', async () => {
  const { page, context, size } = await sizeField('ja');
  const keys = await context.newCDPSession(page);
  for (const text of ['１', '１２', '１２３']) {
    await keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  expect(await size.inputValue()).toBe('１２３');
  await keys.send('Input.insertText', { text: '１２３' });
  expect(await size.inputValue()).toBe('123');
  await context.close();
});

test('the caret stays where it was when a key is refused', async () => {
  const { page, context, size } = await sizeField('en');
  await size.fill('1234');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('x9');
  expect(await size.inputValue()).toBe('19234');
  await page.keyboard.type('٨');
  await page.keyboard.type('7');
  expect(await size.inputValue()).toBe('1987234');
  await context.close();
});

test('a number that is grouped while it is typed says how it is read, and is tidied when the field is left', async () => {
  const { page, context, size, words } = await sizeField('de');
  await page.keyboard.type('1.234.56');
  const submit = page.getByRole('button', { name: words('currency:blocker.enterSize') });
  await submit.waitFor();
  await page.keyboard.type('7');
  await page.getByText(words('common:number.reads', { figure: '1234567' })).waitFor();
  await size.blur();
  expect(await size.inputValue()).toBe('1234567');
  await context.close();
});
