// Exporting one's data, closing the account, and cancelling that. The erasure itself has stories at the server.
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { Secret, TOTP } from 'otpauth';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { contentOf, textFaults } from './browser.ts';
import { type App, type Person, registered } from './harness.ts';
import { requestsOf } from './quiet-page.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { type Stage, button, dialog, enter, field } from './steps.ts';

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

/** A user with an authenticator: mailed codes come once a minute. */
async function guarded(): Promise<Person & { code(): string; recoveryCode: string }> {
  const person = await registered(app);
  const { secret } = await person.call(customerCalls.user.enrolOtp, { password: person.password });
  const codeIn = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  const { recoveryCodes } = await person.call(customerCalls.user.confirmOtp, { otp: codeIn(0) });
  // The code of the current step turned it on and is used; the next one is good already.
  return { ...person, code: () => codeIn(1), recoveryCode: recoveryCodes[0] ?? '' };
}

async function prove(stage: Stage, title: string, person: Awaited<ReturnType<typeof guarded>>): Promise<void> {
  const { words } = stage;
  const asked = dialog(stage, title);
  await asked.getByLabel(words('pass:field.password'), { exact: true }).fill(person.password);
  await asked.getByLabel(words('code:authenticator'), { exact: true }).fill(person.code());
}

test('somebody takes the data away', async () => {
  const person = await guarded();
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  await page.goto('/profile?section=settings');
  await button(stage, words('closing:export.open')).click();
  await prove(stage, words('closing:export.title'), person);
  const [download] = await Promise.all([page.waitForEvent('download'), button(stage, words('closing:export.take')).click()]);
  expect(download.suggestedFilename()).toMatch(/^assay-data-.*\.json$/);
  const file = JSON.parse((await contentOf(download)).toString()) as { profile: unknown; statement_demo: unknown };
  expect(file.profile).toMatchObject([{ userName: person.userName, email: person.email }]);
  expect(file.statement_demo).toMatchObject([{ reason: 'demo.opened', amount: '100000' }]);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('an account is closed, which logs out, and kept by logging in again', async () => {
  const person = await guarded();
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  const { silent } = requestsOf(page);
  await page.goto('/profile?section=settings');
  await page.getByText(words('closing:close.ready')).waitFor();
  await button(stage, words('closing:close.open')).click();
  await prove(stage, words('closing:close.asked'), person);
  // What is still being read when the session ends is refused, which the browser would note.
  await silent();
  await button(stage, words('closing:close.confirm')).click();
  await page.getByText(words('closing:close.done')).waitFor();
  await page.waitForURL('**/pass/login');

  await field(stage, 'pass:field.account').fill(person.userName);
  await field(stage, 'pass:field.password').fill(person.password);
  await button(stage, words('pass:login.submit')).click();
  await field(stage, 'pass:otp.field').fill(person.recoveryCode);
  await button(stage, words('pass:login.submit')).click();
  await page.waitForURL('**/profile?section=settings');
  await page.getByText(words('closing:close.ready')).waitFor();
  // The browser itself notes that a code was needed.
  expect(stage.faults).toEqual([expect.stringContaining('422')]);
  await stage.context.close();
});

test.for([
  { device: 'desktop', language: 'de', theme: 'light' },
  { device: 'phone', language: 'ar', theme: 'dark' },
] as const)('closing reads well on a $device in $language, $theme', async (setting) => {
  const person = await registered(app);
  const stage = await enter(browser, app, { ...setting, person });
  await stage.page.goto('/profile?section=settings');
  await button(stage, stage.words('closing:close.open')).click();
  await dialog(stage, stage.words('closing:close.asked')).waitFor();
  expect([...(await textFaults(stage.page)), ...(await axeFaults(stage.page))]).toEqual([]);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});
