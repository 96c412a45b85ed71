// What is done before a picture of a screen: without a word of any language where it can be.
import type { Page } from 'playwright-core';
import type { Device } from './browser.ts';
import type { Words } from './words.ts';

interface Looking {
  readonly page: Page;
  readonly device: Device;
  readonly words: Words;
  /** As it was when the people began to look. */
  readonly bitcoinPrice: number;
}
type Act = (looking: Looking) => Promise<unknown>;

const asked = (page: Page) => page.getByRole('dialog').last();
const field = ({ page, words }: Looking, name: string) => page.getByRole('textbox', { name: words(name), exact: true });
const at = ({ bitcoinPrice }: Looking, factor: number) => (bitcoinPrice * factor).toFixed(2);

/** One of several, of which one is always chosen. */
const choose = ({ page, words }: Looking, name: string, option: string) =>
  page
    .getByRole('radiogroup', { name: words(name), exact: true })
    .getByText(words(option), { exact: true })
    .last()
    .click();

/** On a phone the ticket comes up from below. */
async function bringTicket({ page, device }: Looking): Promise<void> {
  if (device === 'phone') await page.locator('#ticket button').first().click();
}

/** Asks for one lot. */
async function fillTicket(looking: Looking): Promise<void> {
  await bringTicket(looking);
  await looking.page.locator('form input[inputmode="decimal"]').first().fill('1');
}

/** The last look before an order, with what is asked at the first trade. */
async function askForOrder({ page }: Looking): Promise<void> {
  // On a phone it stands below the form, where a thumb reaches it.
  await page.locator('button[type="submit"]:visible').last().click();
  await asked(page).locator('fieldset').waitFor();
}

/** A dialog that the first button with this name opens. */
const behind =
  (key: string): Act =>
  async ({ page, words }) => {
    await page
      .getByRole('button', { name: words(key), exact: true })
      .first()
      .click();
    await asked(page).waitFor();
  };

const tab = ({ page, words }: Looking, key: string) => page.getByRole('tab', { name: words(key) }).click();

/** Asks for an order with a stop, a take-profit, and two targets before that. */
async function fillTargets(looking: Looking): Promise<void> {
  const { page, words } = looking;
  await fillTicket(looking);
  await page.getByText(words('currency:ticket.stops'), { exact: true }).click();
  await field(looking, 'currency:ticket.stopLoss').fill(at(looking, 0.95));
  await field(looking, 'currency:ticket.takeProfit').fill(at(looking, 1.15));
  for (const [place, factor] of [1.05, 1.1].entries()) {
    await page.getByRole('button', { name: words('targets:add'), exact: true }).click();
    const name = words('targets:target', { number: String(place + 1) });
    await page.getByRole('textbox', { name, exact: true }).fill(at(looking, factor));
    await page.getByLabel(words('targets:share'), { exact: true }).nth(place).fill('30');
  }
}

/** Asks for an order that waits for a trigger, then rests at its limit, and ends with the day. */
async function fillStopEntry(looking: Looking): Promise<void> {
  await bringTicket(looking);
  await choose(looking, 'currency:ticket.type', 'currency:ticket.stopLimit');
  await field(looking, 'currency:ticket.trigger').fill(at(looking, 1.03));
  await field(looking, 'currency:ticket.price').fill(at(looking, 1.031));
  await field(looking, 'currency:ticket.size').fill('0.5');
  await choose(looking, 'waiting:until.label', 'waiting:until.day');
}

/** Asks to sell coins at either of two prices. */
async function fillSpotPair(looking: Looking): Promise<void> {
  await bringTicket(looking);
  await tab(looking, 'currency:ticket.spot');
  await choose(looking, 'spot:side', 'spot:sell');
  await choose(looking, 'currency:ticket.type', 'spot:type.oco');
  await field(looking, 'currency:ticket.takeProfit').fill(at(looking, 1.05));
  await field(looking, 'currency:ticket.stopLoss').fill(at(looking, 0.96));
  await field(looking, 'spot:size.label').fill('0.005');
}

/** Drops a line of an order that stands somewhere else: the first that is taken hold of from the top. */
const dragged: Act = async ({ page }) => {
  const chart = await page.locator('canvas').first().boundingBox();
  if (chart === null) throw new Error('there is no chart');
  for (let y = chart.y + 60; y < chart.y + chart.height - 30; y += 5) {
    await page.mouse.move(chart.x + chart.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(chart.x + chart.width / 2, y + 12, { steps: 3 });
    await page.mouse.up();
    if ((await page.getByRole('dialog').count()) > 0) return;
  }
  throw new Error('no line was taken hold of');
};

/** One thing after the other. */
const both =
  (first: Act, then: Act): Act =>
  async (looking) => {
    await first(looking);
    await then(looking);
  };

const spotOrders: Act = (looking) => choose(looking, 'orders:kind.label', 'orders:kind.spot');

export const acts = {
  ticks: ({ page }) => page.locator('label:has(input[name="period"])').first().click(),
  ticket: fillTicket,
  confirm: both(fillTicket, askForOrder),
  targets: fillTargets,
  targetsConfirm: both(fillTargets, askForOrder),
  stopEntry: fillStopEntry,
  stopEntryConfirm: both(fillStopEntry, askForOrder),
  spotPair: fillSpotPair,
  spotPairConfirm: both(fillSpotPair, askForOrder),
  amend: behind('orders:action.edit'),
  amendWaiting: both((looking) => tab(looking, 'orders:waiting'), behind('orders:action.edit')),
  half: behind('terminal:row.half'),
  margin: behind('orders:action.margin'),
  reverse: behind('sweep:reverse.action'),
  closeAll: async ({ page, words }) => {
    await page
      .getByRole('button', { name: new RegExp(words('sweep:closeAll.action')) })
      .first()
      .click();
    await asked(page).waitFor();
  },
  net: ({ page }) => page.locator('button:has(bdi.underline)').first().click(),
  drag: dragged,
  spotAmend: both(spotOrders, behind('orders:action.edit')),
  spotCancelAll: both(spotOrders, behind('waiting:all.action')),
  spotProtect: both(
    both(spotOrders, (looking) => tab(looking, 'orders:history')),
    behind('waiting:protect.action'),
  ),
  templates: async ({ page, words }) => {
    await page.getByRole('button', { name: words('currency:chart.indicators'), exact: true }).click();
    await page.getByText(words('terminal:chart.templates.title'), { exact: true }).click();
    await asked(page).waitFor();
  },
  reminder: ({ page }) =>
    page.locator('main li:has(time) button[aria-haspopup], main li button[aria-haspopup]').first().click(),
  coins: async ({ page }) => {
    await page.locator('main [role="group"] button[aria-expanded]').first().click();
    await page.locator('main input[type="search"]').fill('li');
  },
} satisfies Record<string, Act>;
