import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { connectDatabase } from '@assay/server/platform/database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pushService } from '../packages/server/test/push-service.ts';
import { type OwnApp, databaseUrl, registered, until } from './harness.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { button, enter } from './steps.ts';

let app: OwnApp;
let browser: Browser;
const service = await pushService();
const { user } = customerCalls;

beforeAll(async () => {
  [app, browser] = await Promise.all([ownApp({ env: { PUSH_SERVICES: service.origin } }), sharedBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await app.stop();
});

/** The worker, with what it has wanted to be shown. */
type Keeping = EventTarget & {
  shown: (NotificationOptions & { title: string })[];
  registration: ServiceWorkerRegistration;
};

/** How the browser calls the worker of the site. */
async function workerOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations;
      if (one !== undefined) resolve(one.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return found;
}

test('a device that was asked for by a press is told while the site is closed, and a tap leads there', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person, offlineShell: true });
  const { page, context, faults } = stage;
  const address = service.browser();
  // A browser without a screen is never allowed to notify, and no push service of its maker is asked: the address is one of our own.
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
    const made = { endpoint, getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh), options: {} };
    const allowed = () => localStorage.getItem('allowed') !== null;
    Object.defineProperty(Notification, 'permission', { get: () => (allowed() ? 'granted' : 'default') });
    Object.assign(Notification, {
      requestPermission: async () => {
        localStorage.setItem('allowed', 'yes');
        return 'granted';
      },
    });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem('pushedFor') === null ? null : made),
      subscribe: async () => made,
    });
  }, address.given);

  await page.goto('/profile/notification');
  await button(stage, 'Notify me on this device').click();
  await page.getByRole('list', { name: 'Devices that receive notifications' }).getByText('This device').waitFor();
  await page.getByLabel('Price alert: On devices').and(page.locator(':checked')).waitFor();

  // What an open page shows is not pushed to devices: here it is closed.
  await page.goto('/healthz');
  await person.call(user.createPriceAlert, { code: 'BTCUSDT', direction: 'above', price: '1.00' });
  const [told] = await until('the push service to have it', async () => {
    const read = address.read();
    return read.length > 0 ? read : undefined;
  });
  expect(told).toMatchObject({ title: 'Price alert', path: '/cruuency?code=BTCUSDT', lang: 'en' });

  await page.goto('/market');
  const worker = await until('the worker of the site', () => Promise.resolve(context.serviceWorkers()[0]));
  // What it wants to be shown is kept, as the browser would keep it.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Keeping;
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options });
  });
  const session = await context.newCDPSession(page);
  const registrationId = await workerOf(session);
  await session.send('ServiceWorker.deliverPushMessage', { origin: app.origin, registrationId, data: JSON.stringify(told) });
  const shown = await until('the notification to be shown', async () => {
    const found = await worker.evaluate(() => (globalThis as unknown as Keeping).shown);
    return found.length > 0 ? found : undefined;
  });
  expect(shown).toMatchObject([
    {
      title: 'Price alert',
      body: expect.stringContaining('BTCUSDT rose to') as string,
      tag: expect.stringMatching(/^told-[0-9]+$/) as string,
      lang: 'en',
    },
  ]);
  expect((await person.call(user.listNotification, {})).unread).toBe(1);

  // A test can't press it: the tap is sent to the worker as the browser would send it.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Keeping;
    const notification = { ...scope.shown[0], close: () => undefined };
    const tap = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined });
    scope.dispatchEvent(tap);
  });
  await page.waitForURL('**/cruuency?code=BTCUSDT**');
  await until('it to be read', async () => ((await person.call(user.listNotification, {})).unread === 0 ? true : undefined));

  await page.goto('/profile/notification');
  await button(stage, /^Remove /).click();
  await button(stage, 'Notify me on this device').waitFor();
  expect((await person.call(user.pushDevices, {})).items).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

/** A page has three seconds to say what it shows. On a machine that takes longer for that it has all the time that it needs. */
async function waitLonger(): Promise<void> {
  const db = connectDatabase({ url: await databaseUrl(app, 'assay'), poolSize: 1, log: createLogger('silent') });
  await db.query(`alter table notification_pushes alter column due_at set default clock_timestamp() + interval '1 hour'`);
  await db.close();
}

test('what an open page shows is told to no device', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page } = stage;
  const address = service.browser();
  await page.goto('/market');
  // Once it has shown one, it shows the next.
  let number = 0;
  // The same twice within three seconds would be a slip.
  const alert = () => ({ code: 'BTCUSDT', direction: 'above', price: `${(number += 1)}.00` }) as const;
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
  await until('the page to hear of an alert', async () => {
    await person.call(user.createPriceAlert, alert());
    await page.waitForTimeout(2_000);
    return (await page.getByText('Your alert was set at').count()) > 0 ? true : undefined;
  });
  await until('all alerts to fire', async () => ((await person.call(user.priceAlerts, {})).length === 0 ? true : undefined));
  await person.call(user.addPushDevice, address.given);
  await waitLonger();
  const seen = page.waitForResponse((answer) => answer.url().endsWith('/user/seenNotification'));
  await person.call(user.createPriceAlert, alert());
  const answer = (await (await seen).json()) as { result: { spared: boolean } };
  expect(answer.result).toEqual({ spared: true });
  expect(address.read()).toEqual([]);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
});
