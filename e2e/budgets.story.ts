// What a visit costs, in counts that are the same on every machine and in every run; `tools/budgets.ts` says what it may.
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { FeedEvent, FeedQuote } from '@assay/contract/feed.ts';
import { customerPrefix, feedPath } from '@assay/contract/paths.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CountBudget, countBudgets, overspent } from '../tools/budgets.ts';
import { type App, registered, until } from './harness.ts';
import { aSecondOf, requestsOf, withoutIntervals } from './quiet-page.ts';
import { countRenders, drawnSince } from './render-counter.ts';
import { sharedApp, sharedBrowser } from './shared.ts';
import { dialog, enter, field, orderIn } from './steps.ts';

const [code, another] = ['BTCUSDT', 'ETHUSDT'];

let app: App;
let browser: Browser;

beforeAll(async () => {
  app = sharedApp();
  browser = await sharedBrowser();
});

afterAll(() => browser.close());

/** Fails in the budget's own words, and with what was counted. */
function expectWithin(budget: CountBudget, figure: number, counted: readonly (string | number)[] = []): void {
  const faults = overspent({ [budget]: figure }, { [budget]: countBudgets[budget] });
  expect(faults, [...faults, ...counted].join('\n')).toEqual([]);
}

/** The feed between server and page, from which the page can be made to hear one thing alone. To be called before it opens. */
async function feedOf(page: Page) {
  const quotes = new Map<string, FeedQuote>();
  let held = false;
  let send = (_: string): void => undefined;
  await page.routeWebSocket(`**${feedPath}`, (line) => {
    const server = line.connectToServer();
    send = (text) => line.send(text);
    server.onMessage((message) => {
      if (held) return;
      const heard = JSON.parse(String(message)) as unknown;
      if (Array.isArray(heard)) for (const quote of heard as FeedQuote[]) quotes.set(quote.code, quote);
      line.send(message);
    });
  });
  return {
    /** From here on the page receives only what `tell` sends. */
    hold: async (): Promise<void> => {
      await until('the first quotes', () => Promise.resolve(quotes.has(code) && quotes.has(another) ? true : undefined));
      held = true;
    },
    /** Sends one message with a quote of each of these, a little higher at each step; answers the price as the page writes it. */
    tell: (codes: readonly string[], step: number): string => {
      const last = quotes.get(code);
      if (last === undefined) throw new Error('the feed has not told its first quotes');
      const price = (Number(last.price) + step).toFixed(2);
      const time = new Date(Date.parse(last.time) + step).toISOString();
      send(JSON.stringify(codes.map((one) => ({ ...last, code: one, price, bid: price, ask: price, time }))));
      return Number(price).toLocaleString('en', { minimumFractionDigits: 2 });
    },
  };
}

/**
 * How many components a price draws until all is quiet, what follows from it included; the same at each of three. The first one
 * after silence also draws what had not moved yet.
 */
async function drawnFor(page: Page, tell: (step: number) => string): Promise<number> {
  const drawn: number[] = [];
  for (let step = 1; step <= 4; step += 1) {
    const price = tell(step);
    await page.getByText(price, { exact: true }).first().waitFor();
    await aSecondOf(page);
    drawn.push(await drawnSince(page));
  }
  const [, first, ...others] = drawn;
  expect(others, drawn.join(', ')).toEqual([first, first]);
  return first ?? 0;
}

/** A page on which the feed is held once its price of Bitcoin is shown. */
async function watched(path: string, options: { position: boolean }) {
  const person = await registered(app);
  if (options.position) {
    const order = { code, side: 'long', type: 'market', lots: '0.01', leverage: 10 } as const;
    await person.call(customerCalls.order.buyU, order, { idempotencyKey: person.userName });
  }
  const stage = await enter(browser, app, { person });
  await countRenders(stage.page);
  await withoutIntervals(stage.page);
  const requests = requestsOf(stage.page);
  const feed = await feedOf(stage.page);
  await stage.page.goto(path);
  if (options.position) await orderIn(stage, 'positions', code).waitFor();
  else await stage.page.getByRole('row').filter({ hasText: another }).first().waitFor();
  await feed.hold();
  await requests.silent();
  return { ...stage, ...feed };
}

/** The feed's private words between server and page: how far they have come, and a gate that keeps those of an order back. */
async function privateWords(page: Page) {
  const heard: string[] = [];
  const back: (() => void)[] = [];
  let open = true;
  await page.routeWebSocket(`**${feedPath}`, (line) => {
    const server = line.connectToServer();
    server.onMessage((message) => {
      const said = JSON.parse(String(message)) as { event?: FeedEvent['event'] };
      const pass = () => {
        line.send(message);
        if (said.event !== undefined) heard.push(said.event);
      };
      if (open || (said.event !== 'order' && said.event !== 'balance')) pass();
      else back.push(pass);
    });
  });
  const untilHeard = (event: FeedEvent['event']) =>
    until(`the feed to tell "${event}"`, () => Promise.resolve(heard.includes(event) ? true : undefined));
  return {
    untilHeard,
    keepBack: () => void (open = false),
    /** Lets through what was held back, once the server has sent all of it. */
    let: async (): Promise<void> => {
      await until('the server to tell of order and balance', () => Promise.resolve(back.length >= 2 ? true : undefined));
      open = true;
      for (const pass of back) pass();
    },
  };
}

