import { setTimeout as sleep } from 'node:timers/promises';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Random, type Weighted, pickWeighted, randomFrom } from '@assay/server/test/simulation/random.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type App, type OwnApp, type Person, auditOf, clientOf, registered, until } from '../harness.ts';
import { type Proxy, proxyTo } from '../proxy.ts';
import { ownApp, sharedBrowser } from '../shared.ts';
import { type Stage, dialog, enter, field } from '../steps.ts';

// Somebody new trades on a line that is cut, refused and mended at bad moments: every order that there is afterwards was pressed, on
// that account, once. Each press has a size of its own, so an order says which press it came from.

const minutes = Number(process.env['TRIAL_MINUTES'] ?? 5);
if (!(minutes > 0)) throw new Error('TRIAL_MINUTES is a number above 0');
const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);

const code = 'BTCUSDT';
const instrument = `/cruuency?code=${code}`;
/** What cannot be done just now, with the line cut, is not waited for. */
const patienceMs = 3_000;
/** Whatever hangs is known so long after the last press: its deadline, and the longest pause between two questions. */
const knownMs = 120_000;
/** The walk, and for each device what is then looked at. */
const endsMs = minutes * 60_000 + 10 * knownMs;

interface Trial extends Stage {
  page: Page;
  readonly person: Person;
  readonly random: Random;
  readonly proxy: Proxy;
  /** Sizes that were confirmed, by account. */
  readonly pressed: Record<Book, Set<string>>;
  /** What has left the page: the size, and the account it names. */
  readonly left: { lots: string; book: Book }[];
  presses: number;
}

const books = ['demo', 'real'] as const;
const nameOf = ({ words }: Trial, book: Book) => words(`common:account.${book}`);
const shown = async ({ page }: Trial): Promise<Book> =>
  (await page.evaluate(() => localStorage.getItem('virtualStatus'))) === '0' ? 'real' : 'demo';

/** Writes down every order that leaves the page. */
function watch({ left }: Pick<Trial, 'left'>, page: Page): void {
  page.setDefaultTimeout(patienceMs);
  page.on('request', (request) => {
    if (!request.url().endsWith('/order/buyU')) return;
    const { virtually } = request.headers();
    const { lots } = request.postDataJSON() as { lots: string };
    left.push({ lots, book: virtually === 'NO' ? 'demo' : 'real' });
  });
}

/** The line fails in one of its ways for a while, beginning now or in a moment. */
function fail({ random, proxy }: Trial): void {
  const how = random.pick(['cut', 'refuse', 'deafen'] as const);
  const inMs = random.pick([0, 0, 5, 20, 60, 150, 400]);
  const forMs = random.integer(200, 6_000);
  setTimeout(() => proxy[how](), inMs);
  setTimeout(() => proxy.mend(), inMs + forMs);
}

async function order(trial: Trial): Promise<void> {
  const { page, random, words, pressed, phone } = trial;
  if (!page.url().includes('/cruuency')) await page.goto(instrument);
  await page.keyboard.press('Escape');
  const book = await shown(trial);
  const name = `${nameOf(trial, book)} · ${words('currency:ticket.long')}`;
  if (phone) await page.getByRole('button', { name, exact: true }).first().click();
  trial.presses += 1;
  const lots = (trial.presses / 100).toFixed(2);
  await field(trial, 'currency:ticket.size').fill(lots);
  // Meant on this account from here on, whatever becomes of the taps.
  pressed[book].add((trial.presses / 100).toString());
  const form = page.locator('form').filter({ has: field(trial, 'currency:ticket.size') });
  await form.getByRole('button', { name, exact: true }).click();
  const asked = dialog(trial, words('currency:confirm.title'));
  const confirm = asked.getByRole('button', { name, exact: true });
  await confirm.waitFor();
  if (random.chance(0.6)) fail(trial);
  await (random.chance(0.3) ? confirm.dblclick() : confirm.click());
  await sleep(random.pick([0, 0, 30, 300, 1_500]));
}

