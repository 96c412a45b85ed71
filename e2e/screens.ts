// `npm run screens`: every route on desktop and phone, in four languages and both themes. Writes the pictures to
// e2e/screens/ and fails on errors, on what axe finds, on sideways scrolling and on keys in place of words.
// Filters: --route /market --act margin --device phone --language ar --theme light --visitor; when asked, a window of 1920 by 1080: --device wide,
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
import { type Viewer, viewers, withMuchStanding } from './screen-people.ts';
import { type Words, wordsOf } from './words.ts';

const folder = join(import.meta.dirname, 'screens');
const workers = 3;
const settleMsMax = 15_000;
/** As it is when the people begin to look. */
let bitcoinPrice = 0;

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

type Act = (page: Page, device: Device, words: Words) => Promise<void>;

/** A dialog of the first order that stands, by what its button is called. */
const ofOrder =
  (key: string): Act =>
  async (page, _, words) => {
    await page
      .getByRole('button', { name: words(key), exact: true })
      .first()
      .click();
    await page.getByRole('dialog').last().waitFor();
  };

/** The dialog of the first order that waits. */
const ofWaiting: Act = async (page, device, words) => {
  await page.getByRole('tab', { name: words('orders:waiting') }).click();
  await ofOrder('orders:action.edit')(page, device, words);
};

/** Asks for an order with a stop, a take-profit, and two targets before that. */
async function fillTargets(page: Page, device: Device, words: Words): Promise<void> {
  await fillTicket(page, device);
  await page.getByText(words('currency:ticket.stops'), { exact: true }).click();
  const price = async (name: string, factor: number) => {
    const shown = page.getByRole('textbox', { name, exact: true });
    await shown.fill((bitcoinPrice * factor).toFixed(2));
  };
  await price(words('currency:ticket.stopLoss'), 0.95);
  await price(words('currency:ticket.takeProfit'), 1.15);
  for (const [place, factor] of [1.05, 1.1].entries()) {
    await page.getByRole('button', { name: words('targets:add'), exact: true }).click();
    await price(words('targets:target', { number: String(place + 1) }), factor);
    await page.getByLabel(words('targets:share'), { exact: true }).nth(place).fill('30');
  }
}

/** Drops a line of an order that stands somewhere else: the first that is taken hold of from the top. */
const dragged: Act = async (page) => {
  const chart = await page.locator('canvas').first().boundingBox();
  if (chart === null) throw new Error('there is no chart');
  const asked = page.getByRole('dialog');
  for (let y = chart.y + 60; y < chart.y + chart.height - 30; y += 5) {
    await page.mouse.move(chart.x + chart.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(chart.x + chart.width / 2, y + 12, { steps: 3 });
    await page.mouse.up();
    if ((await asked.count()) > 0) return;
  }
  throw new Error('no line was taken hold of');
};

/** What is done before the picture: without a word of any language where it can be. */
const acts = {
  ticks: (page: Page) => page.locator('label:has(input[name="period"])').first().click(),
  ticket: fillTicket,
  confirm: askForOrder,
  targets: fillTargets,
  targetsConfirm: async (page: Page, device: Device, words: Words) => {
    await fillTargets(page, device, words);
    await page.locator('button[type="submit"]:visible').last().click();
    await page.getByRole('dialog').last().locator('fieldset').waitFor();
  },
  amend: ofOrder('orders:action.edit'),
  amendWaiting: ofWaiting,
  half: ofOrder('terminal:row.half'),
  margin: ofOrder('orders:action.margin'),
  reverse: ofOrder('sweep:reverse.action'),
  closeAll: async (page: Page, _: Device, words: Words) => {
    await page
      .getByRole('button', { name: new RegExp(words('sweep:closeAll.action')) })
      .first()
      .click();
    await page.getByRole('dialog').last().waitFor();
  },
  net: async (page: Page) => {
    await page.locator('button:has(bdi.underline)').first().click();
  },
  drag: dragged,
  templates: async (page: Page, _: Device, words: Words) => {
    await page.getByRole('button', { name: words('currency:chart.indicators'), exact: true }).click();
    await page.getByText(words('terminal:chart.templates.title'), { exact: true }).click();
    await page.getByRole('dialog').last().waitFor();
  },
  reminder: async (page: Page) => {
    await page.locator('main li:has(time) button[aria-haspopup], main li button[aria-haspopup]').first().click();
  },
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
  { path: '/cruuency', book: 'demo', act: 'targets' },
  { path: '/cruuency', book: 'demo', act: 'targetsConfirm' },
  { path: '/cruuency', book: 'demo', act: 'amend' },
  { path: '/cruuency', book: 'demo', act: 'amendWaiting' },
  { path: '/cruuency', book: 'demo', act: 'half' },
  { path: '/cruuency', book: 'demo', act: 'margin' },
  { path: '/cruuency', book: 'demo', act: 'reverse' },
  { path: '/cruuency', book: 'demo', act: 'closeAll' },
  { path: '/cruuency', book: 'demo', act: 'net' },
  { path: '/cruuency', book: 'demo', act: 'drag' },
  { path: '/cruuency', book: 'demo', act: 'templates' },
  { path: '/cruuency?code=AAPL#news', book: 'demo', act: 'reminder' },
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
    act: { type: 'string', multiple: true },
    visitor: { type: 'boolean', default: false },
  },
});

function wanted<T extends string>(all: readonly T[], asked: readonly string[] | undefined): readonly T[] {
  return asked === undefined ? all : all.filter((one) => asked.includes(one));
}

function screensToTake(): Screen[] {
  const asked = routes.filter(
    ({ path, act = '' }) =>
      (only.route === undefined || only.route.includes(path)) && (only.act === undefined || only.act.includes(act)),
  );
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
    if (act !== undefined) await acts[act](page, device, wordsOf(language === 'xx' ? 'en' : language));
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
  const { result } = (await market.json()) as { result: readonly { code: string; id: string; nowPrice: string }[] };
  const bitcoin = result.find(({ code }) => code === 'BTCUSDT');
  const bitcoinId = bitcoin?.id ?? '';
  bitcoinPrice = Number(bitcoin?.nowPrice ?? '0');
  if (people !== undefined) await withMuchStanding(app, people.customer, bitcoinPrice);
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