/** The page's requests from the press on until all is quiet; the feed sends the event at once, or when that is over. */
async function askedForOrder(feed: 'in time' | 'late'): Promise<readonly string[]> {
  const stage = await enter(browser, app, { person: await registered(app) });
  const { page, words } = stage;
  await withoutIntervals(page);
  const requests = requestsOf(page);
  const line = await privateWords(page);
  await page.goto(`/cruuency?code=${code}`);
  await line.untilHeard('authenticated');
  const name = `${words('common:account.demo')} · ${words('currency:ticket.long')}`;
  await field(stage, 'currency:ticket.size').fill('0.01');
  const form = page.locator('form').filter({ has: field(stage, 'currency:ticket.size') });
  await form.getByRole('button', { name, exact: true }).click();
  const confirming = dialog(stage, words('currency:confirm.title')).getByRole('button', { name, exact: true });
  await confirming.waitFor();
  await requests.silent();

  const before = requests.asked.length;
  if (feed === 'late') line.keepBack();
  await confirming.click();
  await orderIn(stage, 'positions', code).waitFor();
  if (feed === 'late') {
    await requests.silent();
    await line.let();
  }
  await line.untilHeard('balance');
  await requests.silent();
  await stage.context.close();
  return requests.asked.slice(before).filter((path) => path.startsWith(customerPrefix));
}

describe('an order', () => {
  test('asks the server no more than its budget, until all is quiet', async () => {
    const asked = await askedForOrder('in time');
    expect(asked[0]).toBe(`${customerPrefix}/order/buyU`);
    expectWithin('requests after an order', asked.length, asked);
  });

  test('asks for nothing more when the feed tells of it long after its answer', async () => {
    const asked = await askedForOrder('late');
    expectWithin('requests after an order', asked.length, asked);
  });
});

describe('a quote', () => {
  test('draws no more components than its budget on the page of its instrument, with a position open', async () => {
    const { page, tell, context } = await watched(`/cruuency?code=${code}`, { position: true });
    const drawn = await drawnFor(page, (step) => tell([code], step));
    expectWithin('components for a quote on the page of its instrument', drawn);
    await context.close();
  });

  test('draws its row alone in the list of the market, twice as much for two, and nothing where nobody shows it', async () => {
    const { page, tell, context } = await watched('/market', { position: false });
    const drawn = await drawnFor(page, (step) => tell([code], step));
    expectWithin('components for a quote in the list of the market', drawn);
    expect(await drawnFor(page, (step) => tell([code, another], step + 10))).toBe(2 * drawn);
    const withStranger = (step: number): string => {
      tell(['NOBODYS'], step);
      return tell([code], step);
    };
    expect(await drawnFor(page, (step) => withStranger(step + 20))).toBe(drawn);
    await context.close();
  });

  test('draws no more components than its budget on home', async () => {
    const { page, tell, context } = await watched('/', { position: false });
    const drawn = await drawnFor(page, (step) => tell([code], step));
    expectWithin('components for a quote on home', drawn);
    await context.close();
  });
});

declare global {
  interface Window {
    /** Bytes that had come when the first live price stood on the page, of the site and of the market; null until then. */
    bytesToPrice: { readonly site: number; readonly market: number } | null;
    /** Bytes of the site that had come when its code had taken the page over; null until then. */
    bytesToLife: number | null;
  }
}

/**
 * Finds the moment at which a price is in the list, the feed has sent its first and the fonts are there, and for that at which
 * these words, which only its code has, are on the page; what had come by then is counted as it travels, without headers.
 * Pictures come or not by chance, and later messages of the feed by the time that passes: both are left out.
 */
function watchFirstPrice(words: string): void {
  window.bytesToPrice = null;
  window.bytesToLife = null;
  let feed = 0;
  const arrived = (ofMarket: boolean): number =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter((entry) => entry instanceof PerformanceResourceTiming && !['img', 'other'].includes(entry.initiatorType))
      .filter(({ name }) => /\/index\/(?:listMarket\w+|catalogue|quotes)/.test(name) === ofMarket)
      .reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0), 0);
  const look = (): void => {
    if (document.readyState !== 'loading' && document.body.innerText.includes(words)) {
      observer.disconnect();
      window.bytesToLife = arrived(false);
    }
    const priced = [...document.querySelectorAll('main td bdi')].some(({ textContent }) =>
      /^[\d,]+\.\d+$/.test(textContent ?? ''),
    );
    if (feed === 0 || !priced) return;
    void document.fonts.ready.then(() => (window.bytesToPrice ??= { site: arrived(false), market: arrived(true) + feed }));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  window.WebSocket = class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      const heard = ({ data }: MessageEvent<unknown>): void => {
        feed = typeof data === 'string' ? data.length : 0;
        look();
      };
      this.addEventListener('message', heard, { once: true });
    }
  };
}

describe('home on a phone', () => {
  test('shows its first live price before its code has come, and lives after no more kilobytes than its budget', async () => {
    const { page, words, context } = await enter(browser, app, { device: 'phone' });
    await page.addInitScript(watchFirstPrice, words('common:frame.sandbox'));
    const { promise: told, resolve: tell } = Promise.withResolvers<void>();
    await page.route('**/assets/*.{js,css}', async (route) => {
      await told;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    const { site, market } = await until('the first live price', () => page.evaluate(() => window.bytesToPrice ?? undefined));
    tell();
    const whole = await until('the page to live', () => page.evaluate(() => window.bytesToLife ?? undefined));
    expectWithin('kB of the site to the first price on home', site / 1000);
    expectWithin('kB of the market to the first price on home', market / 1000);
    expectWithin('kB of the site until home lives', whole / 1000);
    await context.close();
  });
});
