import type { Client } from '@assay/contract/client.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Random, type Weighted, pickWeighted, randomFrom } from '@assay/server/test/simulation/random.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deposited } from '../funds-steps.ts';
import { type App, type OwnApp, type Person, auditOf, clientOf, hangsAfterMs, registered } from '../harness.ts';
import { operator } from '../operators.ts';
import { type Proxy, proxyTo } from '../proxy.ts';
import { ownApp, sharedBrowser } from '../shared.ts';
import { type Stage, dialog, enter, field } from '../steps.ts';

// A new customer trades on a connection that is cut, refused and restored at bad moments: every order that there is afterwards
// was pressed, on that account, once. Each press has a size of its own, so an order says which press it came from.

const minutes = Number(process.env['TRIAL_MINUTES'] ?? 5);
if (!(minutes > 0)) throw new Error('TRIAL_MINUTES is a number above 0');
const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);

const code = 'BTCUSDT';
const instrument = `/cruuency?code=${code}`;
/** What cannot be done just now, with the line cut, is not waited for. */
const patienceMs = 3_000;
/** An act is a few taps, each of which is given up after the patience: one that takes longer than all of them hangs. */
const actMs = 20 * patienceMs;
/** Whatever hangs is known so long after the last press: its deadline, and the longest pause between two questions. */
const knownMs = 120_000;
/** The walk, and for each device what is then looked at. */
const endsMs = minutes * 60_000 + 10 * knownMs;

interface Sized {
  readonly lots: string;
  readonly book: Book;
}

/** The line to the product, what is yet to happen to it, and how often it has failed. */
interface Line {
  readonly proxy: Proxy;
  readonly due: Set<NodeJS.Timeout>;
  failures: number;
}

interface Trial extends Stage {
  page: Page;
  readonly person: Person;
  readonly random: Random;
  readonly line: Line;
  /** What is being done just now. */
  doing: string;
  /** Acts that came to their end, and those that the line or the page did not allow, by their name. */
  readonly taken: Map<string, number>;
  readonly missed: Map<string, number>;
  /** Sizes that were confirmed, by account. */
  readonly pressed: Record<Book, Set<string>>;
  /** What has left the page: the size, and the account it names. */
  readonly left: Sized[];
  sizes: number;
}

const books = ['demo', 'real'] as const;
const nameOf = ({ words }: Trial, book: Book) => words(`common:account.${book}`);

/** Which account the page shows. Unlike a plain evaluation it has an end where the page hangs between two documents. */
const shown = async ({ page }: Trial): Promise<Book> => {
  const found = await page.waitForFunction(() => (localStorage.getItem('virtualStatus') === '0' ? 'real' : 'demo'));
  return found.jsonValue();
};

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
function fail({ random, line }: Trial): void {
  const { proxy, due } = line;
  const later = (ms: number, act: () => void): void => {
    const timer = setTimeout(() => {
      due.delete(timer);
      act();
    }, ms);
    due.add(timer);
  };
  const how = random.pick(['cut', 'refuse', 'deafen'] as const);
  const inMs = random.pick([0, 0, 5, 20, 60, 150, 400]);
  const forMs = random.integer(200, 6_000);
  const isNoticed = random.chance(0.5);
  line.failures += 1;
  later(inMs, () => proxy[how]());
  later(inMs + forMs, () => {
    proxy.mend();
    if (isNoticed) proxy.endCutOff();
  });
}

/** From here on the line is whole. */
function mend({ line: { proxy, due } }: Trial): void {
  for (const timer of due) clearTimeout(timer);
  proxy.mend();
  proxy.endCutOff();
}

async function order(trial: Trial): Promise<void> {
  const { page, random, words, phone, pressed } = trial;
  trial.doing = 'order: opens the instrument';
  if (!page.url().includes('/cruuency')) await page.goto(instrument);
  await page.locator('body').press('Escape');
  const question = dialog(trial, words('currency:confirm.title'));
  await question.waitFor({ state: 'detached' });
  const book = await shown(trial);
  const name = `${nameOf(trial, book)} · ${words('currency:ticket.long')}`;
  trial.sizes += 1;
  const lots = (trial.sizes / 100).toString();
  trial.doing = `order: asks for ${lots} on ${book}`;
  if (phone) await page.getByRole('button', { name, exact: true }).first().click();
  await field(trial, 'currency:ticket.size').fill(lots);
  const form = page.locator('form').filter({ has: field(trial, 'currency:ticket.size') });
  await form.getByRole('button', { name, exact: true }).click();
  const confirm = question.getByRole('button', { name, exact: true });
  await confirm.waitFor();
  trial.doing = `order: confirms ${lots} on ${book}`;
  if (random.chance(0.6)) fail(trial);
  // Meant from here on, whatever becomes of the tap.
  pressed[book].add(lots);
  await random.pick([() => confirm.click(), () => confirm.click(), () => confirm.dblclick(), () => confirm.press('Enter')])();
}

/** An act of a user who sees no answer, or ignores it. */
const steps: readonly Weighted<(trial: Trial) => Promise<unknown>>[] = [
  [6, 'order', order],
  [1, 'fail', async (trial) => fail(trial)],
  [2, 'reload', ({ page }) => page.reload({ waitUntil: 'commit' })],
  [1, 'escape', ({ page }) => page.locator('body').press('Escape')],
  [
    3,
    'wait for the answer',
    ({ page }) => page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.startsWith('outbox.'))),
  ],
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

/**
 * A step that the cut connection, or the state of the page, does not allow counts as not taken: the browser's driver says so,
 * by the name of what it was asked for. Anything else is a mistake of the trial itself.
 */
