// `npm run screens`: every route on desktop and phone, in four languages and both themes. Writes the pictures to e2e/screens/
// and fails on errors, on what axe finds, on sideways scrolling, on keys in place of words, on texts that are cut off and on
// sentences in another language. Filters: --route /market --act margin --device phone --language ar --theme light --visitor;
// when asked, a window of 1920 by 1080: --device wide, every other language, and the pseudo-language, which is longer than all:
// --language xx
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Language, languages as spoken } from '@assay/contract/vocabulary/languages.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Browser, Page } from 'playwright-core';
import { pseudo } from '../tools/words/pseudo.ts';
import { axeFaults } from './axe.ts';
import { type Device, type Theme, launchBrowser, textFaults, visit } from './browser.ts';
import { type App, type Person, startApp } from './harness.ts';
import { speakPseudo } from './pseudo.ts';
import { type Viewer, shareFirst, viewers, withMuchStanding } from './screen-people.ts';
import { acts } from './seen/acts.ts';
import { cutTexts, foreignTexts } from './seen/sight.ts';
import { wordsOf } from './words.ts';

const folder = join(import.meta.dirname, 'screens');
const workers = 3;
const settleMsMax = 15_000;
/** As it is when the people begin to look. */
let bitcoinPrice = 0;
/** Of a receipt that the customer shows to others. */
let sharedCode = '';

