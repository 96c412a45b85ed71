// What the specification says of the frame that every screen has: routes, navigation, what is hidden where, what depends on the
// device, what is stored. The screens themselves have stories of their own.
import { type Language, languageNames, languages } from '@assay/contract/vocabulary/languages.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, narrowFaults, textFaults, visit } from './browser.ts';
import { type App, type Person, registered, until } from './harness.ts';
import { type Shown, type SiteRoute, holder, shownIn, siteRoutes } from './routes.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { type Stage, button, enter, field, opens } from './steps.ts';
import { wordsOf } from './words.ts';

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });

async function textsOf(page: Page, role: 'link' | 'button'): Promise<string[]> {
  const found = navigation(page).getByRole(role);
  await found.first().waitFor();
  return (await found.allInnerTexts()).map((text) => text.trim());
}

const promoCards = [
  ['/market', 'Live markets'],
  ['/trading', 'Smart trading'],
] as const;

/**
 * A route is loaded in the first, and the second is chosen on the open page, unless its address or what it asks for is another
 * then. That one is looked at in a narrow window too: the longest words, and the direction that is turned around.
 */
const lookedAt: Readonly<Record<Exclude<Device, 'wide'>, readonly Language[]>> = { desktop: ['ar', 'de'], phone: ['zh', 'ar'] };

/** Chooses a language as another tab of this browser does it. */
const speak = (page: Page, language: Language): Promise<void> =>
  page.evaluate((chosen) => {
    localStorage.setItem('language', chosen);
    window.dispatchEvent(new StorageEvent('storage', { key: 'language' }));
  }, language);

describe.each(['desktop', 'phone'] as const)('on a %s', (device) => {
  // One profile for each viewer: every route is loaded anew in it, from what the browser has kept.
  const stages = new Map<string, Promise<Stage>>();
  let person: Person;

  beforeAll(async () => {
    person = await holder(app);
  });
  afterAll(async () => {
    for (const stage of stages.values()) {
      const { context, faults } = await stage;
      await context.close();
      // What the last page of each has done wrong after it was looked at.
      if (faults.length > 0) throw new Error(faults.join('\n'));
    }
  });

  /** Asked once for each language: what is published and listed stays while these routes are looked at. */
  const answers = new Map<Language, Promise<Shown>>();
  function shownAt(language: Language): Promise<Shown> {
    const answer = answers.get(language) ?? shownIn(app, language, person);
    answers.set(language, answer);
    return answer;
  }

  async function viewer(who: SiteRoute['who']): Promise<Stage> {
    const name = String(who);
    const known = await stages.get(name);
    // A route that failed has closed its windows.
    if (known !== undefined && !known.page.isClosed()) return known;
    const signedIn = who === undefined ? {} : { person, book: who };
    const stage = enter(browser, app, { device, ...signedIn });
    stages.set(name, stage);
    return stage;
  }

  test.each(Object.entries(siteRoutes))(
    'every route %s of the specification is open, in a narrow window too',
    async (path, route) => {
      for (const language of lookedAt[device]) {
        const stage = { ...(await viewer(route.who)), language, words: wordsOf(language) };
        const { page, faults } = stage;
        const shown = await shownAt(language);
        const address = path + (route.query?.(language, shown) ?? '');
        await speak(page, language);
        // What a phone has opened over the page would still be open after it is loaded again.
        if (route.anew === true) await page.goto('about:blank');
        if (language === lookedAt[device][0] || route.anew === true || !page.url().endsWith(address)) await page.goto(address);
        // On a phone some pages say what they are to those alone who do not see them.
        await page.getByRole('heading', { level: 1, name: route.heading(stage, shown) }).waitFor({ state: 'attached' });
        await route.shows(stage, shown);
        expect(new URL(page.url()).pathname).toBe(path);
        expect([...faults.splice(0), ...(await textFaults(page))]).toEqual([]);
        if (language !== lookedAt[device].at(-1)) continue;
        expect(await narrowFaults(page)).toEqual([]);
      }
    },
  );
});