const isNotAllowed = (error: unknown): boolean =>
  error instanceof Error && /^(?:page|locator|jsHandle)\.\w+: /.test(error.message);

/** Takes one step; whatever the line does, it comes to an end. */
async function take(trial: Trial, name: string, step: (trial: Trial) => Promise<unknown>): Promise<void> {
  trial.doing = name;
  const hangs = Promise.withResolvers<never>();
  const end = setTimeout(() => {
    hangs.reject(new Error(`no end within ${actMs} ms: ${trial.doing}, on ${trial.page.url()}`));
  }, actMs);
  try {
    const done = step(trial).then(
      () => trial.taken,
      (error: unknown) => {
        if (!isNotAllowed(error)) throw new Error(`${trial.doing}, on ${trial.page.url()}`, { cause: error });
        return trial.missed;
      },
    );
    const kept = await Promise.race([done, hangs.promise]);
    kept.set(name, (kept.get(name) ?? 0) + 1);
  } finally {
    clearTimeout(end);
  }
}

async function walk(
  app: App,
  office: readonly [Client, Client],
  proxy: Proxy,
  device: 'desktop' | 'phone',
  random: Random,
): Promise<Trial> {
  const person = await registered(app);
  const stage = await enter(await sharedBrowser(), { ...app, origin: new URL(proxy.url).origin }, { person, device });
  const line: Line = { proxy, due: new Set(), failures: 0 };
  const [taken, missed] = [new Map<string, number>(), new Map<string, number>()];
  const pressed = { demo: new Set<string>(), real: new Set<string>() };
  const trial: Trial = { ...stage, person, random, line, doing: '', taken, missed, pressed, left: [], sizes: 0 };
  watch(trial, trial.page);
  await trial.page.goto(instrument, { timeout: hangsAfterMs });
  // An order on the wrong account must be able to go through.
  await deposited(clientOf(app, person.token, 'real'), trial, '100000', office);
  const endsAt = performance.now() + minutes * 30_000;
  try {
    while (performance.now() < endsAt) {
      const [, name, step] = pickWeighted(random, steps);
      await take(trial, name, step);
    }
  } finally {
    mend(trial);
  }
  // An unknown outcome is requested until it is known.
  await trial.page.goto('/market', { timeout: hangsAfterMs });
  await trial.page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.startsWith('outbox.')), undefined, {
    timeout: knownMs,
  });
  return trial;
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

interface Found {
  readonly trial: Trial;
  readonly device: string;
  readonly orders: Record<Book, string[]>;
}

const notMeant = ({ trial, orders }: Found): string[] =>
  books.flatMap((book) => orders[book].filter((lots) => !trial.pressed[book].has(lots)).map((lots) => `${lots} on ${book}`));

const sum = (of: Iterable<number>): number => [...of].reduce((total, one) => total + one, 0);

/** Acts that were tried often and never came through: it is not the line that is in their way. */
function neverTaken(all: readonly Found[]): string[] {
  const often = 30;
  const times = (of: 'taken' | 'missed', name: string) => sum(all.map(({ trial }) => trial[of].get(name) ?? 0));
  return steps.map(([, name]) => name).filter((name) => times('taken', name) === 0 && times('missed', name) >= often);
}

function figuresOf(all: readonly Found[]): string {
  const over = (of: (found: Found) => Iterable<number>) => sum(all.flatMap((found) => [...of(found)]));
  const acts = over(({ trial }) => trial.taken.values());
  const missed = over(({ trial }) => trial.missed.values());
  const cuts = over(({ trial }) => [trial.line.failures]);
  const meant = over(({ trial: { pressed } }) => books.map((book) => pressed[book].size));
  const found = over(({ orders }) => books.map((book) => orders[book].length));
  const wrong = over((one) => [notMeant(one).length]);
  return `${minutes} minutes, ${acts} acts and ${missed} that were not possible, ${cuts} cuts; ${meant} orders meant, ${found} found, ${wrong} not meant; seed ${seed}`;
}

test(
  `${minutes} minutes of somebody new, on desktop and phone, on a line that fails: every order was meant, and none is twice (seed ${seed})`,
  { timeout: endsMs },
  async ({ task }) => {
    const app: OwnApp = await ownApp({ movable: false });
    const random = randomFrom(seed);
    const all: Found[] = [];
    try {
      const office = [await operator(app, 'alice'), await operator(app, 'bob')] as const;
      for (const device of ['desktop', 'phone'] as const) {
        const proxy = await proxyTo(app.origin);
        const trial = await walk(app, office, proxy, device, random);
        const [demo, real] = [await ordersOf(app, trial.person, 'demo'), await ordersOf(app, trial.person, 'real')];
        all.push({ trial, device, orders: { demo, real } });
        await trial.context.close();
        await proxy.close();
      }
      Object.assign(task.meta, { figures: figuresOf(all) });
      for (const { trial, device, orders } of all) {
        for (const book of books) {
          expect(orders[book].length, `${device}: twice on ${book}`).toBe(new Set(orders[book]).size);
          for (const { lots } of trial.left.filter((sent) => sent.book === book))
            expect([...trial.pressed[book]], `${device}: left the page for ${book}`).toContain(Number(lots).toString());
        }
      }
      expect(all.flatMap(notMeant)).toEqual([]);
      expect(neverTaken(all), 'acts that no longer fit the page').toEqual([]);
      // A trial in which nothing came through has tried nothing.
      expect(all.flatMap(({ orders }) => [...orders.demo, ...orders.real]).length).toBeGreaterThan(0);
      expect(await auditOf(app)).toMatch(/^the books balance/m);
    } finally {
      await app.stop();
    }
  },
);
