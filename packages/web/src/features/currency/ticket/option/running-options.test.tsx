import type { Option } from '@assay/contract/endpoints/order-shapes.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../../test/around.tsx';
import { heardFeed } from '../../../../../test/feed.ts';
import { at } from '../../../../../test/samples.ts';
import { signIn } from '../../../../../test/signed-in.ts';
import { wire } from '../../../../../test/wire.ts';
import { RunningOptions } from './running-options.tsx';

beforeEach(signIn);

/** Eighty per cent on top of the stake, if it is right. */
const option = (id: string, amount: string, expectedReturn: string): Option => ({
  id,
  orderNo: `O-${id}`,
  code: 'BTCUSDT',
  instrumentId: 'crypto-BTCUSDT',
  priceScale: 2,
  direction: 'up',
  amount,
  periodId: '1min',
  count: 1,
  unit: 'min',
  payoutRate: '0.8',
  expectedReturn,
  strike: '97123.45',
  split: null,
  lastPrice: '97123.45',
  settlement: null,
  openedAt: at,
  expiresAt: '2099-01-01T00:00:00.000Z',
  settledAt: null,
  profit: null,
  status: 'open',
  voidReason: null,
  receipt: null,
});

test('options that run at once are summed up, and one that has ended is bought again by a press', async () => {
  const feed = heardFeed();
  const network = wire();
  const again = vi.fn<(option: Option) => void>();
  await draw(<RunningOptions code="BTCUSDT" onAgain={again} />);
  const [first, second] = [option('o1', '10', '18'), option('o2', '33.333333', '59.999999')];
  (await network.next('/order/listOptionsOrder')).answer({ items: [second, first], nextCursor: null });
  // 10 and 33.333333; 18 and 59.999999, each cut to what there is at least.
  await expect.element(page.getByText('2 running · 43.33 USDT invested · 77.99 USDT back if all are right')).toBeVisible();

  const ended: Option = { ...first, status: 'won', settlement: '97200.00', profit: '8', settledAt: at };
  feed.tell({ event: 'order', data: ended });
  await expect.element(page.getByText('+8.00')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Again' }));
  expect(again).toHaveBeenCalledExactlyOnceWith(ended);
  await expect.element(page.getByText('2 running')).not.toBeInTheDocument();
});
