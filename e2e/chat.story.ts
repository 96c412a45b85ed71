import { rm } from 'node:fs/promises';
import type { Client } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textFaults } from './browser.ts';
import { type OwnApp, appPort, registered, temporaryFolder, until } from './harness.ts';
import { picture } from './identity-steps.ts';
import { operator } from './operators.ts';
import { withoutIntervals } from './quiet-page.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { enter } from './steps.ts';
import { type Words, wordsOf } from './words.ts';

const { chats } = consoleCalls;
const { user } = customerCalls;

let app: OwnApp;
let browser: Browser;
let dataFolder: string;
/** The same addresses before and after a restart, so that open windows find the server again. */
let ports: readonly number[];
let carol: Client;

beforeAll(async () => {
  dataFolder = await temporaryFolder();
  ports = [await appPort(), await appPort()];
  [app, browser] = await Promise.all([ownApp({ dataFolder, ports }), sharedBrowser()]);
  carol = await operator(app, 'carol');
});

afterAll(async () => {
  await browser.close();
  await app.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

let acts = 0;
const key = () => ({ idempotencyKey: `act-${(acts += 1)}` });
const answer = (id: string, text: string) => carol(chats.answer, { id, clientId: `answer-${(acts += 1)}`, text }, key());

/** Takes on the conversation whose newest message begins like this. */
async function takeOn(excerpt: string): Promise<string> {
  const id = await until(`the conversation “${excerpt}”`, async () => {
    const { items } = await carol(chats.list, { limit: 100 });
    return items.find((item) => item.excerpt === excerpt)?.id;
  });
  await carol(chats.take, { id }, key());
  return id;
}

const field = (page: Page, words: Words) => page.getByLabel(words('service:composer.label'), { exact: true });

async function say(page: Page, words: Words, text: string): Promise<void> {
  await field(page, words).fill(text);
  await field(page, words).press('Enter');
}

/** The texts of the conversation, from the top; without times, names and marks. */
const spoken = (page: Page) => page.getByRole('log').locator('li [dir=auto]').allInnerTexts();

test('a visitor and an operator talk across a restart, and nothing is lost or said twice', async () => {
  const stage = await enter(browser, app, { language: 'zh' });
  const { page, context } = stage;
  const words = wordsOf('en');
  await page.goto('/service.html?language=en');
  await page.getByRole('heading', { name: words('service:welcome.title') }).waitFor();
  await page.getByRole('button', { name: words('service:topic.order.name') }).click();
  expect(await field(page, words).inputValue()).toBe(words('service:topic.order.text'));
  await say(page, words, 'Where is <b>my order</b>?');
  await page.getByText(words('service:mark.sent')).waitFor();

  const id = await takeOn('Where is <b>my order</b>?');
  await answer(id, 'Which one is it?');
  await page.getByText('Which one is it?').waitFor();
  expect(await page.getByRole('log').locator('b').count()).toBe(0);
  // Reading and typing are seen by the other side.
  await carol(chats.read, { id, seq: 1 });
  await page.getByText(words('service:mark.read')).waitFor();
  await carol(chats.typing, { id });
  await page.getByText(/carol.? is typing/).waitFor();
  await field(page, words).pressSequentially('S');
  await until('the visitor to be seen typing', async () => (await carol(chats.detail, { id })).customerTyping || undefined);
  await until('the answer to be seen as read', async () =>
    (await carol(chats.detail, { id })).readByCustomer >= 3 ? true : undefined,
  );

  await app.kill();
  await say(page, words, 'S1, I think');
  await page.getByText(words('service:offline')).waitFor();
  await say(page, words, 'or S2');
  app = await ownApp({ dataFolder, ports });
  await answer(id, 'I was away for a moment.');
  await page.getByText('I was away for a moment.').waitFor();
  await page.getByText(words('service:offline')).waitFor({ state: 'detached' });
  await until('both messages to arrive', async () => {
    const { messages } = await carol(chats.detail, { id });
    return messages.filter(({ author }) => author === 'customer').length === 3 || undefined;
  });
  await page.getByText(words('service:mark.sending')).first().waitFor({ state: 'detached' });
  const before = await spoken(page);
  expect(before.toSorted()).toEqual(
    ['Where is <b>my order</b>?', 'Which one is it?', 'S1, I think', 'or S2', 'I was away for a moment.'].toSorted(),
  );
  expect(before.indexOf('S1, I think')).toBeLessThan(before.indexOf('or S2'));
  // After a reload the window still has its conversation, and another window has none.
  await page.reload();
  await page.getByText('I was away for a moment.').waitFor();
  expect(await spoken(page)).toEqual(before);
  const other = await context.newPage();
  await other.goto('/service.html?language=en');
  await other.getByRole('heading', { name: words('service:welcome.title') }).waitFor();
  // The choice of language on the site stays what it was.
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('zh');
  expect(stage.faults.filter((fault) => !fault.includes('ERR_CONNECTION'))).toEqual([]);
  await context.close();
});

test('a customer on a phone shows a picture in Arabic, hears the answer at once, and finds all of it on another device', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person, device: 'phone', language: 'ar' });
  const { page, words, context } = stage;
  // The window does not poll: messages arrive by the socket.
  await withoutIntervals(page);
  await page.goto('/service.html?language=ar');
  await page.getByRole('heading', { name: words('service:welcome.title') }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  await field(page, words).fill('مرحبًا');
  await page.getByRole('button', { name: words('service:composer.send') }).click();
  const id = await takeOn('مرحبًا');
  await page.locator('input[type=file]').setInputFiles(await picture(stage, 200));
  await page.getByAltText(words('service:picture.preview')).waitFor();
  await page.getByRole('button', { name: words('service:composer.send') }).click();
  await page.getByRole('button', { name: words('service:picture.open') }).waitFor();
  const { messages } = await carol(chats.detail, { id });
  expect(messages.at(-1)?.imageId).not.toBeNull();
  expect(await textFaults(page)).toEqual([]);

  await answer(id, 'شكرًا');
  await page.getByText('شكرًا').waitFor();
  await carol(chats.close, { id }, key());
  await page.getByText(/carol/).last().waitFor();
  expect(stage.faults).toEqual([]);
  await context.close();

  const again = await enter(browser, app, { person });
  await again.page.goto('/service.html?language=en');
  await again.page.getByText('شكرًا').waitFor();
  expect((await person.call(user.supportThread, {})).status).toBe('closed');
  expect(again.faults).toEqual([]);
  await again.context.close();
});
