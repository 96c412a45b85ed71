// `npm run screens`: every route on desktop and phone, in four languages and both themes. Writes the pictures to
// e2e/screens/ and fails on errors, on what axe finds, on sideways scrolling and on keys in place of words.
// Filters: --route /market --device phone --language ar --theme light --visitor; when asked, a window of 1920 by 1080: --device wide,
// every other language, and one that nobody speaks and that is longer than all: --language xx
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Language, languages as spoken } from '@assay/contract/vocabulary/languages.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Browser, Page } from 'playwright-core';
import { axeFaults } from './axe.ts';
import { type Device, type Theme, launchBrowser, textFaults, visit } from './browser.ts';
import { type App, type Person, startApp } from './harness.ts';
import { speakPseudo } from './pseudo.ts';
import { type Viewer, viewers } from './screen-people.ts';

const folder = join(import.meta.dirname, 'screens');
const workers = 3;
const settleMsMax = 15_000;

const size = (page: Page) => page.locator('form input[inputmode="decimal"]').first();

/** Brings the ticket up and asks for one lot. */
async function fillTicket(page: Page, device: Device): Promise<void> {
  if (device === 'phone') await page.locator('#ticket button').first().click();
  await size(page).fill('1');
}

/** The last look before an order, with what is asked at the first trade. */
async function askForOrder(page: Page, device: Device): Promise<void> {
  await fillTicket(page, device);
  // On a phone it stands below the form, where a thumb reaches it.
  await page.locator('button[type="submit"]:visible').last().click();
  await page.getByRole('dialog').last().locator('fieldset').waitFor();
}

type Act = (page: Page, device: Device) => Promise<void>;

/** What is done before the picture, without a word of any language. */
const acts = {
  ticks: (page: Page) => page.locator('label:has(input[name="period"])').first().click(),
  ticket: fillTicket,
  confirm: askForOrder,
  coins: async (page: Page) => {
    await page.locator('main [role="group"] button[aria-expanded]').first().click();
    await page.locator('main input[type="search"]').fill('li');
  },
} satisfies Record<string, Act>;

/** Where a route looks different to others than to the customer who has done everything, they look at it too. */
const routes: readonly {
  readonly path: string;
  readonly who?: Viewer | 'visitor';
  readonly book?: Book;
  readonly act?: keyof typeof acts;
}[] = [
  { path: '/' },
  { path: '/', book: 'demo', who: 'newcomer' },
  { path: '/', who: 'visitor' },
  { path: '/market' },
  { path: '/market?view=map' },
  { path: '/market?tab=watchlist' },
  { path: '/market?tab=plan' },
  { path: '/trading' },
  { path: '/loan' },
  { path: '/loan', who: 'newcomer' },
  { path: '/loan', who: 'pending' },
  { path: '/nfts' },
  { path: '/nfts?show=mine', book: 'real' },
  { path: '/nfts?show=sold', book: 'real' },
  { path: '/nfts?id=n1', book: 'real' },
  { path: '/nfts?id=n2' },
  { path: '/profile', book: 'demo' },
  { path: '/profile?section=orders', book: 'demo' },
  { path: '/profile?section=statement' },
  { path: '/profile?section=identity' },
  { path: '/profile?section=identity', who: 'newcomer' },
  { path: '/profile?section=identity', who: 'pending' },
  { path: '/profile?section=identity', who: 'failed' },
  { path: '/profile?section=security' },
  { path: '/profile?section=settings' },
  { path: '/cruuency', book: 'demo' },
  { path: '/cruuency#about', book: 'demo' },
  { path: '/cruuency?code=AAPL#about', book: 'demo' },
  { path: '/cruuency?code=GC#about', book: 'demo' },
  { path: '/cruuency?code=AAPL#news', book: 'demo' },
  { path: '/cruuency', book: 'demo', act: 'ticks' },
  { path: '/cruuency', book: 'demo', act: 'ticket' },
  { path: '/cruuency', book: 'demo', act: 'confirm' },
  { path: '/profile/balance' },
  { path: '/profile/balance?deposit=USDT' },
  { path: '/profile/balance?deposit=LTC', act: 'coins' },
  { path: '/profile/balance?withdraw=USDT' },
  { path: '/profile/balance?withdraw=USDT', who: 'newcomer' },
  { path: '/profile/balance?records=deposits' },
  { path: '/profile/balance?records=withdrawals' },
  { path: '/profile/balance?records=deposits', who: 'newcomer' },
  { path: '/profile/invite' },
  { path: '/profile/notification' },
  { path: '/help' },
  { path: '/help/faq' },
  { path: '/help/notice' },
  { path: '/pass/register' },
  { path: '/pass/login' },
  { path: '/pass/reset' },
  { path: '/detail?id=guide-contracts' },
  { path: '/detail?id=licence-supervision' },
  { path: '/detail?id=lecturers-hall' },
  { path: '/introduction' },
  { path: '/service.html' },
  { path: '/api/loginCallback/google' },
];
/** What measures itself by the window: a picture of the whole page would show it in a window that nobody has. */
const fitsWindow: ReadonlySet<string> = new Set(['/market', '/market?tab=watchlist', '/cruuency', '/service.html?language=en']);
const usual: readonly Device[] = ['desktop', 'phone'];
const devices: readonly Device[] = [...usual, 'wide'];
type Tongue = Language | 'xx';
const usualTongues: readonly Tongue[] = ['zh', 'en', 'de', 'ar'];
const tongues: readonly Tongue[] = [...spoken, 'xx'];
const themes: readonly Theme[] = ['dark', 'light'];