/** Something that somebody does who sees no answer, or does not look. */
const steps: readonly Weighted<(trial: Trial) => Promise<unknown>>[] = [
  [6, 'order', order],
  [1, 'fail', async (trial) => fail(trial)],
  [2, 'reload', ({ page }) => page.reload({ waitUntil: 'commit' })],
  [1, 'escape', ({ page }) => page.keyboard.press('Escape')],
  // In a ticket it would ask for another order of the same size.
  [1, 'enter', ({ page }) => page.getByRole('dialog').press('Enter')],
  [
    1,
    'cancel',
    ({ page, words }) =>
      page
        .getByRole('button', { name: words('common:action.cancel') })
        .first()
        .click(),
  ],
  [
    2,
    'wander',
    ({ page, random }) => page.goto(random.pick(['/market', '/', '/profile', instrument]), { waitUntil: 'commit' }),
  ],
  [
    2,
    'switch',
    async (trial) => {
      const { page, random, phone, words } = trial;
      if (phone) await page.goto('/profile');
      const group = page.getByRole('radiogroup', { name: words('common:account.label') }).first();
      await group.getByText(nameOf(trial, random.pick(books)), { exact: true }).click();
    },
  ],
  [
    1,
    'tab',
    async (trial) => {
      const next = await trial.context.newPage();
      watch(trial, next);
      await next.goto(instrument, { waitUntil: 'commit' });
      const before = trial.page;
      trial.page = next;
      await before.close();
    },
  ],
  [
    2,
    'close',
    async (trial) => {
      const { page, words } = trial;
      const book = nameOf(trial, await shown(trial));
      await page
        .getByRole('button', { name: `${book} · ${words('orders:action.close')}`, exact: true })
        .first()
        .click();
      const asked = dialog(trial, words('orders:close.title'));
      if (trial.random.chance(0.5)) fail(trial);
      await asked.getByRole('button', { name: `${book} · ${words('orders:close.anyPrice')}`, exact: true }).click();
    },
  ],
];

async function walk(app: App, proxy: Proxy, device: 'desktop' | 'phone', random: Random, untilMs: number): Promise<Trial> {
  const person = await registered(app);
  const stage = await enter(await sharedBrowser(), { ...app, origin: new URL(proxy.url).origin }, { person, device });
  const pressed = { demo: new Set<string>(), real: new Set<string>() };
  const walked: Trial = { ...stage, person, random, proxy, pressed, left: [], presses: 0 };
  watch(walked, walked.page);
  await walked.page.goto(instrument);
  while (Date.now() < untilMs) {
    const [, , step] = pickWeighted(random, steps);
    // A step that the cut line, or what stands on the page, does not allow is one that was not taken.
    await step(walked).catch(() => undefined);
  }
  proxy.mend();
  return walked;
}

/** The sizes of all orders that there are of an account, whatever became of them. */
async function ordersOf(app: App, { token }: Person, book: Book): Promise<string[]> {
  const call = clientOf(app, token, book);
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await call(customerCalls.order.listUOrder, { limit: 100, ...(cursor && { cursor }) });
    found.push(...items.map(({ handCount }) => Number(handCount).toString()));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

test(
  `${minutes} minutes of somebody new, on desktop and phone, on a line that fails: every order was meant, and none is twice (seed ${seed})`,
  { timeout: endsMs },
  async ({ task }) => {
    const app: OwnApp = await ownApp({ movable: false });
    const random = randomFrom(seed);
    let presses = 0;
    let made = 0;
    try {
      for (const device of ['desktop', 'phone'] as const) {
        const proxy = await proxyTo(app.origin);
        const walked = await walk(app, proxy, device, random, Date.now() + minutes * 30_000);
        const { page, person, pressed, left, context } = walked;
        await page.goto('/market', { timeout: 30_000 });
        // What is not known yet is asked for until it is.
        await until(
          'nothing without an answer',
          async () => {
            const open = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('outbox.')));
            return open.length === 0 ? true : undefined;
          },
          knownMs,
        );
        for (const book of books) {
          const orders = await ordersOf(app, person, book);
          expect(
            orders.filter((lots) => !pressed[book].has(lots)),
            `${device}: nobody meant these on ${book}`,
          ).toEqual([]);
          expect(orders.length, `${device}: twice on ${book}`).toBe(new Set(orders).size);
          for (const { lots } of left.filter((sent) => sent.book === book))
            expect([...pressed[book]]).toContain(Number(lots).toString());
          made += orders.length;
        }
        presses += pressed.demo.size + pressed.real.size;
        await context.close();
        await proxy.close();
      }
      // A trial in which nothing was pressed, or nothing came through, has tried nothing.
      expect(Math.min(presses, made)).toBeGreaterThan(0);
      expect(await auditOf(app)).toMatch(/^the books balance/m);
    } finally {
      await app.stop();
    }
    Object.assign(task.meta, { figures: `${presses} presses, ${made} orders, seed ${seed}` });
  },
);