describe('the desktop layout', () => {
  test('leads from its top bar to every part, and to download and hall', async () => {
    const { page, context } = await visit(browser, app);
    await page.goto('/');
    expect(await textsOf(page, 'link')).toEqual(['Home', 'Market', 'Gold AI Trading', 'Loan', 'NFTs', 'Account']);
    expect(await textsOf(page, 'button')).toEqual(['Download App', 'Lecturer’s Hall']);
    await page.getByRole('link', { name: 'Log in' }).waitFor();
    await page.getByRole('link', { name: 'Sign up' }).first().waitFor();
    await context.close();
  });

  test('has no download item in French', async () => {
    const { page, context, words } = await enter(browser, app, { language: 'fr' });
    await page.goto('/');
    const bar = page.getByRole('navigation', { name: words('common:nav.main') });
    await bar.getByRole('button', { name: words('common:nav.lecturerHall') }).waitFor();
    expect(await bar.getByRole('button', { name: words('common:nav.downloadApp') }).count()).toBe(0);
    await context.close();
  });

  test('has a footer with product, company, policy and other, icons that open the service page, and the year 2025', async () => {
    const { page, context } = await visit(browser, app);
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    for (const group of ['Product', 'Company', 'Policy', 'Other']) await footer.getByRole('heading', { name: group }).waitFor();
    await footer.getByRole('link', { name: 'Market list' }).waitFor();
    await footer.getByRole('link', { name: 'Smart trading' }).waitFor();
    await footer.getByText('© 2025 Assay').waitFor();
    const icons = footer.getByRole('list').getByRole('link');
    expect(await icons.locator('svg').count()).toBe(4);
    // They are called by what they open: there is no channel of ours at any of these networks.
    for (const icon of await icons.all()) expect(await icon.getAttribute('aria-label')).toMatch(/^Customer service \(/);
    for (const icon of await icons.all()) await opens(page, `${app.origin}/service.html?language=en`, () => icon.click());
    await context.close();
  });

  test('hides its footer where one signs in, and bar and footer on the way back from Google', async () => {
    const { page, context } = await visit(browser, app);
    for (const path of ['/pass/login', '/pass/register', '/pass/reset']) {
      await page.goto(path);
      await page.getByRole('banner').waitFor();
      expect(await page.getByRole('contentinfo').count()).toBe(0);
    }
    await page.goto('/api/loginCallback/google');
    await page.locator('main h1, main h2').first().waitFor();
    expect([await page.getByRole('banner').count(), await page.getByRole('contentinfo').count()]).toEqual([0, 0]);
    await context.close();
  });

  test('has a home with hero, app badge, claims and promo cards', async () => {
    const { page, context, words } = await enter(browser, app);
    await page.goto('/');
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1, name: words('home:hero.title') }).waitFor();
    const claims = main.getByRole('region', { name: words('home:claims.label') });
    for (const claim of ['$3.8B', '350+', '1.2M', '<0.3%']) await claims.getByText(claim, { exact: true }).waitFor();
    for (const [to, title] of promoCards) await main.locator(`a[href="${to}"]`).getByRole('heading', { name: title }).waitFor();
    await main.getByRole('button', { name: words('home:hero.app') }).click();
    await page.waitForURL('**/help#app');
    await context.close();
  });

  test('has a home with a market table of logo, name, change, live line and price, whose rows open the instrument', async () => {
    const { page, context } = await visit(browser, app);
    await page.goto('/');
    const row = page.getByRole('main').getByRole('row').filter({ hasText: 'BTCUSDT' });
    const cell = (column: number) => row.getByRole('cell').nth(column);
    await cell(0).getByText('Bitcoin', { exact: true }).waitFor();
    const logo = cell(0).locator('img');
    await until('the logo', () => logo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0 || undefined));
    expect(await cell(1).innerText()).toMatch(/^[+-]?\d+\.\d\d%$/);
    const line = async () => (await cell(2).locator('path').getAttribute('d')) ?? '';
    const price = () => cell(3).innerText();
    const [path, cost] = [await line(), await price()];
    expect(path.split('L').length).toBeGreaterThan(50);
    expect(cost).toMatch(/^\d{1,3}(?:,\d{3})*\.\d\d$/);
    await until('another price', async () => (await price()) !== cost || undefined);
    await until('another line', async () => (await line()) !== path || undefined);
    await cell(0).getByRole('link').click();
    await page.waitForURL(/\/cruuency\?code=BTCUSDT&type=2&id=crypto-BTCUSDT$/);
    await context.close();
  });

  test('offers ten languages by their own names, and keeps the one that was chosen', async () => {
    const { page, context } = await visit(browser, app);
    await page.goto('/');
    await page.getByRole('button', { name: /^Language/ }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect((await page.getByRole('menuitem').allInnerTexts()).map((text) => text.trim())).toEqual(
      languages.map((language) => languageNames[language]),
    );
    await page.getByRole('menuitem', { name: languageNames.ko }).click();
    await page.waitForFunction(() => document.documentElement.lang === 'ko');
    await page.reload();
    expect(await page.evaluate(() => [document.documentElement.lang, localStorage.getItem('language')])).toEqual(['ko', 'ko']);
    await context.close();
  });

  test('has a page of text for each topic of the footer', async () => {
    const { page, context } = await visit(browser, app);
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    await footer.locator('a[href^="/detail?id="]').first().waitFor();
    const topics = [
      /legal information/i,
      /disclaimer/i,
      /risk warning/i,
      /cookie policy/i,
      /advertising/i,
      /terms/i,
      /privacy policy/i,
      /licence and supervision/i,
      /online support/i,
    ];
    for (const name of topics) {
      const address = await footer.getByRole('link', { name }).first().getAttribute('href');
      expect(address, String(name)).toMatch(/^\/detail\?id=\w+&title=./);
    }
    await context.close();
  });

  test('asks for down_url where the app item leads, and for live_room_url where the hall does', async () => {
    const { page, context } = await visit(browser, app);
    const answer = (key: string, path: string) =>
      page.route(`**/swx/customer/index/getParamByKey/${key}`, (route) =>
        route.fulfill({ json: { code: '200', result: { paramValue: app.origin + path } } }),
      );
    await answer('down_url', '/help/faq');
    await answer('live_room_url', '/help/notice');
    await page.goto('/');
    const hall = navigation(page).getByRole('button', { name: 'Lecturer’s Hall' });
    await opens(page, `${app.origin}/help/notice`, () => hall.click());
    await navigation(page).getByRole('button', { name: 'Download App' }).click();
    await page.waitForURL('**/help/faq');
    await context.close();
  });

  test('has an account with orders, money, records, notifications, password, language, log-out, help and friends', async () => {
    const { page, context, words } = await enter(browser, app, { person: await registered(app) });
    await page.goto('/profile');
    const main = page.getByRole('main');
    const parts = ['orders', 'statement', 'security', 'settings'].map((part) => words(`profile:section.${part}`));
    const links = ['deposit', 'withdraw', 'records', 'notification', 'invite', 'help'].map((to) => words(`profile:link.${to}`));
    for (const name of [...parts, ...links]) await main.getByRole('link', { name, exact: true }).first().waitFor();
    await main
      .getByRole('button', { name: words('common:account.logout') })
      .first()
      .waitFor();
    await page.goto('/profile?section=security');
    await page.getByRole('heading', { name: words('profile:password.title') }).waitFor();
    await page.goto('/profile?section=settings');
    await page.getByText(words('profile:settings.language'), { exact: true }).first().waitFor();
    await context.close();
  });
});

