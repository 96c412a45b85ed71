import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Reader } from '@assay/contract/first-page.ts';
import { feedPath } from '@assay/contract/paths.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, type Setting, type Visit, visit } from './browser.ts';
import { type App, clientOf, registered, until } from './harness.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { wordsOf } from './words.ts';

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
const textOf = async (cookie: string, agent = 'Mozilla/5.0 (X11; Linux x86_64)') => {
  const answer = await fetch(`${app.origin}/`, { headers: { cookie, 'user-agent': agent, 'accept-language': 'fr' } });
  return { headers: answer.headers, html: await answer.text() };
};
const cookiesOf = async (context: BrowserContext) =>
  Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]));

/** Lets the page's code through only on demand. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Marks the sent elements, to check that they are still there after hydration. */
const mark = (page: Page) => page.locator('main').evaluate((main) => main.setAttribute('data-sent', ''));
const isKept = async (page: Page) => (await page.locator('main[data-sent]').count()) === 1;
/** The page is hydrated: it shows what only its code can know. */
const lives = (page: Page, language: Language) => page.getByText(wordsOf(language)('common:frame.sandbox')).waitFor();

const priceIn = (row: string) => /font-medium whitespace-nowrap">([^<]+)<\/bdi>/.exec(row)?.[1] ?? '';

