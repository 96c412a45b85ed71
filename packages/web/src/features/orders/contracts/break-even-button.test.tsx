import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { stopClock } from '../../../../test/clock.ts';
import { position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { queryClient } from '../../../shared/client/api.ts';
import { BreakEvenButton } from './break-even-button.tsx';

beforeEach(() => {
  // The offer to undo lasts for seconds, and a slow machine may need them to press it.
  stopClock();
  queryClient.clear();
  signIn();
});

/** The account's positions, as in its list. */
const hold = (...items: readonly object[]) =>
  queryClient.setQueryData(['account', 'u1', 'demo', 'orders', 'open'], { items, nextCursor: null });
const undo = page.getByRole('button', { name: 'Undo' });

// 1,942.47 + 0.97 and two millionths for roundings, ÷ (0.02 × 0.9995), up: 97,220.62.
const price = '97220.62';
const button = page.getByRole('button', { name: /^Stop to break-even, all costs included/ });
const risen = () => ({ ...position, id: crypto.randomUUID(), currentPrice: '98000.00' });

describe('the stop comes to break-even', () => {
  test.each([
    ['from nowhere', null],
    ['from below it', '95000.00'],
  ] as const)('%s by one press, and goes back by another', async (_, stopLoss) => {
    const network = wire();
    const held = { ...risen(), stopLoss };
    await draw(<BreakEvenButton position={held} />);
    await userEvent.click(button);
    const sent = await network.next('/order/amendU');
    expect(sent.input).toEqual({ id: held.id, stopLoss: price });
    hold(held);
    sent.answer({ ...held, stopLoss: price });
    await expect.element(page.getByText('BTCUSDT · Stops changed').last()).toBeVisible();
    await expect.element(page.getByText('Stop-loss 97,220.62').last()).toBeVisible();
    await userEvent.click(undo.last());
    expect((await network.next('/order/amendU')).input).toEqual({ id: held.id, stopLoss });
  });

  test('and does not go back past a stop that has been set since', async () => {
    const network = wire();
    const held = risen();
    await draw(<BreakEvenButton position={held} />);
    await userEvent.click(button);
    hold(held);
    (await network.next('/order/amendU')).answer({ ...held, stopLoss: price });
    await expect.element(undo.last()).toBeVisible();
    hold({ ...held, stopLoss: '97500.00' });
    await userEvent.click(undo.last());
    await expect.poll(() => undo.elements()).toEqual([]);
    expect(network.calls.filter(({ path }) => path === '/order/amendU')).toHaveLength(1);
  });

  test.each([
    ['as long as the price is not beyond it', { currentPrice: price }],
    ['where it is already', { stopLoss: price }],
    ['where less would be kept', { stopLoss: '97500.00' }],
  ])('not %s', async (_, as) => {
    wire();
    await draw(<BreakEvenButton position={{ ...risen(), ...as }} />);
    expect(button.elements()).toEqual([]);
  });

  test('of a short below its entry, of one order at a time', async () => {
    const network = wire();
    const held = { ...risen(), side: 'short' as const, currentPrice: '96000.00', stopLoss: '99000.00' };
    await draw(<BreakEvenButton position={held} />);
    await userEvent.click(button);
    // (1,942.47 − 0.97 − two millionths) ÷ (0.02 × 1.0005), down.
    expect((await network.next('/order/amendU')).input).toEqual({ id: held.id, stopLoss: '97026.48' });
    await expect.element(button).toBeDisabled();
  });
});