describe('the phone layout', () => {
  test('has four tabs at the foot, and none where one signs in', async () => {
    const { page, context } = await visit(browser, app, { device: 'phone' });
    await page.goto('/');
    expect(await textsOf(page, 'link')).toEqual(['Home', 'Market', 'Trading', 'Profile']);
    for (const path of ['/pass/login', '/pass/register', '/pass/reset']) {
      await page.goto(path);
      await page.getByRole('banner').waitFor();
      expect(await navigation(page).count()).toBe(0);
    }
    await context.close();
  });

  test('has language, service and login on top, and a bell in place of the login for who is signed in', async () => {
    const visitor = await visit(browser, app, { device: 'phone' });
    await visitor.page.goto('/');
    const bar = visitor.page.getByRole('banner');
    await bar.getByRole('button', { name: /^Language/ }).waitFor();
    await bar.getByRole('link', { name: 'Log in' }).waitFor();
    expect(await bar.getByRole('link', { name: /^Notifications/ }).count()).toBe(0);
    const service = bar.getByRole('link', { name: /^Customer service/ });
    await opens(visitor.page, `${app.origin}/service.html?language=en`, () => service.click());
    await visitor.context.close();

    const member = await visit(browser, app, { device: 'phone', person: await registered(app) });
    await member.page.goto('/');
    await member.page
      .getByRole('banner')
      .getByRole('link', { name: /^Notifications/ })
      .click();
    await member.page.waitForURL('**/profile/notification');
    expect(await member.page.getByRole('banner').getByRole('link', { name: 'Log in' }).count()).toBe(0);
    await member.context.close();
  });

  test('has a home with new-feature card, wallet and hall, promo cards and lists of contents that open the content page', async () => {
    const { page, context } = await visit(browser, app, { device: 'phone', person: await registered(app) });
    await page.goto('/');
    const main = page.getByRole('main');
    await main.locator('a[href="/help/notice"]').first().waitFor();
    for (const [to, title] of promoCards) await main.locator(`a[href="${to}"]`).getByRole('heading', { name: title }).waitFor();
    const shortcuts = main.getByRole('navigation', { name: 'Shortcuts' });
    const hall = shortcuts.getByRole('button', { name: 'Lecturer’s Hall' });
    await opens(page, `${app.origin}/detail?id=lecturers-hall`, () => hall.click());
    await shortcuts.getByRole('link', { name: 'Wallet' }).click();
    await page.waitForURL('**/profile/balance');
    await main.getByRole('heading', { level: 1, name: 'Balance' }).waitFor();
    await page.goBack();
    await main.locator('a[href^="/detail?id="]').first().click();
    await page.waitForURL(/\/detail\?id=\w+&title=./);
    await context.close();
  });

  test('offers the app on home and account, but not in French', async () => {
    const person = await registered(app);
    for (const language of ['en', 'fr'] as const) {
      const { page, context, words } = await enter(browser, app, { device: 'phone', person, language });
      const item = page.getByRole('main').getByRole('button', { name: words('common:nav.downloadApp') });
      for (const [path, beside] of [
        ['/', words('home:mobile.help')],
        ['/profile', words('profile:link.help')],
      ] as const) {
        await page.goto(path);
        await page.getByRole('main').getByRole('link', { name: beside, exact: true }).first().waitFor();
        expect(await item.count(), `${path} in ${language}`).toBe(language === 'fr' ? 0 : 1);
        if (language === 'fr') continue;
        await item.click();
        await page.waitForURL('**/help#app');
      }
      await context.close();
    }
  });

  test('is given by the device’s own name alone, however wide its window', async () => {
    for (const agent of ['Android 15; Pixel 9', 'iPhone; CPU iPhone OS 18_0', 'iPad; CPU OS 18_0', 'iPod touch; CPU']) {
      const context = await browser.newContext({
        baseURL: app.origin,
        userAgent: `Mozilla/5.0 (${agent}) AppleWebKit/605.1.15`,
        viewport: { width: 1440, height: 900 },
      });
      const page = await context.newPage();
      await page.goto('/');
      await page.locator('html.mobile, html[data-layout="mobile"]').waitFor({ state: 'attached' });
      await context.close();
    }
  });
});