interface Screen {
  readonly route: string;
  readonly who: Viewer | 'visitor';
  readonly book: Book;
  readonly act: keyof typeof acts | undefined;
  readonly device: Device;
  readonly language: Tongue;
  readonly theme: Theme;
}

const { values: only } = parseArgs({
  options: {
    route: { type: 'string', multiple: true },
    device: { type: 'string', multiple: true },
    language: { type: 'string', multiple: true },
    theme: { type: 'string', multiple: true },
    visitor: { type: 'boolean', default: false },
  },
});

function wanted<T extends string>(all: readonly T[], asked: readonly string[] | undefined): readonly T[] {
  return asked === undefined ? all : all.filter((one) => asked.includes(one));
}

function screensToTake(): Screen[] {
  const asked = routes.filter(({ path }) => only.route === undefined || only.route.includes(path));
  return asked.flatMap(({ path: route, who = 'customer', book = 'real', act }) =>
    wanted(devices, only.device ?? usual).flatMap((device) =>
      wanted(tongues, only.language ?? usualTongues).flatMap((language) =>
        wanted(themes, only.theme).map((theme): Screen => ({ route, who, book, act, device, language, theme })),
      ),
    ),
  );
}

/** Where a route needs to be told what to show. */
function addressOf(route: string, bitcoinId: string): string {
  const [path, place = ''] = route.split('#');
  if (path === '/cruuency') return `/cruuency?code=BTCUSDT&type=2&id=${bitcoinId}${place && `#${place}`}`;
  return route;
}

async function faultsOf(page: Page): Promise<string[]> {
  await page.locator('main').waitFor();
  // The live feed never rests, so "no requests" is never reached; what a person waits for is the end of the skeletons.
  await page.locator('.shimmer').first().waitFor({ state: 'detached', timeout: settleMsMax });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return [...(await textFaults(page)), ...(await axeFaults(page))];
}

async function take(
  browser: Browser,
  app: App,
  screen: Screen,
  people: Readonly<Record<Viewer, Person>> | undefined,
  bitcoinId: string,
): Promise<string[]> {
  const { route, who, book, act, device, language, theme } = screen;
  const person = who === 'visitor' || route.startsWith('/pass/') ? undefined : people?.[who];
  const { page, context, faults } = await visit(browser, app, {
    device,
    language: language === 'xx' ? 'en' : language,
    theme,
    book,
    scale: device === 'phone' ? 2 : 1,
    ...(person === undefined ? {} : { person }),
  });
  const place = `${route === '/' ? 'home' : route.slice(1).replaceAll(/[/?=#]/g, '-')}${act === undefined ? '' : `-${act}`}`;
  const name = `${place}${who === 'customer' ? '' : `.${who}`}.${device}.${language}.${theme}`;
  try {
    if (language === 'xx') await speakPseudo(page);
    await page.goto(addressOf(route, bitcoinId));
    if (act !== undefined) await acts[act](page, device);
    const seen = await faultsOf(page);
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: device === 'phone' && !fitsWindow.has(route) });
    // The first page arrives drawn in English, which these words are not.
    const expected = language === 'xx' ? /React error #418/ : undefined;
    return [...faults.filter((fault) => expected?.test(fault) !== true), ...seen].map((fault) => `${name}: ${fault}`);
  } catch (error) {
    return [...faults, error instanceof Error ? error.message : String(error)].map((fault) => `${name}: ${fault}`);
  } finally {
    await context.close();
  }
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const app = await startApp();
const browser = await launchBrowser();
const waiting = screensToTake();
const total = waiting.length;
const faults: string[] = [];
try {
  const people = only.visitor ? undefined : await viewers(app, browser);
  const market = await fetch(`${app.origin}/swx/customer/index/listMarketAll?type=2`);
  const { result } = (await market.json()) as { result: readonly { code: string; id: string }[] };
  const bitcoinId = result.find(({ code }) => code === 'BTCUSDT')?.id ?? '';
  const worker = async (): Promise<void> => {
    for (let screen = waiting.shift(); screen !== undefined; screen = waiting.shift()) {
      const found = await take(browser, app, screen, people, bitcoinId);
      for (const fault of found) console.error(fault);
      faults.push(...found);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
} finally {
  await browser.close();
  await app.stop();
}
console.log(`${total} screens in e2e/screens/, ${faults.length} faults`);
process.exitCode = faults.length === 0 && total > 0 ? 0 : 1;