describe('what is sent for home', () => {
  const cases = (['zh', 'en', 'ar', 'hk'] as const).flatMap((language) =>
    (['desktop', 'mobile'] as const).flatMap((layout) =>
      (['', 'demo', 'real'] as const).map((book) => [language, layout, book] as const),
    ),
  );
  test.each(cases)('in %s on a %s is of its reader (%s)', async (language, layout, book) => {
    const words = wordsOf(language);
    const cookie = [`language=${language}`, book === '' ? '' : `signedIn=${book}`].join('; ');
    const { html, headers } = await textOf(cookie, layout === 'mobile' ? iphone : undefined);
    expect(html).toContain(`dir="${language === 'ar' ? 'rtl' : 'ltr'}" data-theme="dark" data-layout="${layout}"`);
    expect(html).toContain(words('common:nav.skip'));
    expect([headers.get('vary'), headers.get('cache-control')]).toEqual(['User-Agent, Cookie, Accept-Encoding', 'no-store']);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    const [rows, headline] = [html.match(/<tr class="relative/g)?.length ?? 0, html.includes('<h1')];
    // Of a signed-in user only the frame is known.
    expect([rows, headline]).toEqual(book === '' ? [layout === 'mobile' ? 8 : 10, true] : [0, false]);
    if (book !== '') expect(html).toContain(words('common:state.loading'));
  });

  test('is Chinese without a cookie, whatever the browser would like, and has the prices of the moment', async () => {
    const { html } = await textOf('');
    expect(html).toContain('<html lang="zh-Hans-CN"');
    const { nowPrice } = await clientOf(app)(customerCalls.index.getMarketInfo, { id: 'BTCUSDT' });
    const shown = Number(priceIn(html).replaceAll(',', ''));
    expect(Math.abs(shown - Number(nowPrice)) / Number(nowPrice)).toBeLessThan(0.01);
  });

  test('is the plain shell on every other path, and for the worker that opens the site without a connection', async () => {
    for (const path of ['/market', '/index.html', '/help'])
      expect(await (await fetch(`${app.origin}${path}`)).text(), path).toContain('<div id="root"></div>');
  });
});

describe('what was sent is taken over as it stands', () => {
  const people = (['zh', 'en', 'ar'] as const).flatMap((language) =>
    (['phone', 'desktop'] as const).map((device) => [language, device] as const),
  );
  test.each(people)('in %s on a %s, without a word on the console', async (language, device) => {
    const { page, faults, context } = await visit(browser, app, { language, device });
    const go = await holdCode(page);
    await page.goto('/', { waitUntil: 'commit' });
    // It can be read, in its direction, before any code has come.
    await page.getByRole('heading', { level: 1, name: wordsOf(language)('home:hero.title') }).waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe(language === 'ar' ? 'rtl' : 'ltr');
    await mark(page);
    go();
    await lives(page, language);
    expect(await isKept(page)).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('its prices move before its code has come, and go on in the same place and on the same line', async () => {
    const { page, faults, context } = await visit(browser, app, { device: 'phone' });
    const lines: string[] = [];
    page.on('websocket', (line) => lines.push(line.url()));
    const go = await holdCode(page);
    await page.goto('/', { waitUntil: 'commit' });
    const price = page.getByRole('row').filter({ hasText: 'BTCUSDT' }).locator('bdi.font-medium');
    const moved = async (what: string) => {
      const before = await price.innerText();
      await until(what, async () => ((await price.innerText()) === before ? undefined : true));
    };
    await moved('a price of the feed, without any code of the application');
    await mark(page);
    await price.evaluate((element) => element.setAttribute('data-sent', ''));
    const list = page.waitForResponse('**/index/listMarketHome');
    go();
    await lives(page, 'en');
    await (await list).finished();
    await moved('the price to move on');
    expect(await isKept(page)).toBe(true);
    expect(await price.getAttribute('data-sent')).toBe('');
    expect(lines).toHaveLength(1);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('where its line ends before the application comes, which then opens another', async () => {
    const { page, faults, context } = await visit(browser, app);
    let lines = 0;
    await page.routeWebSocket(`**${feedPath}`, (line) => {
      lines += 1;
      if (lines === 1) void line.close();
      else line.connectToServer();
    });
    const go = await holdCode(page);
    await page.goto('/', { waitUntil: 'commit' });
    await until('the first line to be there', () => Promise.resolve(lines === 1 ? true : undefined));
    const price = page.getByRole('row').filter({ hasText: 'BTCUSDT' }).locator('bdi.font-medium');
    const sent = await price.innerText();
    go();
    await until('a price of the second line', async () => ((await price.innerText()) === sent ? undefined : true));
    expect([lines, faults]).toEqual([2, []]);
    await context.close();
  });
});

/** What a page says that was sent otherwise than it should be. */
async function faultsWith(change: (html: string) => string): Promise<readonly string[]> {
  const { page, faults, context } = await visit(browser, app);
  // No price moves, and with it what was altered.
  await page.routeWebSocket(`**${feedPath}`, () => undefined);
  await page.route(`${app.origin}/`, async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    const changed = change(html);
    expect(changed).not.toBe(html);
    await route.fulfill({ response: answer, body: changed });
  });
  await page.goto('/');
  await lives(page, 'en');
  await context.close();
  return faults;
}

describe('a page is caught that', () => {
  test('writes a price otherwise than its first draw does', async () => {
    const faults = await faultsWith((html) => html.replace(priceIn(html), `${priceIn(html)}0`));
    expect(faults.join()).toMatch(/Minified React error #418|[Hh]ydrat/);
  });

  test('tells its code another text than it shows', async () => {
    const faults = await faultsWith((html) => html.replace(/("price":")([\d.,]+)(","change")/, '$1$20$3'));
    expect(faults.join()).toMatch(/Minified React error #418|[Hh]ydrat/);
  });

  test('has a script or a style that the server does not know', async () => {
    const script = await faultsWith((html) => html.replace('</head>', '<script>window.injected = true</script></head>'));
    expect(script.join()).toContain('script-src');
    const style = await faultsWith((html) => html.replace('<style>', '<style>/* another */'));
    expect(style.join()).toContain('style-src');
  });
});

describe('what was sent for another reader is replaced', () => {
  const others: readonly (readonly [string, Setting, Record<string, string>])[] = [
    ['language', { language: 'en' }, { language: 'ja' }],
    ['reader', { language: 'en' }, { signedIn: 'demo' }],
  ];
  test.each(others)('where it has another %s, and the next one fits', async (_, setting, cookies) => {
    const { page, faults, context } = await visit(browser, app, setting);
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: app.origin })));
    const go = await holdCode(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('#root main').waitFor({ state: 'attached' });
    expect(await page.locator('#root').isVisible()).toBe(false);
    go();
    await page.getByRole('heading', { level: 1, name: wordsOf('en')('home:hero.title') }).waitFor();
    expect(await cookiesOf(context)).toEqual({ language: 'en' });
    const { html } = await textOf('language=en');
    expect(html).toContain('<html lang="en"');
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('what the browser tells the server', () => {
  const settle = async ({ page }: Visit, name: string, value: string | undefined) =>
    until(`the cookie ${name}`, async () => ((await cookiesOf(page.context()))[name] === value ? true : undefined));

  test.each(['desktop', 'phone'] as const satisfies readonly Device[])(
    'follows language and account, and of a session that ends the language stays (%s)',
    async (device) => {
      const person = await registered(app);
      const stage = await visit(browser, app, { device, language: 'de', person });
      const { page, context } = stage;
      await page.goto('/');
      await settle(stage, 'signedIn', 'demo');
      expect((await cookiesOf(context))['language']).toBe('de');
      for (const value of Object.values(await cookiesOf(context))) expect(person.token).not.toContain(value);
      await person.call(customerCalls.login.logout, {});
      await page.goto('/profile');
      await page.waitForURL('**/pass/login');
      await settle(stage, 'signedIn', undefined);
      // The account recognises the browser by what else it stores.
      expect(Object.keys(await cookiesOf(context)).filter((name) => name !== 'knownBy')).toEqual(['language']);
      expect((await cookiesOf(context))['language']).toBe('de');
      expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('de');
      await context.close();
    },
  );
});

interface Tapped {
  readonly device: Device;
  readonly reader: Reader;
  /** The words of what is tapped. */
  readonly tap: string;
  /** The text shown then. */
  readonly shows: (page: Page) => Promise<unknown>;
}

const en = wordsOf('en');
const chip = (page: Page) => page.getByRole('button', { name: en('home:table.movers'), pressed: true }).waitFor();
const menu = (page: Page) => page.getByRole('menu').waitFor();
const kept = (name: string, value: string) => (page: Page) =>
  page.waitForFunction(([key = '', text]) => localStorage.getItem(key) === text, [name, value]);

describe('what is tapped before the code has come', () => {
  const taps: readonly Tapped[] = [
    { device: 'desktop', reader: 'visitor', tap: 'common:nav.language', shows: menu },
    { device: 'desktop', reader: 'visitor', tap: 'common:nav.search', shows: (page) => page.getByRole('dialog').waitFor() },
    { device: 'desktop', reader: 'visitor', tap: 'common:theme.toLight', shows: kept('theme', 'light') },
    { device: 'desktop', reader: 'visitor', tap: 'common:nav.downloadApp', shows: (page) => page.waitForURL('**/help#app') },
    { device: 'phone', reader: 'visitor', tap: 'common:nav.language', shows: menu },
    { device: 'phone', reader: 'visitor', tap: 'home:table.movers', shows: chip },
    { device: 'desktop', reader: 'demo', tap: 'common:account.deposit', shows: (page) => page.getByRole('dialog').waitFor() },
    { device: 'desktop', reader: 'demo', tap: 'common:account.real', shows: kept('virtualStatus', '0') },
    { device: 'desktop', reader: 'real', tap: 'common:account.demo', shows: kept('virtualStatus', '1') },
    { device: 'desktop', reader: 'real', tap: 'common:account.menu', shows: menu },
    { device: 'phone', reader: 'real', tap: 'common:nav.language', shows: menu },
  ];
  const open = async (setting: Setting) => {
    const stage = await visit(browser, app, setting);
    const go = await holdCode(stage.page);
    await stage.page.goto('/', { waitUntil: 'commit' });
    await stage.page.locator('header').first().waitFor();
    return { ...stage, go };
  };
  /** By the beginning of its label, which may go on with who or which. */
  const control = (page: Page, key: string) =>
    page.locator('#root').locator(`:is(button, label):is(:text-is("${en(key)}"), [aria-label^="${en(key)}"])`);

  test.each(taps)('waits for it and is done once: $tap on a $device ($reader)', async ({ device, reader, tap, shows }) => {
    const signedIn = reader === 'visitor' ? {} : { person: await registered(app), book: reader };
    const { page, go, faults, context } = await open({ device, ...signedIn });
    const wanted = control(page, tap).first();
    // Without the waits of a user.
    await wanted.click();
    await wanted.click();
    await wanted.click();
    expect(await wanted.getAttribute('aria-busy')).toBe('true');
    const done = shows(page);
    go();
    await done;
    await lives(page, 'en');
    expect([await page.locator('[data-tapped]').count(), faults]).toEqual([0, []]);
    await context.close();
  });

  test('is none of the controls that a page is sent with and that nobody has thought of', async () => {
    const known: readonly (readonly [device: Device, reader: Reader, inFrame: number, inPage: number])[] = [
      ['desktop', 'visitor', 5, 1],
      ['phone', 'visitor', 1, 4],
      ['desktop', 'demo', 10, 0],
      ['phone', 'real', 1, 0],
    ];
    for (const [device, reader, ...there] of known) {
      const { html } = await textOf(`language=en; signedIn=${reader}`, device === 'phone' ? iphone : undefined);
      const parts = html.split('<main');
      const found = parts.map((part) => part.match(/<(?:button|label|input|select|textarea|summary)\b/g)?.length ?? 0);
      expect(found, `${device} ${reader}`).toEqual(there);
    }
  });

  test('leads on at once where it is a link', async () => {
    const { page, go, context } = await open({ device: 'phone' });
    await control(page, 'home:table.movers').click();
    await page.getByRole('link', { name: en('home:table.all') }).click();
    await page.waitForURL('**/market', { waitUntil: 'commit' });
    go();
    await lives(page, 'en');
    await context.close();
  });

  test('would be lost on a page without its script', async () => {
    const { page, context } = await visit(browser, app, { device: 'phone' });
    await page.route(`${app.origin}/`, async (route) => {
      const answer = await route.fetch();
      const html = await answer.text();
      const without = html.replace(
        /(<script type="application\/json" id="first-page">.*?<\/script>)<script>.*?<\/script>/s,
        '$1',
      );
      expect(without).not.toBe(html);
      await route.fulfill({ response: answer, body: without });
    });
    const go = await holdCode(page);
    await page.goto('/', { waitUntil: 'commit' });
    await control(page, 'home:table.movers').click();
    go();
    await lives(page, 'en');
    expect(await page.getByRole('button', { name: en('home:table.movers'), pressed: true }).count()).toBe(0);
    await context.close();
  });
});
