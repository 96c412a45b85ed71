import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { Secret, TOTP } from 'otpauth';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { textFaults } from './browser.ts';
import { type App, clientOf, registered } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { type Stage, button, dialog, enter, field } from './steps.ts';

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

/** The code of an authenticator with this key, now or so many steps of 30 seconds later. */
function codeOf(key: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Sets an authenticator up on the security page; answers its key and the recovery codes. */
async function setUpAuthenticator(stage: Stage, password: string): Promise<{ key: string; recoveryCodes: string[] }> {
  const { page, words } = stage;
  await button(stage, words('security:authenticator.turnOn')).click();
  const asked = dialog(stage, words('security:authenticator.setUp'));
  await asked.getByLabel(words('pass:field.password'), { exact: true }).fill(password);
  await asked.getByRole('button', { name: words('security:authenticator.next') }).click();
  await asked.getByRole('img', { name: words('security:authenticator.picture') }).waitFor();
  const key = (await asked.locator('code').innerText()).replaceAll(' ', '');
  await field(stage, 'security:authenticator.code').fill(codeOf(key));
  await asked.getByRole('button', { name: words('security:authenticator.confirm') }).click();
  const shown = dialog(stage, words('security:authenticator.codesTitle'));
  await shown.getByRole('listitem').first().waitFor();
  const recoveryCodes = await shown.getByRole('listitem').allInnerTexts();
  await shown.getByRole('button', { name: words('security:authenticator.stored') }).click();
  await page.getByText(words('security:authenticator.on'), { exact: true }).waitFor();
  return { key, recoveryCodes };
}

async function logIn(stage: Stage, account: string, password: string): Promise<void> {
  await stage.page.goto('/pass/login');
  await field(stage, 'pass:field.account').fill(account);
  await field(stage, 'pass:field.password').fill(password);
  await button(stage, stage.words('pass:login.submit')).click();
}

test('an authenticator is set up, asked for at the next login, and a recovery code stands in for it', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  await page.goto('/profile?section=security');
  const { key, recoveryCodes } = await setUpAuthenticator(stage, person.password);
  expect(recoveryCodes).toHaveLength(10);
  await page.getByText('10 recovery codes left').waitFor();

  await button(stage, 'Log out').click();
  await page.waitForURL(`${app.origin}/`);
  await logIn(stage, person.userName, person.password);
  await page.getByRole('heading', { name: words('pass:otp.title') }).waitFor();
  await field(stage, 'pass:otp.field').fill(codeOf(key, -9));
  await button(stage, 'Log in').click();
  await page.getByText('The authenticator code is wrong or was used already').waitFor();
  // The code of the current step turned it on and is used; the next one is good already.
  await field(stage, 'pass:otp.field').fill(codeOf(key, 1));
  await button(stage, 'Log in').click();
  await page.waitForURL(`${app.origin}/`);

  await page.goto('/profile?section=security');
  await button(stage, words('security:authenticator.turnOff')).click();
  const asked = dialog(stage, words('security:authenticator.offTitle'));
  await asked.getByLabel(words('pass:field.password'), { exact: true }).fill(person.password);
  await field(stage, 'security:authenticator.offCode').fill(recoveryCodes[0] ?? '');
  await asked.getByRole('button', { name: words('security:authenticator.turnOff') }).click();
  await page.getByText(words('security:authenticator.offDone')).waitFor();
  await page.getByText(words('security:authenticator.off'), { exact: true }).waitFor();
  await clientOf(app)(customerCalls.login.login, { account: person.userName, password: person.password });
  // The browser itself notes that a code was needed, and that one was wrong.
  expect(stage.faults).toEqual([expect.stringContaining('422'), expect.stringContaining('422')]);
  await stage.context.close();
});

test('another device is seen, signed out from here, and leaves its page at once', async () => {
  const person = await registered(app);
  const here = await enter(browser, app, { person });
  const phone = await enter(browser, app, { device: 'phone', language: 'ar' });
  await logIn(phone, person.userName, person.password);
  await phone.page.waitForURL(`${app.origin}/`);
  // A page that sends no requests: it can learn it only from the live feed.
  await phone.page.goto('/profile?section=settings');
  await phone.page.getByText(phone.words('profile:settings.confirm')).waitFor();

  await here.page.goto('/profile?section=security');
  const devices = here.page.getByRole('list', { name: here.words('security:sessions.title') }).getByRole('listitem');
  await devices.filter({ hasText: 'This device' }).waitFor();
  await here.page.getByRole('button', { name: 'Log out Safari · iPhone' }).click();
  await phone.page.waitForURL('**/pass/login');
  await devices.filter({ hasText: 'iPhone' }).waitFor({ state: 'detached' });
  expect(await devices.count()).toBe(1);
  await here.context.close();
  await phone.context.close();
});

test('a changed password leads to the login page as what it is, not as having been signed out', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  await page.goto('/profile?section=security');
  await field(stage, 'profile:password.old').fill(person.password);
  await field(stage, 'pass:field.newPassword').fill('Another horse 1');
  await field(stage, 'pass:field.repeat').fill('Another horse 1');
  await button(stage, words('profile:password.submit')).click();
  await page.waitForURL('**/pass/login');
  await page.getByText(words('profile:password.done')).waitFor();
  expect(await page.getByText(words('common:frame.signedOutText')).count()).toBe(0);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test('the word that one sets stands in the next mail', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person, language: 'de' });
  const { page, words } = stage;
  await page.goto('/profile?section=security');
  await field(stage, 'security:word.label').fill('a.example');
  await button(stage, words('security:word.save')).click();
  await page.getByText(words('security:word.rule')).waitFor();
  await field(stage, 'security:word.label').fill('Blaumeise');
  await field(stage, 'pass:field.password').fill(person.password);
  await button(stage, words('security:word.save')).click();
  await page.getByText(words('security:word.saved')).waitFor();
  await person.call(customerCalls.user.updateProfile, { language: 'de' });
  await person.call(customerCalls.user.repassword, { oldPassword: person.password, newPassword: 'Elsewhere horse 1' });
  const answer = await fetch(`${app.origin}/sandbox/outbox.json?to=${encodeURIComponent(person.email)}`);
  expect(await answer.text()).toContain('Ihr Erkennungswort: Blaumeise');
  await stage.context.close();
});

async function faultsOf({ page }: Stage): Promise<string[]> {
  return [...(await textFaults(page)), ...(await axeFaults(page))];
}

test.for([
  { device: 'desktop', language: 'de', theme: 'light' },
  { device: 'phone', language: 'ar', theme: 'dark' },
] as const)('the section reads well on a $device in $language, $theme', async (setting) => {
  const person = await registered(app);
  const stage = await enter(browser, app, { ...setting, person });
  await stage.page.goto('/profile?section=security');
  await stage.page.getByText(stage.words('security:sessions.current'), { exact: true }).waitFor();
  expect(await faultsOf(stage)).toEqual([]);
  await button(stage, stage.words('security:authenticator.turnOn')).click();
  const asked = dialog(stage, stage.words('security:authenticator.setUp'));
  await asked.getByLabel(stage.words('pass:field.password'), { exact: true }).fill(person.password);
  await asked.getByRole('button', { name: stage.words('security:authenticator.next') }).click();
  await asked.getByRole('img', { name: stage.words('security:authenticator.picture') }).waitFor();
  expect(await faultsOf(stage)).toEqual([]);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});