/** Where a route looks different to other users than to the customer who has done everything, they view it too. */
const routes: readonly {
  readonly path: string;
  readonly who?: Viewer | 'visitor';
  readonly book?: Book;
  readonly act?: keyof typeof acts;
  /** Where there is such a thing; everywhere unless said otherwise. */
  readonly on?: readonly Device[];
}[] = [
  { path: '/' },
  { path: '/', book: 'demo', who: 'newcomer' },
  { path: '/', who: 'visitor' },
  { path: '/', book: 'demo', act: 'palette' },
  { path: '/', book: 'demo', act: 'account', on: ['desktop', 'wide'] },
  { path: '/', book: 'demo', act: 'deposit' },
  { path: '/market' },
  { path: '/market?view=map' },
  { path: '/market?tab=watchlist' },
  { path: '/market?tab=plan' },
  { path: '/trading' },
  { path: '/trading', act: 'ask', on: ['desktop', 'wide'] },
  { path: '/loan' },
  { path: '/loan', who: 'newcomer' },
  { path: '/loan', who: 'pending' },
  { path: '/nfts' },
  { path: '/nfts?show=mine', book: 'real' },
  { path: '/nfts?show=sold', book: 'real' },
  { path: '/nfts?id=n1', book: 'real' },
  { path: '/nfts?id=n2' },
  { path: '/nfts?id=n1', book: 'real', act: 'ask' },
  { path: '/profile', book: 'demo' },
  { path: '/profile?section=orders', book: 'demo' },
  { path: '/profile?section=statement' },
  { path: '/profile?section=identity' },
  { path: '/profile?section=identity', who: 'newcomer' },
  { path: '/profile?section=identity', who: 'pending' },
  { path: '/profile?section=identity', who: 'failed' },
  { path: '/profile?section=security' },
  { path: '/profile?section=security', act: 'enrol' },
  { path: '/profile?section=security', act: 'newKey' },
  { path: '/profile?section=security', act: 'mail' },
  { path: '/profile?section=settings' },
  { path: '/profile?section=settings', who: 'newcomer', act: 'leave' },
  { path: '/cruuency', book: 'demo' },
  { path: '/cruuency#about', book: 'demo' },
  { path: '/cruuency?code=AAPL#about', book: 'demo' },
  { path: '/cruuency?code=GC#about', book: 'demo' },
  { path: '/cruuency?code=AAPL#news', book: 'demo' },
  { path: '/cruuency', book: 'demo', act: 'ticks' },
  { path: '/cruuency', book: 'demo', act: 'ticket' },
  { path: '/cruuency', book: 'demo', act: 'option' },
  { path: '/cruuency', book: 'demo', act: 'optionConfirm' },
  { path: '/cruuency', book: 'demo', act: 'spot' },
  { path: '/cruuency', book: 'demo', act: 'spotConfirm' },
  { path: '/cruuency', book: 'demo', act: 'confirm' },
  { path: '/cruuency', book: 'demo', act: 'targets' },
  { path: '/cruuency', book: 'demo', act: 'targetsConfirm' },
  { path: '/cruuency', book: 'demo', act: 'amend' },
  { path: '/cruuency', book: 'demo', act: 'amendWaiting' },
  { path: '/cruuency', book: 'demo', act: 'waiting' },
  { path: '/cruuency', book: 'demo', act: 'history' },
  { path: '/cruuency', book: 'demo', act: 'receipt' },
  { path: '/cruuency', book: 'demo', act: 'share' },
  { path: '/cruuency', book: 'demo', act: 'alert' },
  { path: '/cruuency', book: 'demo', act: 'switcher', on: ['phone'] },
  { path: '/cruuency', book: 'demo', act: 'more', on: ['phone'] },
  { path: '/cruuency', book: 'demo', act: 'close' },
  { path: '/cruuency', book: 'demo', act: 'half' },
  { path: '/cruuency', book: 'demo', act: 'margin' },
  { path: '/cruuency', book: 'demo', act: 'reverse' },
  { path: '/cruuency', book: 'demo', act: 'closeAll' },
  { path: '/cruuency', book: 'demo', act: 'stopEntry' },
  { path: '/cruuency', book: 'demo', act: 'stopEntryConfirm' },
  { path: '/cruuency', book: 'demo', act: 'spotPair' },
  { path: '/cruuency', book: 'demo', act: 'spotPairConfirm' },
  { path: '/cruuency', book: 'demo', act: 'spotAmend' },
  { path: '/cruuency', book: 'demo', act: 'spotCancelAll' },
  { path: '/cruuency', book: 'demo', act: 'spotProtect' },
  { path: '/cruuency', book: 'demo', act: 'net' },
  { path: '/cruuency', book: 'demo', act: 'drag' },
  { path: '/cruuency', book: 'demo', act: 'templates' },
  { path: '/cruuency?code=AAPL#news', book: 'demo', act: 'reminder' },
  { path: '/profile/balance' },
  { path: '/profile/balance?deposit=USDT' },
  { path: '/profile/balance?deposit=LTC', act: 'coins' },
  { path: '/profile/balance?withdraw=USDT' },
  { path: '/profile/balance?withdraw=USDT', act: 'method' },
  { path: '/profile/balance?withdraw=USDT', who: 'newcomer' },
  { path: '/profile/balance?withdraw=USDT', who: 'newcomer', act: 'firstMethod' },
  { path: '/profile/balance?records=deposits' },
  { path: '/profile/balance?records=withdrawals' },
  { path: '/profile/balance?records=deposits', who: 'newcomer' },
  { path: '/profile/invite' },
  { path: '/profile/notification' },
  { path: '/help' },
  { path: '/help/faq' },
  { path: '/help/notice' },
  { path: '/pass/register' },
  { path: '/pass/register', act: 'code' },
  { path: '/pass/register', act: 'names' },
  { path: '/pass/register', act: 'welcome' },
  { path: '/pass/register', act: 'coach' },
  { path: '/pass/login' },
  { path: '/pass/reset' },
  { path: '/detail?id=guide-contracts' },
  { path: '/detail?id=licence-supervision' },
  { path: '/detail?id=lecturers-hall' },
  { path: '/introduction' },
  { path: '/check/shared', who: 'visitor' },
  { path: '/check/none', who: 'visitor' },
  { path: '/service.html' },
  { path: '/api/loginCallback/google' },
];
/** What measures itself by the window: a picture of the whole page would show it in an unrealistic window. */
const fitsWindow: ReadonlySet<string> = new Set([
  '/market',
  '/market?view=map',
  '/market?tab=watchlist',
  '/cruuency',
  '/service.html?language=en',
]);
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
  readonly themes: readonly Theme[];
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
  return asked.flatMap(({ path: route, who = 'customer', book = 'real', act, on = devices }) =>
    wanted(on, only.device ?? usual).flatMap((device) =>
      wanted(tongues, only.language ?? usualTongues).map((language): Screen => ({
        route,
        who,
        book,
        act,
        device,
        language,
        themes: wanted(themes, only.theme),
      })),
    ),
  );
}

