// Passkeys with the browser's own WebAuthn and a virtual device in it, at localhost: a number is no name for them.
import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { textFaults } from './browser.ts';
import { type App, registered } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { type Stage, button, dialog, enter, field } from './steps.ts';
import { wordsOf } from './words.ts';

let started: App;
let app: App;
let browser: Browser;

beforeAll(async () => {
  started = sharedApp();
  browser = await sharedBrowser();
  app = { ...started, origin: started.origin.replace('127.0.0.1', 'localhost') };
});

afterAll(() => browser.close());

interface Device {
  /** From now on its owner is recognised, or not. */
  recognises(owner: boolean): Promise<void>;
}

/** A device with a fingerprint reader, built into the browser of this stage. */
async function withDevice({ page, context }: Stage): Promise<Device> {
  const session: CDPSession = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognises: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

/** Adds a passkey in the security section. */
async function addPasskey(stage: Stage, name: string, password: string): Promise<void> {
  await button(stage, stage.words('security:passkeys.add')).click();
  const asked = dialog(stage, stage.words('security:passkeys.addTitle'));
  await field(stage, 'security:passkeys.name').fill(name);
  await asked.getByLabel(stage.words('pass:field.password'), { exact: true }).fill(password);
  await asked.getByRole('button', { name: stage.words('security:passkeys.continue') }).click();
  await asked.waitFor({ state: 'detached' });
}

async function logOut(stage: Stage): Promise<void> {
  await button(stage, 'Log out').click();
  await stage.page.waitForURL(`${app.origin}/`);
}

test('a passkey is added by password, logs in by itself, is listed with its use, and is removed', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  const device = await withDevice(stage);
  await page.goto('/profile?section=security');
  await addPasskey(stage, 'Blue phone', person.password);
  const listed = page.getByRole('list', { name: words('security:passkeys.title') }).getByRole('listitem');
  await listed
    .filter({ hasText: 'Blue phone' })
    .filter({ hasText: words('security:passkeys.unused') })
    .waitFor();

  await logOut(stage);
  await page.goto('/pass/login');
  await device.recognises(false);
  await button(stage, words('pass:other.passkey')).click();
  await page.getByText(words('pass:other.passkeyFailed')).waitFor();
  await device.recognises(true);
  await button(stage, words('pass:other.passkey')).click();
  await page.waitForURL(`${app.origin}/`);

  await page.goto('/profile?section=security');
  await listed.filter({ hasText: 'Last used' }).waitFor();
  await button(stage, 'Remove Blue phone').click();
  const asked = dialog(stage, words('security:passkeys.removeTitle'));
  await asked.getByLabel(words('pass:field.password'), { exact: true }).fill(person.password);
  await asked.getByRole('button', { name: words('security:passkeys.remove') }).click();
  await page.getByText(words('security:passkeys.none')).waitFor();
  expect(stage.faults).toEqual([]);

  // The device still offers what was removed here.
  await logOut(stage);
  await page.goto('/pass/login');
  await button(stage, words('pass:other.passkey')).click();
  await page.getByText('This passkey is not registered here').waitFor();
  await stage.context.close();
});

test('at an address of numbers one is sent to the one with a name', async () => {
  const stage = await enter(browser, started);
  await stage.page.goto('/pass/login');
  expect(await button(stage, stage.words('pass:other.passkey')).count()).toBe(0);
  await stage.page.getByRole('link', { name: app.origin }).click();
  await stage.page.waitForURL(`${app.origin}/pass/login`);
  // Nothing that was chosen at the other address is known here: a first visit is Chinese.
  await button(stage, wordsOf('zh')('pass:other.passkey')).waitFor();
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});

test.for([
  { device: 'desktop', language: 'de', theme: 'light' },
  { device: 'phone', language: 'ar', theme: 'dark' },
] as const)('the passkeys read well on a $device in $language, $theme', async (setting) => {
  const person = await registered(app);
  const stage = await enter(browser, app, { ...setting, person });
  await withDevice(stage);
  await stage.page.goto('/profile?section=security');
  await addPasskey(stage, 'Blue phone', person.password);
  await button(stage, stage.words('security:passkeys.add')).click();
  await dialog(stage, stage.words('security:passkeys.addTitle')).waitFor();
  expect([...(await textFaults(stage.page)), ...(await axeFaults(stage.page))]).toEqual([]);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});