describe.each(['desktop', 'phone'] as const)('the market on a %s', (device) => {
  test('is narrowed to each type that the specification numbers, the plans among them', async () => {
    const { page, context, words } = await enter(browser, app, { device });
    await page.goto('/market');
    const types = ['plan', 'crypto', 'stock', 'future', 'etf'] as const;
    for (const [index, type] of types.entries()) {
      await page.getByRole('tab', { name: words(`market:tab.${type}`) }).click();
      const address = type === 'plan' ? '/trading?product=plan-' : `&type=${index + 1}&`;
      const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
      await rows
        .filter({ has: page.locator(`a[href*="${address}"]`) })
        .nth(2)
        .waitFor();
      const others = rows.filter({ hasNot: page.locator(`a[href*="${address}"]`) });
      await others.first().waitFor({ state: 'detached' });
    }
    await page.getByRole('tab', { name: words('market:tab.plan') }).click();
    const plan = page.getByRole('row').filter({ hasText: 'GOLDAI-BALANCE' });
    await plan.getByText('0.04% – 0.05%').waitFor();
    await page.getByRole('searchbox', { name: words('market:search') }).fill('gold balance');
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    await plan.getByRole('link').click();
    await page.waitForURL('**/trading?product=plan-balance');
    await context.close();
  });

  test('leads from the address of a plan to the plan, and believes the code of an address, not its type or id', async () => {
    const { page, context, words, phone } = await enter(browser, app, { device });
    await page.goto('/cruuency?code=GOLDAI-BALANCE&type=1&id=plan-balance');
    await page.waitForURL('**/trading?product=plan-balance');
    const chosen = phone
      ? page.getByRole('dialog', { name: 'Gold AI Balance' })
      : page.getByRole('radio', { name: 'Gold AI Balance', checked: true });
    await chosen.waitFor();
    for (const query of ['code=ETHUSDT&type=3&id=crypto-BTCUSDT', 'code=ETHUSDT', 'id=crypto-ETHUSDT']) {
      await page.goto(`/cruuency?${query}`);
      await page.getByRole('heading', { level: 1, name: 'Ethereum' }).waitFor();
      await page.waitForURL('**/cruuency?code=ETHUSDT&type=2&id=crypto-ETHUSDT');
    }
    await page.goto('/cruuency?code=NOSUCH&type=2&id=crypto-BTCUSDT');
    await page.getByText(words('currency:missingTitle')).waitFor();
    await context.close();
  });
});

