// Signing in by Google, played by a real OpenID provider on this machine, and by a wallet with a real key.
import { client, openIdPlace } from '@assay/server/test/openid-provider.ts';
import type { Browser } from 'playwright-core';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnApp, registered } from './harness.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { type Stage, button, enter, field, goThroughRegistration } from './steps.ts';

const place = await openIdPlace();
let app: OwnApp;
let browser: Browser;

beforeAll(async () => {
  const env = { GOOGLE_ISSUER: place.issuer, GOOGLE_CLIENT_ID: client.clientId, GOOGLE_CLIENT_SECRET: client.clientSecret };
  [app, browser] = await Promise.all([ownApp({ env }), sharedBrowser()]);
  const people = ['ada', 'bea'].map((subject) => ({ subject, email: `${subject}@mail.example`, verified: true }));
  place.serve(people, `${app.origin}/api/loginCallback/google`);
});

afterAll(async () => {
  await browser.close();
  await app.stop();
  await place.close();
});

/** At the provider: the sign-in, and the consent for the site. */
async function agreeAtGoogle({ page, faults, app: { origin } }: Stage, subject: string): Promise<void> {
  await page.locator('input[name="login"]').fill(subject);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${origin}/**`);
  // What the provider's own pages ask for and do not get is not ours.
  faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes('Failed to load resource')));
}

/** The rest of a registration that a ticket has begun. */
async function finishRegistration(stage: Stage, userName: string, email: string): Promise<void> {
  await goThroughRegistration(stage, { userName, email, password: 'Secret-word-1' });
  await button(stage, new RegExp(stage.words('welcome:look'))).click();
}

const account = privateKeyToAccount(`0x${'17'.repeat(32)}`);

/** Puts a wallet into the page as a wallet's browser does (EIP-1193). */
async function withWallet({ page }: Stage): Promise<void> {
  await page.exposeFunction('askWallet', async (method: string, params: readonly string[] = []) => {
    if (method === 'eth_requestAccounts') return [account.address.toLowerCase()];
    if (method === 'eth_chainId') return '0x1';
    if (method === 'personal_sign') return account.signMessage({ message: params[0] ?? '' });
    throw new Error(`the wallet does not know ${method}`);
  });
  await page.addInitScript(() => {
    const ask = Reflect.get(window, 'askWallet') as (method: string, params?: readonly unknown[]) => Promise<unknown>;
    Reflect.set(window, 'ethereum', {
      request: (question: { method: string; params?: readonly unknown[] }) => ask(question.method, question.params),
    });
  });
}

describe('with Google', () => {
  test('a new person registers, comes back, and is signed in', async () => {
    const stage = await enter(browser, app);
    const { page, words } = stage;
    await page.goto('/pass/login');
    await button(stage, words('pass:other.google')).click();
    await agreeAtGoogle(stage, 'ada');
    await page.waitForURL('**/pass/register');
    await page.getByText('Google · a***@mail.example').waitFor();
    expect(await field(stage, 'pass:field.email').inputValue()).toBe('ada@mail.example');
    await finishRegistration(stage, 'ada_google', 'ada@mail.example');
    await stage.context.close();

    const again = await enter(browser, app);
    await again.page.goto('/profile');
    await again.page.waitForURL('**/pass/login');
    await button(again, words('pass:other.google')).click();
    await agreeAtGoogle(again, 'ada');
    await again.page.waitForURL('**/profile');
    await again.page.getByRole('heading', { name: 'ada_google' }).waitFor();
    expect([...stage.faults, ...again.faults]).toEqual([]);
    await again.context.close();
  });

  test('an answer that this browser did not ask for is not taken', async () => {
    const stage = await enter(browser, app);
    await stage.page.goto('/api/loginCallback/google?code=stolen&state=guessed');
    await stage.page.getByText(stage.words('pass:callback.unknown')).waitFor();
    await stage.page.getByRole('link', { name: stage.words('pass:callback.back') }).click();
    await stage.page.waitForURL('**/pass/login');
    await stage.context.close();
  });

  test('is linked and unlinked in the settings, by password', async () => {
    const person = await registered(app);
    const stage = await enter(browser, app, { person });
    const { page, words } = stage;
    await page.goto('/profile?section=security');
    await button(stage, words('security:signIns.linkGoogle')).click();
    await agreeAtGoogle(stage, 'bea');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words('pass:field.password'), { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: words('security:signIns.link'), exact: true }).click();
    await page.getByText('Google · b***@mail.example', { exact: true }).waitFor();
    await button(stage, words('security:signIns.unlink')).click();
    await dialog.getByLabel(words('pass:field.password'), { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: words('security:signIns.unlink'), exact: true }).click();
    await page.getByText(words('security:signIns.none')).waitFor();
    expect(stage.faults).toEqual([]);
    await stage.context.close();
  });
});

describe('with a wallet', () => {
  test('outside of its browser one is told to go there', async () => {
    const stage = await enter(browser, app);
    await stage.page.goto('/pass/login');
    await button(stage, stage.words('pass:other.wallet')).click();
    await stage.page.getByText('Wallet login needs the wallet’s own browser').waitFor();
    await stage.context.close();
  });

  test('its owner registers once, and a signature signs in from then on', async () => {
    const stage = await enter(browser, app, { device: 'phone' });
    const { page, words } = stage;
    await withWallet(stage);
    await page.goto('/pass/login');
    await button(stage, words('pass:other.wallet')).click();
    await page.waitForURL('**/pass/register');
    await finishRegistration(stage, 'wallet_owner', 'wallet@mail.example');
    await stage.context.close();

    const again = await enter(browser, app, { device: 'phone' });
    await withWallet(again);
    await again.page.goto('/pass/login');
    await button(again, words('pass:other.wallet')).click();
    await again.page.waitForURL(`${app.origin}/`);
    await again.page.goto('/profile');
    await again.page.getByRole('heading', { name: 'wallet_owner' }).waitFor();
    expect([...stage.faults, ...again.faults]).toEqual([]);
    await again.context.close();
  });
});
