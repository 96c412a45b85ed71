// What an instrument is, what is new about it and what comes: as operators enter it, and as traders read it.
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { textFaults } from './browser.ts';
import { inDialog, open, signIn, words } from './console-steps.ts';
import { type OwnApp, registered } from './harness.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { enter } from './steps.ts';

const { user } = customerCalls;
let app: OwnApp;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([ownApp(), sharedBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await app.stop();
});

const tomorrow = () => `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 11)}13:30:00Z`;

test('an event that an operator enters stands with the instruments of its currency, beside what each of them is', async () => {
  const carol = await signIn(browser, app, 'carol');
  await open(carol, words('desks.calendar'));
  await carol.press(words('calendar.add'));
  const { page: desk } = carol;
  await carol.fill(words('calendar.at'), tomorrow());
  await carol.fill(words('calendar.currency'), 'eur');
  await desk.getByRole('combobox', { name: words('calendar.kind') }).click();
  await desk.getByRole('option', { name: words('calendar.kinds.rateDecision'), exact: true }).click();
  await desk.getByRole('combobox', { name: words('calendar.importance') }).click();
  await desk.getByRole('option', { name: '3', exact: true }).click();
  await carol.fill(words('calendar.forecast'), '2.00%');
  await carol.fill(words('calendar.source'), 'European Central Bank');
  await inDialog(carol, words('calendar.add'));
  await desk.getByRole('row').filter({ hasText: 'European Central Bank · carol' }).waitFor();
  expect([await textFaults(desk), await axeFaults(desk), carol.faults]).toEqual([[], [], []]);
  await carol.leave();

  const stage = await enter(browser, app);
  const { page } = stage;
  await page.goto('/cruuency?code=EURUSD#news');
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await calendar.getByText('Interest rate decision').waitFor();
  await calendar.getByText('Source: European Central Bank').waitFor();
  await calendar.getByText('2.00%').waitFor();
  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByRole('heading', { name: 'Trading hours' }).waitFor();
  await page.getByText('Euro · Eurozone (EUR)').waitFor();
  // One week of days, today first.
  const days = page.getByRole('region', { name: 'Trading hours' }).getByRole('listitem');
  expect([await days.count(), await days.first().getAttribute('aria-current')]).toEqual([7, 'date']);
  expect([await textFaults(page), await axeFaults(page)]).toEqual([[], []]);
  await page.goBack();
  await calendar.waitFor();
  // The pair of others is not concerned.
  await page.goto('/cruuency?code=GBPUSD#news');
  await page.getByRole('region', { name: 'Calendar' }).waitFor();
  expect(await page.getByText('Interest rate decision').count()).toBe(0);
  expect(stage.faults).toEqual([]);
  await stage.context.close();
  await remindedOnAPhone();
});

/** A user who watches the euro sees its event from the page of another pair, right to left, and sets a reminder for it. */
async function remindedOnAPhone(): Promise<void> {
  const person = await registered(app);
  await person.call(user.setWatchlist, { add: ['EURUSD'] });
  const stage = await enter(browser, app, { person, device: 'phone', language: 'ar' });
  const { page, words: said } = stage;
  await page.goto('/cruuency?code=GBPUSD#news');
  await page.getByText(said('about:calendar.scope.mine'), { exact: true }).click();
  const event = page.getByRole('listitem').filter({ hasText: 'European Central Bank' }).last();
  await event.getByText('EURUSD', { exact: true }).waitFor();
  const name = said('about:calendar.kind.rateDecision');
  await event.getByRole('button', { name: said('about:calendar.remind.ask', { name }) }).click();
  await page.getByRole('menuitem').nth(2).click();
  await event.getByRole('button', { name: said('about:calendar.remind.set', { name }) }).waitFor();
  expect(await person.call(user.calendarReminders, {})).toMatchObject([{ minutes: 60 }]);
  expect([await textFaults(page), await axeFaults(page), stage.faults]).toEqual([[], [], []]);
  await stage.context.close();
}
