import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { bitcoin } from '../../../test/samples.ts';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { queryClient } from '../../shared/client/api.ts';
import { DustDialog } from './dust-dialog.tsx';

beforeEach(() => {
  queryClient.clear();
  signIn();
});

const info = { ...bitcoin, spot: { base: 'BTC', quote: 'USDT', quantityScale: 8, feeRate: '0.001' } };
const leftover = { asset: 'BTC', available: '0.000005', held: '0', valueUsdt: '0.48' };
const convert = page.getByRole('button', { name: 'Demo · Convert' });
const receives = (amount: string) => expect.element(page.getByText(amount, { exact: true })).toBeVisible();

test('what is shown to come in is what is agreed to; where prices have moved, the dialog asks again with those of now', async () => {
  const done = vi.fn<() => void>();
  const network = wire();
  await draw(<DustDialog balances={[leftover]} onDone={done} />);
  (await network.next('/index/catalogue')).answer([bitcoin]);
  const asked = `/index/getMarketInfo/${bitcoin.id}`;
  (await network.next(asked)).answer({ ...info, bid: '97000.00', ask: '97000.10' });
  // 0.000005 × 97,000 = 0.485; the fee of a thousandth is 0.000485.
  await receives('0.484515 USDT');
  await userEvent.click(convert);
  const sent = await network.next('/order/dust');
  expect(sent.input).toEqual({ codes: ['BTCUSDT'], seenReceived: '0.484515', maxSlippageBps: 50 });
  sent.refuse('11004', 'moved', 422);
  (await network.next(asked)).answer({ ...info, bid: '90000.00', ask: '90000.10' });
  await receives('0.44955 USDT');
  expect(done).not.toHaveBeenCalled();
  await userEvent.click(convert);
  const again = await network.next('/order/dust');
  expect(again.input).toEqual({ codes: ['BTCUSDT'], seenReceived: '0.44955', maxSlippageBps: 50 });
  again.answer({ items: [] });
  await expect.poll(() => done.mock.calls.length).toBe(1);
});
