// What is done on a page before its picture is taken: by the words of the page's own language, and without them where it can be.
import type { Page } from 'playwright-core';
import type { Device } from '../browser.ts';
import { type App, mailedCode } from '../harness.ts';
import type { Words } from '../words.ts';

/** Where and in which words it is done. */
export interface Before {
  readonly page: Page;
  readonly device: Device;
  readonly words: Words;
  readonly app: App;
  /** As it was when the people began to look. */
  readonly bitcoinPrice: number;
}

type Act = (before: Before) => Promise<void>;

const size = (page: Page) => page.locator('form input[inputmode="decimal"]').first();
const lastDialog = (page: Page) => page.getByRole('dialog').last();

/** Brings the ticket up: on a phone it is a sheet. */
async function openTicket({ page, device }: Before): Promise<void> {
  if (device === 'phone') await page.locator('#ticket button').first().click();
  await size(page).waitFor();
}

/** Asks for one lot. */
async function fillTicket(before: Before): Promise<void> {
  await openTicket(before);
  await size(before.page).fill('1');
}

/** The button that a form is sent by. On a phone it is below the form, within reach of the thumb. */
const submit = (page: Page) => page.locator('button[type="submit"]:visible').last().click();

/** Presses what is called so, and waits for what it asks. */
const pressed =
  (...keys: readonly string[]): Act =>
  async ({ page, words }) => {
    for (const key of keys)
      await page
        .getByRole('button', { name: words(key), exact: true })
        .first()
        .click();
    await lastDialog(page).waitFor();
  };

/** Presses the button of an act that moves money, which says on which account. */
const pressedOnDemo =
  (key: string): Act =>
  async ({ page, words }) => {
    await page
      .getByRole('button', { name: `${words('common:account.demo')} · ${words(key)}`, exact: true })
      .first()
      .click();
    await lastDialog(page).waitFor();
  };

/** The dialog of the first order that waits. */
const ofWaiting: Act = async (before) => {
  await before.page.getByRole('tab', { name: before.words('orders:waiting') }).click();
  await pressed('orders:action.edit')(before);
};

/** Asks for an order with a stop, a take-profit, and two targets before that. */
const fillTargets: Act = async (before) => {
  const { page, words, bitcoinPrice } = before;
  await fillTicket(before);
  // A card of a position has the same words.
  await page
    .locator('summary')
    .filter({ hasText: words('currency:ticket.stops') })
    .click();
  // A name is matched by its words, with any kind of space between them.
  const price = (name: string, factor: number) =>
    page.getByRole('textbox', { name: name.replaceAll('\u00a0', ' '), exact: true }).fill((bitcoinPrice * factor).toFixed(2));
  await price(words('currency:ticket.stopLoss'), 0.95);
  await price(words('currency:ticket.takeProfit'), 1.15);
  for (const [place, factor] of [1.05, 1.1].entries()) {
    await page.getByRole('button', { name: words('targets:add'), exact: true }).click();
    await price(words('targets:target', { number: String(place + 1) }), factor);
    await page.getByLabel(words('targets:share'), { exact: true }).nth(place).fill('30');
  }
};

/** One of several, of which one is always chosen. */
const choose = ({ page, words }: Before, name: string, option: string) =>
  page
    .getByRole('radiogroup', { name: words(name), exact: true })
    .getByText(words(option), { exact: true })
    .last()
    .click();

const fill = ({ page, words }: Before, name: string, value: string) =>
  page.getByRole('textbox', { name: words(name), exact: true }).fill(value);

/** Asks for an order that waits for a trigger, then rests at its limit, and ends with the day. */
const fillStopEntry: Act = async (before) => {
  const at = (factor: number) => (before.bitcoinPrice * factor).toFixed(2);
  await openTicket(before);
  await choose(before, 'currency:ticket.type', 'currency:ticket.stopLimit');
  await fill(before, 'currency:ticket.trigger', at(1.03));
  await fill(before, 'currency:ticket.price', at(1.031));
  await fill(before, 'currency:ticket.size', '0.5');
  await choose(before, 'waiting:until.label', 'waiting:until.day');
};

