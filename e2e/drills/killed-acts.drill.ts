import { rm } from 'node:fs/promises';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { freePort } from '@assay/server/platform/embedded-database.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Device } from '../browser.ts';
import { type OwnApp, type Person, auditOf, clientOf, registered, temporaryFolder, until } from '../harness.ts';
import { ownApp, sharedBrowser } from '../shared.ts';
import { type Stage, dialog, enter, field } from '../steps.ts';

// The server and its database die between a press and the answer, before the act and after it: once they are back the page
// shows by itself which of the two it was, and the act happened once or not at all.

const { index, login, order, user } = customerCalls;

/** What has not arrived within its deadline, which is 90 seconds at most, never will: only then is it certain. */
const knownMs = 120_000;

let app: OwnApp;
let browser: Browser;
let folder: string;
let ports: readonly number[];
/** The customer that a sandbox comes with: money on the real account. */
let sample: Person;

beforeAll(async () => {
  folder = await temporaryFolder();
  ports = [await freePort(), await freePort()];
  [app, browser] = await Promise.all([ownApp({ dataFolder: folder, ports }), sharedBrowser()]);
  // It may be ready before it has reported so.
  const [, userName = '', password = ''] = await until(
    'the name of the sample customer',
    async () => /sample customer +(\S+) \/ (\S+)/.exec(app.output()) ?? undefined,
  );
  const { token, email } = await clientOf(app)(login.login, { account: userName, password });
  sample = { userName, email, password, token, call: clientOf(app, token, 'real') };
});

afterAll(async () => {
  await browser.close();
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Act {
  readonly what: string;
  readonly path: string;
  readonly device: Device;
  readonly language: Language;
  readonly book: 'demo' | 'real';
  readonly who: () => Promise<Person>;
  /** Fills in and confirms. */
  readonly press: (stage: Stage) => Promise<void>;
  /** How many of them there are. */
  readonly count: (person: Person) => Promise<number>;
}

const instrument = '/cruuency?code=BTCUSDT';

/** A button that moves money names its account. */
const money = ({ words }: Stage, key: string, values: Record<string, string>, book: 'demo' | 'real' = 'demo') =>
  `${words(`common:account.${book}`)} · ${words(key, values)}`;

async function fromTicket(
  stage: Stage,
  { tab, size, amount, action, title }: { tab: string; size: string; amount: string; action: string; title: string },
): Promise<void> {
  const { page, words } = stage;
  await page.goto(instrument);
  if (stage.phone) await page.getByRole('button', { name: money(stage, 'currency:ticket.long', {}), exact: true }).click();
  await page.getByRole('tab', { name: words(`currency:ticket.${tab}`), exact: true }).click();
  const input = field(stage, size);
  await input.fill(amount);
  const form = page.locator('form').filter({ has: input });
  await form.getByRole('button', { name: action, exact: true }).click();
  const asked = dialog(stage, words(title));
  await asked.getByRole('button', { name: action, exact: true }).click();
}

const acts: readonly Act[] = [
  {
    what: 'coins bought on a desktop in German',
    path: '/order/submit',
    device: 'desktop',
    language: 'de',
    book: 'demo',
    who: () => registered(app),
    press: (stage) =>
      fromTicket(stage, {
        tab: 'spot',
        size: 'spot:size.label',
        amount: '0,01',
        action: money(stage, 'spot:action.buy', { base: 'BTC' }),
        title: 'currency:confirm.title',
      }),
    count: async ({ call }) => (await call(order.listBbOrder, {})).items.length,
  },
  {
    what: 'an option bought on a phone in Chinese',
    path: '/order/buyOptions',
    device: 'phone',
    language: 'zh',
    book: 'demo',
    who: () => registered(app),
    press: (stage) =>
      fromTicket(stage, {
        tab: 'option',
        size: 'options:stake.label',
        amount: '100',
        action: money(stage, 'options:buy.up', {}),
        title: 'options:confirm.title',
      }),
    count: async ({ call }) => (await call(order.listOptionsOrder, {})).items.length,
  },
  {
    what: 'a plan bought on a desktop in Arabic',
    path: '/order/buySmart',
    device: 'desktop',
    language: 'ar',
    book: 'real',
    who: async () => sample,
    press: async (stage) => {
      const { page, words } = stage;
      await page.goto('/trading');
      await field(stage, 'trading:amount').fill('1500');
      const name = words('trading:buy');
      await page.locator('form').getByRole('button', { name }).click();
      await dialog(stage, words('trading:confirm.title')).getByRole('button', { name }).click();
    },
    count: async ({ call }) => (await call(order.listSmartOrder, {})).items.length,
  },
  {
    what: 'a bid on a phone in English',
    path: '/user/buyNft',
    device: 'phone',
    language: 'en',
    book: 'real',
    who: async () => sample,
    press: async (stage) => {
      const { page, words } = stage;
      const pieces = await clientOf(app)(index.listNft, {});
      const piece = pieces.find(({ title }) => title === 'Currents, No. 7');
      await page.goto(`/nfts?id=${piece?.id}`);
      const name = words('nfts:bid.place');
      await page.getByRole('button', { name }).first().click();
      await dialog(stage, words('nfts:bid.confirmTitle')).getByRole('button', { name }).click();
    },
    count: async ({ call }) => (await call(user.listNft, {})).items.length,
  },
];

const moments = ['before it was carried out', 'after it was carried out'] as const;

test.each(acts.flatMap((act) => moments.map((moment) => [act.what, moment, act] as const)))(
  '%s when the server dies %s is told as it was, and stands once or not at all',
  async (_, moment, act) => {
    const { device, language, book, path } = act;
    const person = await act.who();
    const before = await act.count(person);
    const stage = await enter(browser, app, { person, device, language, book });
    const { page, words } = stage;
    const died = Promise.withResolvers<void>();
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      if (moment === 'after it was carried out') await route.fetch();
      await app.kill(true);
      await route.abort();
      died.resolve();
    });
    await act.press(stage);
    await died.promise;
    const card = page.getByRole('listitem').filter({ hasText: words('common:outbox.unknown') });
    await card.waitFor();
    await page.unroute(`**${path}`);
    app = await ownApp({ dataFolder: folder, ports });
    await card.waitFor({ state: 'detached', timeout: knownMs });
    const stands = (await act.count({ ...person, call: clientOf(app, person.token, book) })) - before;
    const never = page.getByText(words('common:outbox.never'));
    if (moment === 'after it was carried out') {
      expect(stands).toBe(1);
      expect(await never.count()).toBe(0);
    } else {
      await never.first().waitFor();
      expect(stands).toBe(0);
    }
    await until('nothing without an answer', async () => {
      const open = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('outbox.')));
      return open.length === 0 ? true : undefined;
    });
    expect(await auditOf(app)).toMatch(/^the books balance/m);
    await stage.context.close();
  },
);