/** Where a route needs parameters. */
function addressOf(route: string, bitcoinId: string): string {
  const [path, place = ''] = route.split('#');
  if (path === '/check/shared') return `/check/${sharedCode}`;
  if (path === '/cruuency') return `/cruuency?code=BTCUSDT&type=2&id=${bitcoinId}${place && `#${place}`}`;
  return route;
}

/** As a switch of theme in the product does it; only what offers that switch still shows the other one. */
async function inTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.dataset['theme'] = name;
    // A chart reads its colours again at the next frame.
    for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
  }, theme);
}

async function faultsOf(page: Page, language: Tongue): Promise<string[]> {
  await page.locator('main').waitFor();
  // The live feed never rests, so "no requests" is never reached; what a person waits for is the end of the skeletons.
  await page.locator('.shimmer').first().waitFor({ state: 'detached', timeout: settleMsMax });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const seen = [...(await textFaults(page)), ...(await cutTexts(page)), ...(await foreignTexts(page, language))];
  return [...seen, ...(await axeFaults(page))];
}

async function take(
  browser: Browser,
  app: App,
  screen: Screen,
  people: Readonly<Record<Viewer, Person>> | undefined,
  bitcoinId: string,
): Promise<string[]> {
  const { route, who, book, act, device, language } = screen;
  const [theme = 'dark', ...otherThemes] = screen.themes;
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
  const name = `${place}${who === 'customer' ? '' : `.${who}`}.${device}.${language}`;
  const picture = (of: string) =>
    page.screenshot({ path: join(folder, `${name}.${of}.png`), fullPage: device === 'phone' && !fitsWindow.has(route) });
  try {
    if (language === 'xx') await speakPseudo(page);
    await page.goto(addressOf(route, bitcoinId));
    if (act !== undefined) {
      const words = language === 'xx' ? wordsOf('en', pseudo) : wordsOf(language);
      await acts[act]({ page, device, app, bitcoinPrice, words });
    }
    const seen = (await faultsOf(page, language)).map((fault) => `${theme}: ${fault}`);
    await picture(theme);
    for (const other of otherThemes) {
      await inTheme(page, other);
      // The only rule that a theme can break.
      seen.push(...(await axeFaults(page, ['color-contrast'])).map((fault) => `${other}: ${fault}`));
      await picture(other);
    }
    // The first page arrives drawn in English, which these words are not; hidden text is not found.
    const expected = [
      ...(language === 'xx' ? [/React error #418/] : []),
      ...(route === '/check/none' ? [/status of 404/] : []),
    ];
    return [...faults.filter((fault) => !expected.some((one) => one.test(fault))), ...seen].map((fault) => `${name}: ${fault}`);
  } catch (error) {
    // What stood there when it went wrong.
    await page.screenshot({ path: join(folder, `${name}.failed.png`) }).catch(() => undefined);
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
const total = waiting.reduce((sum, { themes: each }) => sum + each.length, 0);
const faults: string[] = [];
try {
  const people = only.visitor ? undefined : await viewers(app, browser);
  const market = await fetch(`${app.origin}/swx/customer/index/listMarketAll?type=2`);
  const { result } = (await market.json()) as { result: readonly { code: string; id: string; nowPrice: string }[] };
  const bitcoin = result.find(({ code }) => code === 'BTCUSDT');
  const bitcoinId = bitcoin?.id ?? '';
  bitcoinPrice = Number(bitcoin?.nowPrice ?? '0');
  if (people !== undefined) {
    await withMuchStanding(app, people.customer, bitcoinPrice);
    sharedCode = await shareFirst(people.customer);
  }
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
