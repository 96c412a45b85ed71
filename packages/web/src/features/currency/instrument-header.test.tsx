import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { heardFeed } from '../../../test/feed.ts';
import { bitcoin, bitcoinContract } from '../../../test/samples.ts';
import { wire } from '../../../test/wire.ts';
import { HeaderPlace } from './header-place.tsx';
import { InstrumentHeader } from './instrument-header.tsx';

const contracts = { ...bitcoin, contract: bitcoinContract };

async function drawn(info: typeof bitcoin) {
  await page.viewport(1440, 900);
  // The page's clock stands still until the test moves it, however long a query takes.
  vi.useFakeTimers({ toFake: ['Date'] });
  wire();
  const { quote } = heardFeed();
  const told = (at: number) => {
    const live = { code: bitcoin.code, price: '97123.40', zdf: '0.00', bid: '97123.30', ask: '97123.50' };
    quote({ ...live, time: new Date(at).toISOString() });
  };
  await draw(<InstrumentHeader info={info} />);
  const name = page.getByText('Financing in', { exact: true });
  const left = () => name.element().nextElementSibling?.textContent;
  return { told, name, left };
}

test('how long it is until financing falls due is told by the time of the server, and after that until the next day', async () => {
  const { told, name, left } = await drawn(contracts);
  await expect.element(name).toBeVisible();
  // The time is unknown before the first quote.
  expect(left()).toBe('—');
  told(Date.UTC(2031, 4, 5, 18, 29, 30));
  await expect.poll(left).toBe('02:30:30');
  told(Date.UTC(2031, 4, 5, 20, 59, 58));
  await expect.poll(left).toMatch(/^(00:)?00:02$/);
  // At 21:00 itself it is due: the next is a day away.
  vi.setSystemTime(Date.now() + 3_000);
  await expect.poll(left).toBe('23:59:59');
});

test('what has no contracts has no financing', async () => {
  const { name } = await drawn(bitcoin);
  await expect.element(page.getByText('Turnover', { exact: false }).first()).toBeVisible();
  await expect.element(name).not.toBeInTheDocument();
});

test('the place that is kept for it is as high', async () => {
  await drawn(contracts);
  await expect.element(page.getByText('Financing in', { exact: true })).toBeVisible();
  const { height } = document.querySelector('header')?.getBoundingClientRect() ?? {};
  await draw(<HeaderPlace />);
  await expect.poll(() => document.querySelector('[data-pane="header"]')?.getBoundingClientRect().height).toBe(height);
});