describe('the board of a first visit on a phone', () => {
  test('continues to registration, or home for who is signed in, and stays away for the session', async () => {
    const visitor = await visit(browser, app, { device: 'phone', board: true });
    await visitor.page.goto('/market');
    await visitor.page.getByRole('button', { name: 'Continue' }).click();
    await visitor.page.waitForURL('**/pass/register');
    await visitor.page.goto('/');
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Skip' }).count()).toBe(0);
    expect(await visitor.page.evaluate(() => sessionStorage.getItem('showBoard'))).toBe('false');
    await visitor.context.close();

    const member = await visit(browser, app, { device: 'phone', board: true, person: await registered(app) });
    await member.page.goto('/market');
    await member.page.getByRole('button', { name: 'Continue' }).click();
    await member.page.waitForURL(`${app.origin}/`);
    await member.context.close();
  });

  test('is skipped to the home page', async () => {
    const { page, context } = await visit(browser, app, { device: 'phone', board: true });
    await page.goto('/market');
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.waitForURL(`${app.origin}/`);
    await context.close();
  });
});

describe('what is kept and sent', () => {
  test('a first visit is Chinese, whatever the browser speaks', async () => {
    const context = await browser.newContext({ baseURL: app.origin, locale: 'de-DE' });
    const page = await context.newPage();
    await page.goto('/');
    await page.waitForFunction(
      () => document.documentElement.lang === 'zh-CN' || document.documentElement.lang === 'zh-Hans-CN',
    );
    await context.close();
  });

  test('every call carries token and account, and startup refreshes the user', async () => {
    const person = await registered(app);
    const { page, context } = await visit(browser, app, { person });
    const refreshed = page.waitForRequest('**/swx/customer/user/getUserInfo');
    await page.goto('/profile');
    const { authorization, virtually } = (await refreshed).headers();
    expect([authorization, virtually]).toEqual([person.token, 'NO']);
    await page.getByRole('heading', { name: person.userName }).waitFor();
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}') as object)).toMatchObject({
      userName: person.userName,
    });
    const real = page.waitForRequest((request) => request.headers()['virtually'] === 'YES');
    await page.getByRole('banner').getByText('Real', { exact: true }).click();
    await real;
    expect(await page.evaluate(() => localStorage.getItem('virtualStatus'))).not.toBe('1');
    await context.close();
  });

  test('a session that the server does not know leads to the login page', async () => {
    const person = { ...(await registered(app)), token: 'x'.repeat(43) };
    const stage = await enter(browser, app, { person });
    await stage.page.goto('/profile');
    await stage.page.waitForURL('**/pass/login');
    await button(stage, 'Log in').waitFor();
    expect(await stage.page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('language')])).toEqual([
      null,
      'en',
    ]);
    await stage.context.close();
  });

  test('a refusal without words is told in those of its code, and one without a code is the unknown error', async () => {
    const stage = await enter(browser, app, { language: 'zh' });
    const { page, context, words } = stage;
    const answers = [{ code: '10005' }, { code: '30000', result: null, message: '' }, {}];
    await page.route('**/swx/customer/login/login', (route) => route.fulfill({ json: answers.shift() }));
    await page.goto('/pass/login');
    await field(stage, 'pass:field.account').fill('somebody');
    await field(stage, 'pass:field.password').fill('something');
    for (const said of ['codes:10005', 'codes:30000', 'common:error.unknown']) {
      await button(stage, words('pass:login.submit')).click();
      await page
        .getByRole('alert')
        .filter({ hasText: words(said) })
        .waitFor();
    }
    await context.close();
  });

  test('the root font follows the window: 1920 wide, 750 narrow, 100px at most', async () => {
    const { page, context } = await visit(browser, app);
    await page.goto('/pass/login');
    // width / 1920 × 100 above 1000px, width / 750 × 100 from there down, never above 100.
    const sizes = { 1920: 100, 1440: 75, 1001: 52.135, 1000: 100, 750: 100, 375: 50, 2500: 100 };
    for (const [width, size] of Object.entries(sizes)) {
      await page.setViewportSize({ width: Number(width), height: 800 });
      await page.waitForFunction(
        (wanted) => Math.abs(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) - wanted) < 0.01,
        size,
      );
    }
    await context.close();
  });
});