/** Asks to sell coins at either of two prices. */
const fillSpotPair: Act = async (before) => {
  const at = (factor: number) => (before.bitcoinPrice * factor).toFixed(2);
  await openTicket(before);
  await before.page.getByRole('tab', { name: before.words('currency:ticket.spot'), exact: true }).click();
  await choose(before, 'spot:side', 'spot:sell');
  await choose(before, 'currency:ticket.type', 'spot:type.oco');
  await fill(before, 'currency:ticket.takeProfit', at(1.05));
  await fill(before, 'currency:ticket.stopLoss', at(0.96));
  await fill(before, 'spot:size.label', '0.005');
};

/** The confirmation before an order, with the question of the first trade. */
const askedAfter =
  (filled: Act): Act =>
  async (before) => {
    await filled(before);
    await submit(before.page);
    await lastDialog(before.page).locator('fieldset').waitFor();
  };

/** What is pressed among the orders for coins, on a tab of theirs where one is named. */
const amongSpot =
  (key: string, tab?: string): Act =>
  async (before) => {
    await choose(before, 'orders:kind.label', 'orders:kind.spot');
    if (tab !== undefined) await before.page.getByRole('tab', { name: before.words(tab) }).click();
    await pressed(key)(before);
  };

/**
 * Drops a line of an order at another price: the first one from the top that can be grabbed, on a chart of days, whose prices
 * reach as far as the lines do.
 */
