// A real Chromium and the people in front of it.
import { buffer } from 'node:stream/consumers';
import { firstPageCookies } from '@assay/contract/first-page.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Browser, type BrowserContext, type Download, type Page, chromium as playwright } from 'playwright-core';
import { chromium, shortLived } from './chromium.ts';
import { type App, type Person, fromSomewhere, hangsAfterMs } from './harness.ts';

export type Device = 'desktop' | 'wide' | 'phone';
export type Theme = 'dark' | 'light';

const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  wide: { viewport: { width: 1920, height: 1080 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: phoneAgent },
} as const;

export const launchBrowser = (args: readonly string[] = shortLived): Promise<Browser> => playwright.launch(chromium(args));

export interface Setting {
  readonly device?: Device;
  readonly language?: Language;
  readonly theme?: Theme;
  /** Signed in from the start, as after a reload; on the demo account unless said otherwise. */
  readonly person?: Person;
  readonly book?: Book;
  /** The onboarding board of a first visit on a phone; dismissed unless wanted. */
  readonly board?: boolean;
  /** Pixels of the picture for one of the page; more cost more to draw. */
  readonly scale?: number;
  /** Whether the worker may register that opens the site without a connection. */
  readonly offlineShell?: boolean;
  /** The operators' console, which keeps nothing in the browser and has no place where nothing of it runs. */
  readonly console?: boolean;
}

export interface Visit {
  readonly app: App;
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors on the console, uncaught ones, and answers of our own server with 5xx or a missing file. */
  readonly faults: string[];
}

/** Visits that have not ended: what a story that fails has in front of it. */
const visits = new Set<Visit>();

/** Every visit that has not ended. */
export const openVisits = (): readonly Visit[] => [...visits];

interface Profile {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Emptied profiles that stories have left, by their kind, for the next visitor in the same browser. */
const emptied = new WeakMap<Browser, Map<string, Profile[]>>();

/** Answered by the site itself and small: a place on its origin where nothing of it runs. */
const quietPath = '/healthz';

/** What lasts as long as the page or its profile does: where one of these was called the profile is not used again. */
const lasting = [
  'addInitScript',
  'addLocatorHandler',
  'exposeBinding',
  'exposeFunction',
  'newCDPSession',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setGeolocation',
  'setHTTPCredentials',
  // Of the clock, which a page and its profile have in common: nothing puts it back.
  'fastForward',
  'install',
  'pauseAt',
  'resume',
  'runFor',
  'setFixedTime',
  'setSystemTime',
] as const;

/**
 * A fresh browser profile with a page, on which everything that goes wrong is written down. Closing it empties the profile
 * for the next one: in a process that has run the site before, a page takes half the time to open.
 */
export async function visit(browser: Browser, app: App, setting: Setting = {}): Promise<Visit> {
  const { device = 'desktop', theme = 'dark', scale = 1, offlineShell = false, console = false } = setting;
  const kinds = emptied.get(browser) ?? new Map<string, Profile[]>();
  emptied.set(browser, kinds);
  const kind = [app.origin, device, scale].join(' ');
  const left = offlineShell ? undefined : kinds.get(kind)?.pop();
  const profile = left === undefined || left.page.isClosed() ? await newProfile(browser, app, setting) : left;
  const { context, page } = profile;
  await context.setExtraHTTPHeaders(fromSomewhere());
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  if (!console) await prepare(page, setting);
  const begun: Visit = { app, page, context, faults: faultsOf(page) };
  visits.add(begun);
  // Also when its whole browser is closed.
  context.once('close', () => visits.delete(begun));
  let lasts = offlineShell || console;
  const restore = [context, page, context.clock].map((part) => tellOf(part, () => (lasts = true)));
  context.close = async () => {
    visits.delete(begun);
    Reflect.deleteProperty(context, 'close');
    for (const put of restore) put();
    if (lasts || !(await empty(begun, device))) await context.close();
    else kinds.set(kind, [...(kinds.get(kind) ?? []), profile]);
  };
  return begun;
}

/** Closes what is open in a browser, but for the emptied profiles of a product that others go on to visit. */
export async function closeVisits(browser: Browser, { origin }: App): Promise<void> {
  for (const begun of visits) if (begun.context.browser() === browser) await begun.context.close();
  const kinds = emptied.get(browser) ?? new Map<string, Profile[]>();
  for (const kind of kinds.keys()) if (!kind.startsWith(`${origin} `)) kinds.delete(kind);
  const kept = new Set([...kinds.values()].flat().map(({ context }) => context));
  for (const context of browser.contexts()) if (!kept.has(context)) await context.close();
}

async function newProfile(browser: Browser, app: App, setting: Setting): Promise<Profile> {
  const context = await browser.newContext({
    ...devices[setting.device ?? 'desktop'],
    deviceScaleFactor: setting.scale ?? 1,
    baseURL: app.origin,
    reducedMotion: 'reduce',
    serviceWorkers: setting.offlineShell === true ? 'allow' : 'block',
  });
  context.setDefaultTimeout(hangsAfterMs);
  return { context, page: await context.newPage() };
}

/** What the site finds in the browser when it opens. */
async function prepare(page: Page, { language = 'en', theme = 'dark', person, book = 'demo', board }: Setting): Promise<void> {
  const kept: Record<string, string> = { language, theme };
  if (person) Object.assign(kept, { token: person.token, isLogin: 'true', virtualStatus: book === 'demo' ? '1' : '0' });
  // As the site itself has reported to the server at an earlier visit.
  const told = { [firstPageCookies.language]: language, ...(person && { [firstPageCookies.book]: book }) };
  await page.goto(quietPath);
  await page.evaluate(
    ({ fields, dismissed, cookies }) => {
      for (const [key, value] of Object.entries(fields)) localStorage.setItem(key, value);
      for (const [name, value] of Object.entries(cookies)) document.cookie = `${name}=${value}; Path=/; SameSite=Lax`;
      if (dismissed) sessionStorage.setItem('showBoard', 'false');
    },
    { fields: kept, dismissed: board !== true, cookies: told },
  );
}

/** Reports what will last on a page or its profile, until it is put back. */
function tellOf(part: object, tell: () => void): () => void {
  for (const name of lasting) {
    const method: unknown = Reflect.get(part, name);
    if (typeof method !== 'function') continue;
    Reflect.set(part, name, (...given: unknown[]): unknown => {
      tell();
      return Reflect.apply(method, part, given) as unknown;
    });
  }
  return () => {
    for (const name of lasting) Reflect.deleteProperty(part, name);
  };
}

/** What stories listen to; the driver has listeners of its own for how a page ends. */
const heard = ['console', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response', 'websocket', 'dialog'];

/** Everything that goes wrong on a page from here on. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const missing = response.status() === 404 && !pathname.startsWith('/swx/');
    if (response.status() >= 500 || missing) faults.push(`${response.status()} ${pathname}`);
  });
  return faults;
}

/** Takes from a profile all that a visitor has left; answers whether that was possible. */
async function empty({ app, context, page }: Visit, device: Device): Promise<boolean> {
  // What is kept for another address cannot be reached from here.
  if (page.isClosed() || !page.url().startsWith(`${app.origin}/`)) return false;
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of heard) page.removeAllListeners(event);
    // First of all the site stops: what it still does must not leave once the routes are open again.
    await page.goto(quietPath);
    await Promise.all([page.unrouteAll(), context.unrouteAll(), context.setOffline(false), context.clearPermissions()]);
    // Those of the profile are set anew for each visitor; a page's own come before them.
    await page.setExtraHTTPHeaders({});
    await page.setViewportSize(devices[device].viewport);
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    return true;
  } catch {
    // Its server has stopped, or the page is gone.
    return false;
  }
}

