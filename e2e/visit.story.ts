import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, visit } from './browser.ts';
import type { App } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';

// Profiles are used again, so nothing of one visitor may be left for the next.

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

test('a visitor who comes after another one finds nothing of that one', async () => {
  const first = await visit(browser, app, { language: 'de', theme: 'light' });
  const { page, context } = first;
  const fresh = page.viewportSize();
  await page.goto('/help');
  await page.evaluate(() => {
    localStorage.setItem('token', 'of the first');
    sessionStorage.setItem('draft', 'of the first');
  });
  await context.addCookies([{ name: 'who', value: 'first', url: app.origin }]);
  await context.grantPermissions(['geolocation']);
  await page.route('**/help', (route) => route.abort());
  await context.route('**/market', (route) => route.abort());
  await page.setViewportSize({ width: 320, height: 256 });
  await page.setExtraHTTPHeaders({ 'Accept-Language': 'fr', 'X-Sent-By': 'the first' });
  await context.newPage();
  let heard = 0;
  page.on('request', () => (heard += 1));
  await context.close();
  const before = heard;

  const second = await visit(browser, app, { language: 'ko' });
  expect(second.page).toBe(page);
  expect(second.context.pages()).toEqual([page]);
  expect(second.page.viewportSize()).toEqual(fresh);
  expect((await second.context.cookies()).map(({ name, value }) => [name, value])).toEqual([['language', 'ko']]);
  const kept = await page.evaluate(() =>
    [localStorage, sessionStorage].map((place) => Object.fromEntries(Object.entries(place))),
  );
  expect(kept).toEqual([{ language: 'ko', theme: 'dark' }, { showBoard: 'false' }]);
  const asked = () => page.evaluate(async () => (await navigator.permissions.query({ name: 'geolocation' })).state);
  expect(await asked()).not.toBe('granted');
  for (const path of ['/help', '/market']) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    expect(await answer?.request().allHeaders()).not.toHaveProperty('x-sent-by');
  }
  expect(heard).toBe(before);
  expect(second.faults).toEqual([]);
  await second.context.close();
});

const past = new Date('2001-02-03');

test.each<readonly [string, (visit: Visit) => Promise<unknown>]>([
  ['a script', ({ page }) => page.addInitScript(() => localStorage.setItem('token', 'of the first'))],
  ['a fixed time', ({ page }) => page.clock.setFixedTime(past)],
  ['another time', ({ context }) => context.clock.setSystemTime(past)],
  ['a clock', ({ page }) => page.clock.install({ time: past })],
])('what cannot be taken back leaves with its visitor: %s', async (_, leave) => {
  const first = await visit(browser, app);
  await leave(first);
  await first.context.close();
  const second = await visit(browser, app);
  expect(second.page).not.toBe(first.page);
  expect(await second.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect(await second.page.evaluate(() => new Date().getFullYear())).toBe(new Date().getFullYear());
  await second.context.close();
});
