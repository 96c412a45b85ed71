// What operators do in front of the console, in English; stories are put together from these steps.
import type { Browser, Page } from 'playwright-core';
import { visit } from './browser.ts';
import type { App } from './harness.ts';
import { type OperatorName, operatorLogin } from './operators.ts';
import { consoleWordsOf } from './words.ts';

export const words = consoleWordsOf('en');

/** An operator at the console. */
export interface Desk {
  readonly page: Page;
  readonly faults: string[];
  readonly code: (steps?: number) => string;
  readonly press: (name: string) => Promise<void>;
  readonly fill: (label: string, text: string) => Promise<void>;
  /** Types name and password. */
  readonly enter: () => Promise<void>;
  readonly leave: () => Promise<void>;
}

/** An operator at the console's sign-in, the password already typed. */
export async function arrive(browser: Browser, app: App, name: OperatorName): Promise<Desk> {
  const { origin, password, code } = await operatorLogin(app, name);
  const { page, faults, context } = await visit(browser, { ...app, origin }, { console: true });
  const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click();
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  const enter = async () => {
    await fill(words('signIn.name'), name);
    await fill(words('signIn.password'), password);
    await press(words('signIn.next'));
  };
  await page.goto('/');
  await enter();
  return { page, faults, code, press, fill, enter, leave: () => context.close() };
}

/** A code is good once: who signs in again at once uses the next one. */
export async function signIn(browser: Browser, app: App, name: OperatorName, steps = 0): Promise<Desk> {
  const desk = await arrive(browser, app, name);
  await desk.fill(words('signIn.code'), desk.code(steps));
  await desk.press(words('signIn.submit'));
  await desk.page.getByRole('heading', { name: words('dashboard.title') }).waitFor();
  return desk;
}

/** Goes to a desk by its name in the menu. */
export const open = ({ page }: Desk, name: string) =>
  page
    .getByRole('navigation', { name: words('frame.desks') })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();

export const inDialog = ({ page }: Desk, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Opens the case of a customer from the queue of a desk, or from the list of another status. */
export async function openCase(desk: Desk, name: string, userName: string, status?: string): Promise<void> {
  await open(desk, name);
  if (status !== undefined) await desk.press(status);
  await desk.page.getByRole('row').filter({ hasText: userName }).getByRole('link').first().click();
  await desk.page.getByRole('heading', { name: words('cases.decision') }).waitFor();
}

/** Decides the case on the screen: the button, its dialog with what it asks for, and what is said then. */
export async function decide(desk: Desk, name: string, said: string, filled: Readonly<Record<string, string>> = {}) {
  await desk.press(name);
  for (const [label, text] of Object.entries(filled)) await desk.fill(label, text);
  await inDialog(desk, name);
  await desk.page.getByText(said).first().waitFor();
}

/** The second person approves what waits, by its kind. */
export async function approve({ page, press, ...desk }: Desk, kind: string): Promise<void> {
  await open({ page, press, ...desk }, words('desks.proposals'));
  await page
    .getByRole('link', { name: words(`proposals.kind.${kind}`), exact: true })
    .first()
    .click();
  await press(words('proposals.approve'));
  await inDialog({ page, press, ...desk }, words('proposals.approve'));
  await page.getByText(words('proposals.statuses.approved')).first().waitFor();
}