const dragged: Act = async ({ page }) => {
  const days = page.waitForResponse((answer) => answer.url().includes('period=1d'));
  await page.locator('label:has(input[name="period"])', { hasText: '1d' }).click();
  await days;
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

/** Another product of the ticket, with a size. */
const ofProduct =
  (key: string, amount: string): Act =>
  async (before) => {
    const { page, words } = before;
    await openTicket(before);
    await page.getByRole('tab', { name: words(key), exact: true }).click();
    await size(page).fill(amount);
  };

const askForProduct =
  (key: string, amount: string): Act =>
  async (before) => {
    await ofProduct(key, amount)(before);
    await submit(before.page);
    await lastDialog(before.page).locator('dl').waitFor();
  };

/** The last look at a form that is filled in already. */
const asked: Act = async ({ page }) => {
  await page.locator('main button[type="submit"]:visible').last().click();
  await lastDialog(page).waitFor();
};

/** A new account as far as its code, its name and password, or its greeting. */
const registering =
  (as: 'code' | 'account' | 'welcome' | 'coach'): Act =>
  async ({ page, words, app }) => {
    const name = `seen_${as}_${Math.random().toString(36).slice(2, 8)}`;
    const email = `${name}@example.com`;
    const field = (key: string) => page.getByLabel(words(key), { exact: true });
    await field('pass:field.email').fill(email);
    await page.getByRole('button', { name: words('pass:register.next'), exact: true }).click();
    await field('pass:field.code').waitFor();
    if (as === 'code') return;
    await field('pass:field.code').fill(await mailedCode(app, email));
    await field('pass:field.password').fill(`Seen-${name}-9`);
    await field('pass:field.repeat').fill(`Seen-${name}-9`);
    if (as === 'account') return;
    await page.getByRole('button', { name: words('pass:register.submit'), exact: true }).click();
    await lastDialog(page).waitFor();
    if (as === 'welcome') return;
    await page.getByRole('link', { name: words('welcome:trade') }).click();
    await page.getByText(words('welcome:coach.size'), { exact: true }).waitFor();
  };

/** The receipt of the order that has ended, and its shared version. */
const receipt =
  (shared: boolean): Act =>
  async (before) => {
    const { page, words } = before;
    await page.getByRole('tab', { name: words('orders:history'), exact: true }).click();
    await pressed('orders:action.receipt')(before);
    await page.getByText(words('orders:receipt.checked'), { exact: true }).waitFor();
    if (!shared) return;
    await pressed('orders:receipt.share')(before);
    const shows = lastDialog(page).getByRole('button', { name: words('share:make'), exact: true });
    const isShown = lastDialog(page).locator('canvas');
    await shows.or(isShown).first().waitFor();
    if (await shows.isVisible()) await shows.click();
    await isShown.waitFor();
  };

export const acts = {
  ticks: ({ page }) => page.locator('label:has(input[name="period"])').first().click(),
  ticket: fillTicket,
  option: ofProduct('currency:ticket.option', '100'),
  optionConfirm: askForProduct('currency:ticket.option', '100'),
  spot: ofProduct('currency:ticket.spot', '0.01'),
  spotConfirm: askForProduct('currency:ticket.spot', '0.01'),
  confirm: askedAfter(fillTicket),
  targets: fillTargets,
  targetsConfirm: askedAfter(fillTargets),
  stopEntry: fillStopEntry,
  stopEntryConfirm: askedAfter(fillStopEntry),
  spotPair: fillSpotPair,
  spotPairConfirm: askedAfter(fillSpotPair),
  waiting: ({ page, words }) => page.getByRole('tab', { name: words('orders:waiting') }).click(),
  history: ({ page, words }) => page.getByRole('tab', { name: words('orders:history'), exact: true }).click(),
  receipt: receipt(false),
  share: receipt(true),
  amend: pressed('orders:action.edit'),
  amendWaiting: ofWaiting,
  half: pressed('terminal:row.half'),
  close: pressedOnDemo('orders:action.close'),
  margin: pressed('orders:action.margin'),
  reverse: pressed('sweep:reverse.action'),
  closeAll: async ({ page, words }) => {
    await page
      .getByRole('button', { name: words('sweep:closeAll.action') })
      .first()
      .click();
    await lastDialog(page).waitFor();
  },
  net: ({ page }) => page.locator('button:has(bdi.underline)').first().click(),
  drag: dragged,
  spotAmend: amongSpot('orders:action.edit'),
  spotCancelAll: amongSpot('waiting:all.action'),
  spotProtect: amongSpot('waiting:protect.action', 'orders:history'),
  alert: async (before) =>
    pressed('notifications:alert.open')({ ...before, words: (key) => before.words(key, { name: 'Bitcoin' }) }),
  switcher: pressed('currency:switcher.open'),
  more: ({ page, words }) => page.getByRole('button', { name: words('terminal:header.more'), exact: true }).click(),
  templates: async ({ page, words }) => {
    await page.getByRole('button', { name: words('currency:chart.indicators'), exact: true }).click();
    await page.getByText(words('terminal:chart.templates.title'), { exact: true }).click();
    await lastDialog(page).waitFor();
  },
  reminder: async ({ page }) => {
    await page.locator('main li button[aria-haspopup="menu"]').first().click();
    await page.getByRole('menu').waitFor();
  },
  coins: async ({ page }) => {
    await page.locator('main [role="group"] button[aria-expanded]').first().click();
    await page.locator('main input[type="search"]').fill('li');
  },
  palette: async ({ page, words }) => {
    // The page as sent handles no keys yet; the account's own buttons come with the code that does.
    await page
      .getByRole('button', { name: words('common:account.deposit'), exact: true })
      .first()
      .waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
  },
  account: async ({ page }) => {
    await page.locator('header button[aria-haspopup="menu"]').last().click();
    await page.getByRole('menu').waitFor();
  },
  deposit: async ({ page, words }) => {
    await page
      .getByRole('button', { name: words('common:account.deposit'), exact: true })
      .first()
      .click();
    await lastDialog(page).waitFor();
  },
  method: pressed('funds:method.add'),
  firstMethod: pressed('funds:method.addFirst'),
  ask: asked,
  enrol: pressed('security:authenticator.turnOn'),
  newKey: pressed('keys:make'),
  mail: pressed('security:email.change'),
  leave: pressed('closing:close.open'),
  code: registering('code'),
  names: registering('account'),
  welcome: registering('welcome'),
  coach: registering('coach'),
} satisfies Record<string, Act>;
