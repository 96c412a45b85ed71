// `npm run screens`: every route on desktop and phone, in four languages and both themes. Writes the pictures to
// e2e/screens/ and fails on errors, on what axe finds, on sideways scrolling and on keys in place of words.
// Filters: --route /market --device phone --language ar --theme light --visitor
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { type Device, type Theme, launchBrowser, textFaults, visit } from './browser.ts';
import { type App, type Person, registered, startApp } from './harness.ts';

const folder = join(import.meta.dirname, 'screens');
const workers = 3;
const settleMsMax = 15_000;

const routes = [
  '/',
  '/market',
  '/trading',
  '/loan',
  '/nfts',
  '/nfts?id=n2',
  '/profile',
  '/cruuency',
  '/profile/balance',
  '/profile/balance?deposit=USDT',
  '/profile/balance?withdraw=USDT',
  '/profile/balance?records=deposits',
  '/profile/invite',
  '/profile/notification',
  '/help',
  '/help/faq',
  '/help/notice',
  '/pass/register',
  '/pass/login',
  '/pass/reset',
  '/detail?id=guide-contracts',
  '/detail?id=licence-supervision',
  '/introduction',
  '/api/loginCallback/google',
  '/service.html?language=en',
] as const;
/** What measures itself by the window: a picture of the whole page would show it in a window that nobody has. */
const fitsWindow: ReadonlySet<string> = new Set(['/market', '/cruuency', '/service.html?language=en']);
const devices: readonly Device[] = ['desktop', 'phone'];
const languages: readonly Language[] = ['zh', 'en', 'de', 'ar'];
const themes: readonly Theme[] = ['dark', 'light'];

interface Screen {
  readonly route: string;
  readonly device: Device;
  readonly language: Language;
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
  return wanted(routes, only.route).flatMap((route) =>
    wanted(devices, only.device).flatMap((device) =>
      wanted(languages, only.language).flatMap((language) =>
        wanted(themes, only.theme).map((theme): Screen => ({ route, device, language, theme })),
      ),
    ),
  );
}

/** Somebody with something to show: an open position, a waiting order, a closed one. */
async function trader(app: App): Promise<Person> {
  const person = await registered(app);
  const { order, index } = customerCalls;
  const items = await person.call(index.listMarketAll, { type: 2 });
  const bitcoin = items.find(({ code }) => code === 'BTCUSDT');
  if (bitcoin === undefined) throw new Error('the market has no BTCUSDT');
  const half = String(Math.floor(Number(bitcoin.nowPrice) / 2));
  const common = { code: bitcoin.code, side: 'long', leverage: 10, lots: '1' } as const;
  const first = await person.call(order.buyU, { ...common, type: 'market' }, { idempotencyKey: 'first' });
  await person.call(order.stopU, { id: first.id }, { idempotencyKey: 'closed' });
  await person.call(order.buyU, { ...common, type: 'market' }, { idempotencyKey: 'second' });
  await person.call(order.buyU, { ...common, type: 'limit', price: half }, { idempotencyKey: 'third' });
  return person;
}

/** Where a route needs to be told what to show. */
function addressOf(route: string, bitcoinId: string): string {
  if (route === '/cruuency') return `/cruuency?code=BTCUSDT&type=2&id=${bitcoinId}`;
  if (route === '/detail') return '/detail?id=1&title=Terms';
  return route;
}

async function faultsOf(page: Page): Promise<string[]> {
  await page.locator('main').waitFor();
  // The live feed never rests, so "no requests" is never reached; what a person waits for is the end of the skeletons.
  await page.locator('.shimmer').first().waitFor({ state: 'detached', timeout: settleMsMax });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
  const axe = violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  return [...(await textFaults(page)), ...axe];
}

async function take(
  browser: Browser,
  app: App,
  screen: Screen,
  person: Person | undefined,
  bitcoinId: string,
): Promise<string[]> {
  const { route, device, language, theme } = screen;
  const signedIn = person !== undefined && !route.startsWith('/pass/');
  // Money only comes in and goes out on the real account; elsewhere there is more to see on the demo account.
  const book = route.includes('?') ? 'real' : 'demo';
  const { page, context, faults } = await visit(browser, app, {
    device,
    language,
    theme,
    book,
    ...(signedIn ? { person } : {}),
  });
  const name = `${route === '/' ? 'home' : route.slice(1).replaceAll(/[/?=]/g, '-')}.${device}.${language}.${theme}`;
  try {
    await page.goto(addressOf(route, bitcoinId));
    const seen = await faultsOf(page);
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: device === 'phone' && !fitsWindow.has(route) });
    return [...faults, ...seen].map((fault) => `${name}: ${fault}`);
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
  const person = only.visitor ? undefined : await trader(app);
  const market = await fetch(`${app.origin}/swx/customer/index/listMarketAll?type=2`);
  const { result } = (await market.json()) as { result: readonly { code: string; id: string }[] };
  const bitcoinId = result.find(({ code }) => code === 'BTCUSDT')?.id ?? '';
  const worker = async (): Promise<void> => {
    for (let screen = waiting.shift(); screen !== undefined; screen = waiting.shift()) {
      const found = await take(browser, app, screen, person, bitcoinId);
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
