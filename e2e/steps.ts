// What people do on the site, in any language and on any device; stories are put together from these steps.
import { randomBytes } from 'node:crypto';
import type { Client } from '@assay/contract/client.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Setting, type Visit, textFaults, visit } from './browser.ts';
import { type App, clientOf, mailedCode } from './harness.ts';
import { type Words, wordsOf } from './words.ts';

/** A user at a browser, with the texts of the site in their language. */
export interface Stage extends Visit {
  readonly language: Language;
  readonly words: Words;
  readonly phone: boolean;
}

export async function enter(browser: Browser, app: App, setting: Setting = {}): Promise<Stage> {
  const language: Language = setting.language ?? 'en';
  return { ...(await visit(browser, app, setting)), language, words: wordsOf(language), phone: setting.device === 'phone' };
}

export interface Registered {
  readonly userName: string;
  readonly email: string;
  readonly password: string;
}

/** A field by its label. */
export function field({ page, words }: Stage, key: string): Locator {
  return page.getByLabel(words(key), { exact: true });
}

export function button({ page }: Stage, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** How a button that moves money is called: it says on which account. */
function moneyLabel({ words }: Stage, key: string, book: Book): string {
  return `${words(`common:account.${book}`)} · ${words(key)}`;
}

/** Fills in the registration form, with a code read from the outbox, and waits to be let in. */
export async function register(stage: Stage): Promise<Registered> {
  const { words } = stage;
  const userName = `person_${randomBytes(4).toString('hex')}`;
  const person = { userName, email: `${userName}@example.com`, password: `Secret-${randomBytes(6).toString('hex')}` };
  await goThroughRegistration(stage, person);
  await button(stage, new RegExp(words('welcome:look'))).click();
  return person;
}

/** Address, code from the outbox, name and password; the last digit of the code leads on by itself. */
export async function goThroughRegistration(stage: Stage, person: Registered): Promise<void> {
  const { page, app, words } = stage;
  await field(stage, 'pass:field.email').fill(person.email);
  await button(stage, words('pass:register.next')).click();
  await page.getByText(words('code:sent')).waitFor();
  await field(stage, 'pass:field.code').fill(await mailedCode(app, person.email));
  await field(stage, 'pass:field.userName').fill(person.userName);
  await field(stage, 'pass:field.password').fill(person.password);
  await field(stage, 'pass:field.repeat').fill(person.password);
  await button(stage, words('pass:register.submit')).click();
  await page.waitForURL(`${app.origin}/`);
}

/** Finds an instrument on the market page by its code and opens it. */
export async function openInstrument({ page, words }: Stage, code: string): Promise<void> {
  await page.getByRole('searchbox', { name: words('market:search') }).fill(code);
  // Others may have the code as a part of theirs.
  await page.getByRole('row').locator(`a[href*="?code=${code}&"]`).click();
  await page.waitForURL(`**/cruuency?code=${code}&**`);
}

/** The figures of the innermost receipt on the screen, by the name of their row, once there are any. */
export async function figures(inside: Locator): Promise<Record<string, string>> {
  const rows = inside.locator('dl > div');
  // What a press asks may come in a part of its own.
  await rows.first().waitFor({ state: 'attached' });
  const read = await rows.evaluateAll((found) =>
    found.map((row): [string, string] => {
      const of = (tag: string) => (row.querySelector(tag)?.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '');
      return [of('dt'), of('dd')];
    }),
  );
  return Object.fromEntries(read);
}

export function dialog({ page }: Stage, title: string): Locator {
  return page.getByRole('dialog', { name: title });
}

/** The card or row of an order in the list of that name. */
export function orderIn(stage: Stage, list: 'positions' | 'waiting' | 'history', code: string): Locator {
  const named = { name: stage.words(`orders:${list}`) };
  return stage.phone
    ? stage.page.getByRole('list', named).getByRole('listitem').filter({ hasText: code })
    : stage.page.getByRole('region', named).getByRole('row').filter({ hasText: code });
}

export async function showOrders({ page, words }: Stage, list: 'positions' | 'waiting' | 'history'): Promise<void> {
  // A count may follow the name.
  await page.getByRole('tab', { name: new RegExp(`^${words(`orders:${list}`)}`) }).click();
}

/** Brings the ticket up: on a phone it is a sheet behind the button that stays at hand. */
export async function openTicket(stage: Stage, book: Book = 'demo'): Promise<void> {
  if (stage.phone) await button(stage, moneyLabel(stage, 'currency:ticket.long', book)).click();
}

/** Asks for a size on the contract ticket, confirms it, and waits for the position. */
export async function openPosition(stage: Stage, code: string, lots: string, book: Book = 'demo'): Promise<void> {
  const { page, words } = stage;
  const name = moneyLabel(stage, 'currency:ticket.long', book);
  await openTicket(stage, book);
  await field(stage, 'currency:ticket.size').fill(lots);
  const form = page.locator('form').filter({ has: field(stage, 'currency:ticket.size') });
  await form.getByRole('button', { name, exact: true }).click();
  await dialog(stage, words('currency:confirm.title')).getByRole('button', { name, exact: true }).click();
  await orderIn(stage, 'positions', code).waitFor();
}

/** Closes a position by hand and waits until it has left the list. */
export async function closePosition(stage: Stage, code: string, book: Book = 'demo'): Promise<void> {
  const { words } = stage;
  const position = orderIn(stage, 'positions', code);
  await position.getByRole('button', { name: moneyLabel(stage, 'orders:action.close', book), exact: true }).click();
  const asked = dialog(stage, words('orders:close.title'));
  await asked.getByRole('button', { name: moneyLabel(stage, 'orders:close.confirm', book), exact: true }).click();
  await position.waitFor({ state: 'detached' });
}

/** Closes half of a position, which goes on with the rest. */
export async function closeHalf(
  stage: Stage,
  code: string,
  lots: { readonly of: string; readonly half: string },
): Promise<void> {
  const { page, words } = stage;
  const position = orderIn(stage, 'positions', code);
  await position.getByRole('button', { name: moneyLabel(stage, 'orders:action.close', 'demo'), exact: true }).click();
  const asked = dialog(stage, words('orders:close.title'));
  await asked.getByRole('button', { name: /^50\u200E?%/ }).click();
  await asked.getByText(words('orders:close.net')).waitFor();
  expect(await textFaults(page)).toEqual([]);
  await asked.getByRole('button', { name: moneyLabel(stage, 'orders:close.part', 'demo'), exact: true }).click();
  await asked.waitFor({ state: 'detached' });
  await position.getByText(lots.half, { exact: true }).first().waitFor();
  await position.getByText(lots.of, { exact: true }).waitFor({ state: 'detached' });
}

/** Adds to the margin of a position. */
export async function addMargin(
  stage: Stage,
  code: string,
  margin: { readonly more: string; readonly after: string },
): Promise<void> {
  const { page, words } = stage;
  const position = orderIn(stage, 'positions', code);
  await position.getByRole('button', { name: words('orders:action.margin'), exact: true }).click();
  const asked = dialog(stage, words('orders:margin.title'));
  await asked.getByRole('textbox').fill(margin.more);
  await asked.getByText(margin.after, { exact: true }).waitFor();
  expect(await textFaults(page)).toEqual([]);
  await asked.getByRole('button', { name: moneyLabel(stage, 'orders:margin.confirm', 'demo'), exact: true }).click();
  await asked.waitFor({ state: 'detached' });
  await position.getByText(margin.after, { exact: true }).waitFor();
}

/** The API as the person of this browser, on the account that is chosen there. */
export async function asPerson({ page, app }: Stage): Promise<Client> {
  const kept = (key: string): Promise<string> => page.evaluate((name) => localStorage.getItem(name) ?? '', key);
  return clientOf(app, await kept('token'), (await kept('virtualStatus')) === '1' ? 'demo' : 'real');
}

/** Presses what opens a window of its own, and waits until that has come to the address. */
export async function opens(page: Page, url: string, press: () => Promise<void>): Promise<void> {
  const from = page.url();
  const [popup] = await Promise.all([page.context().waitForEvent('page'), press()]);
  await popup.waitForURL(url);
  await popup.close();
  expect(page.url()).toBe(from);
}
