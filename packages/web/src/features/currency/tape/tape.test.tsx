import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { heardFeed } from '../../../../test/feed.ts';
import { bitcoin } from '../../../../test/samples.ts';
import { wire } from '../../../../test/wire.ts';
import { useTicketWishes } from '../ticket/ticket-wishes.ts';
import { TapeColumn } from './tape-column.tsx';

const start = Date.UTC(2025, 5, 2, 12);
const quote = (second: number, bid: string, ask: string) => ({ time: start + second * 1000, bid, ask });

beforeEach(async () => {
  await page.viewport(1440, 900);
});

async function mounted() {
  const feed = heardFeed();
  const network = wire();
  await draw(
    <div style={{ display: 'flex', height: '520px' }}>
      <TapeColumn info={bitcoin} />
    </div>,
  );
  return { ...network, ...feed };
}

test('the ladder stands around bid and ask, and a press makes a price the limit', async () => {
  await mounted();
  const ladder = page.getByRole('group', { name: 'Prices for a limit order' });
  // A spread of 0.20: the first round step that holds it.
  await expect.element(ladder.getByRole('button', { name: '97,123.60' })).toBeVisible();
  await expect.element(ladder.getByRole('button', { name: 'Buy price 97,123.50' })).toBeVisible();
  await userEvent.click(ladder.getByRole('button', { name: '97,123.20' }));
  expect(useTicketWishes.getState().last).toEqual({ price: '97123.20' });
  // One stop of the Tab key: arrows lead from there.
  const stops = ladder
    .getByRole('button')
    .elements()
    .filter((button) => (button as HTMLElement).tabIndex === 0);
  expect(stops).toHaveLength(1);
});

test('the last quotes are those of the tape, continued by the feed', async () => {
  const { next, quote: told } = await mounted();
  const asked = await next('/index/recentQuotes');
  expect(Object.fromEntries(asked.query)).toEqual({ code: 'BTCUSDT' });
  asked.answer([quote(0, '97123.10', '97123.30'), quote(1, '97123.30', '97123.50')]);
  const rows = page.getByRole('region', { name: 'Latest quotes' }).getByRole('row');
  const asks = () =>
    rows
      .elements()
      .slice(1)
      .map((row) => row.querySelector('td:last-child')?.textContent);
  await expect.poll(asks).toEqual(['97,123.50▲', '97,123.30']);
  const live = { code: 'BTCUSDT', price: '97122.90', zdf: '0.00' };
  told({ ...live, bid: '97122.80', ask: '97123.00', time: new Date(start + 2000).toISOString() });
  await expect.poll(asks).toEqual(['97,123.00▼', '97,123.50▲', '97,123.30']);
});