/** What was saved as a file. Its path would be the browser's own, which may be another machine's. */
export const contentOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream());

/** Sideways overflow, dotted keys where words should be, and what was never meant to be read. */
export function textFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    // Until its faces have come a text is as wide as in others, and a menu that has just grown is placed anew in the next frame.
    await document.fonts.ready;
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      const scrolls = (element: Element | null): boolean =>
        element !== null && (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
      const beyond = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (left < 0 || right > clientWidth) && !scrolls(element.parentElement);
      });
      const inmost = beyond.filter((element) => !beyond.some((other) => other !== element && element.contains(other)));
      const names = inmost.slice(0, 3).map(({ tagName, className, innerText }) => `${tagName}.${className}: ${innerText}`);
      found.push(`scrolls sideways by ${scrollWidth - clientWidth}px: ${names.join(' | ')}`);
    }
    const key = /^[a-z][A-Za-z]*(?:[.:][a-z][A-Za-z0-9]*)+$/;
    for (const text of document.body.innerText.split(/\s+/)) if (key.test(text)) found.push(`key instead of words: ${text}`);
    if (/\bundefined\b|\bNaN\b|\[object /.test(document.body.innerText))
      found.push('undefined, NaN or an object in place of words');
    return found;
  });
}

/** A window of 1280 by 1024 pixels at 400 per cent. */
export const narrowWindow = { width: 320, height: 256 } as const;

/** What is wrong with the text of a page in a narrow window. */
export function narrowFaults(page: Page): Promise<string[]> {
  return faultsAt(page, narrowWindow);
}

/** What is wrong with it on a phone whose browser is set to very large text. */
export async function largeTextFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => void (document.body.style.fontSize = '24px'));
  const found = await faultsAt(page, { width: 390, height: 844 });
  await page.evaluate(() => void (document.body.style.fontSize = ''));
  return found;
}

async function faultsAt(page: Page, size: { width: number; height: number }): Promise<string[]> {
  const before = page.viewportSize();
  await page.setViewportSize(size);
  await page.locator('main').waitFor();
  await page.locator('.shimmer').first().waitFor({ state: 'detached' });
  // What follows the size of its place has followed by then.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const found = await textFaults(page);
  if (before !== null) await page.setViewportSize(before);
  return found;
}
