import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { languageNames, languages } from '@assay/contract/vocabulary/languages.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textFaults } from './browser.ts';
import { type OwnApp, clientOf } from './harness.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { type Stage, enter } from './steps.ts';

let app: OwnApp;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([ownApp(), sharedBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await app.stop();
});

describe('the help centre', () => {
  test('finds a question as one types, and opens it at its address', async () => {
    const { page, words, context, faults } = await enter(browser, app);
    await page.goto('/help');
    await page.getByRole('searchbox', { name: words('help:search') }).fill('liquidation closed automatically');
    await page.getByRole('link', { name: /What is a liquidation\?/ }).click();
    await page.waitForURL('**/help/faq#what-is-liquidation');
    await page.getByText('At 100 with 10× leverage it is 90.5 for a long position.').waitFor();
    expect(await textFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('says so when nothing matches, and what to do', async () => {
    const { page, words, context } = await enter(browser, app, { device: 'phone', language: 'de' });
    await page.goto('/help/faq');
    const search = page.getByRole('searchbox', { name: words('help:faq.search') });
    await search.fill('gebuhren uber Nacht und Nebel');
    await page.getByText(words('help:faq.noneTitle')).waitFor();
    await page.getByRole('button', { name: words('help:faq.showAll') }).click();
    // Accents need not be typed.
    await search.fill('uberboten');
    await page.getByText('Ich wurde überboten. Wo ist mein Geld?').waitFor();
    // It is among all of them too, until those have gone.
    await page.locator('details').nth(1).waitFor({ state: 'detached' });
    expect(await page.locator('details').count()).toBe(1);
    await context.close();
  });

  test('shows a text in the language that one changes to, and links inside the site', async () => {
    const { page, words, context } = await enter(browser, app);
    await page.goto('/detail?id=guide-plans&title=How%20yield%20plans%20work');
    await page.getByRole('cell', { name: '12 USDT' }).waitFor();
    await page.getByRole('button', { name: new RegExp(words('common:nav.language')) }).click();
    await page.getByRole('menuitem', { name: languageNames.fr }).click();
    await page.getByRole('heading', { level: 1, name: 'Comment fonctionnent les plans de rendement' }).waitFor();
    expect(await page.getByRole('button', { name: words('common:nav.downloadApp') }).count()).toBe(0);
    await page.getByRole('article').getByRole('link', { name: 'trading intelligent' }).click();
    await page.waitForURL('**/trading');
    await context.close();
  });

  test('lists notices, and news beside them, each with its page', async () => {
    const { page, words, context } = await enter(browser, app, { device: 'phone' });
    await page.goto('/');
    await page.locator('a[href="/help/notice"]').click();
    await page.getByRole('tab', { name: words('help:notice.news') }).click();
    await page.getByRole('link', { name: /The yield reserve, open to everyone/ }).click();
    await page.waitForURL(/\/detail\?id=\d+&title=The\+yield\+reserve/);
    await page.getByText('What the reserve can’t cover is not sold.').waitFor();
    await context.close();
  });
});

describe('every page of text', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await enter(browser, app);
    await stage.page.goto('/introduction');
  });
  afterAll(() => stage.context.close());

  test.each(languages)('in %s the footer leads to every page of company, policy and other', async (language) => {
    const { page, faults } = stage;
    await page.evaluate(
      ([kept, theme]) => {
        localStorage.setItem('language', kept);
        localStorage.setItem('theme', theme);
      },
      [language, language === 'ar' ? 'light' : 'dark'] as const,
    );
    const contents = await clientOf(app)(customerCalls.index.listContents, { languageType: '2', lang: language });
    const linked = contents.filter(({ type }) => type <= 3);
    expect(linked).toHaveLength(12);
    await page.goto('/introduction');
    // The page's own text comes in above the footer: until then its links move.
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.shimmer').first().waitFor({ state: 'detached' });
    for (const { title } of [linked[0], linked[4], linked[11]].filter((content) => content !== undefined)) {
      await page.getByRole('contentinfo').getByRole('link', { name: title, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await page.getByRole('article').getByRole('paragraph').nth(1).waitFor();
      expect(await textFaults(page)).toEqual([]);
    }
    expect(faults.splice(0)).toEqual([]);
  });
});

test('the app item leads to how the site is installed, and the hall opens a window', async () => {
  const { page, words, context } = await enter(browser, app);
  await page.goto('/market');
  await page.getByRole('button', { name: words('common:nav.downloadApp') }).click();
  await page.waitForURL('**/help#app');
  await page.getByRole('heading', { name: words('help:app.title') }).waitFor();
  const [hall] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: words('common:nav.lecturerHall') }).click(),
  ]);
  await hall.waitForURL('**/detail?id=lecturers-hall');
  await hall.getByRole('heading', { level: 1, name: words('common:nav.lecturerHall') }).waitFor();
  await hall.getByRole('article').getByRole('link', { name: 'How contracts work' }).click();
  await hall.getByRole('heading', { level: 1, name: 'How contracts work' }).waitFor();
  const manifest = await page.evaluate(async () => {
    const answer = await fetch(document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '');
    const { name, icons } = (await answer.json()) as { name: string; icons: { src: string }[] };
    const found = await Promise.all(icons.map(({ src }) => fetch(src).then(({ ok }) => ok)));
    return { name, found };
  });
  expect(manifest).toEqual({ name: 'Assay', found: [true, true, true, true] });
  await context.close();
});

test('without its server the site still opens, and has kept nothing of anybody', async () => {
  const { page, words, context } = await enter(browser, app, { offlineShell: true });
  await page.goto('/help');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  // The second visit is the worker's: what a page shows is kept as it is fetched.
  await page.reload();
  await page.getByRole('heading', { level: 1, name: words('help:title') }).waitFor();
  await page.goto('/market');
  await page.getByRole('row').nth(3).waitFor();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/index.html');
  expect(kept.filter((path) => !/^\/(?:assets\/[\w.-]+|index\.html|[\w.-]+\.(?:js|svg|png|webmanifest))$/.test(path))).toEqual(
    [],
  );

  await app.stop();
  await page.goto('/help');
  await page.getByRole('banner').getByRole('link', { name: 'Assay' }).waitFor();
  await page.getByRole('heading', { level: 1, name: words('help:title') }).waitFor();
  for (const path of [
    '/service.html?language=en',
    '/docs',
    '/sandbox/outbox',
    '/api/loginCallback/google',
    '/swx/customer/index/listContents/2',
  ])
    await expect(page.goto(path), path).rejects.toThrow('ERR_CONNECTION_REFUSED');
  await context.close();
});
