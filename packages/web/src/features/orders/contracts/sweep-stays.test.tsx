import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { heardFeed } from '../../../../test/feed.ts';
import { position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { SweepDialog } from './sweep-dialog.tsx';

test('what does not trade now is told beforehand and is in no sum, and each reason is said with whom it is about', async () => {
  const { quote } = heardFeed();
  const network = wire();
  signIn();
  const codes = ['BTCUSDT', 'AAPL', 'TSLA', 'EURUSD'];
  const orders = codes.map((code) => ({ ...position, id: `stays-${code}`, code }));
  await draw(<SweepDialog kind="closeAll" orders={orders} code={undefined} onDone={() => undefined} />);
  const asked = page.getByRole('dialog');
  const named = (name: string) => asked.getByRole('term').filter({ hasText: name }).element().nextElementSibling?.textContent;
  await expect.element(asked).toBeVisible();
  for (const [place, code] of codes.entries()) {
    const price = { price: '97123.50', bid: '97123.50', ask: '97123.50', zdf: '0.00' };
    const halted = code === 'AAPL' || code === 'TSLA' ? { halted: true as const } : {};
    quote({ code, ...price, time: new Date(Date.UTC(2025, 5, 3, 12, 0, place)).toISOString(), ...halted });
  }
  await expect.element(asked.getByText('AAPL, TSLA (2)')).toBeVisible();
  expect(named('Stay open, not trading now')).toBe('AAPL, TSLA (2)');
  expect(named('Number')).toBe('2');
  // Two of 194.25.
  expect(named('Margin released')).toBe('388.50 USDT');
  await userEvent.click(page.getByRole('button', { name: 'Demo · Close all' }));
  const refused = [
    { id: 'stays-AAPL', code: '10015' },
    { id: 'stays-EURUSD', code: '11212' },
    { id: 'stays-TSLA', code: '10015' },
  ];
  (await network.next('/order/closeAll')).answer({ done: [{ ...orders[0], status: 'closedEarly' }], refused });
  const told = () =>
    page
      .getByRole('group', { includeHidden: true })
      .elements()
      .map((card) => card.textContent);
  await expect
    .poll(told)
    .toEqual([expect.stringMatching(/^1 closedAAPL, TSLA · 2 remain: Not currently.* · EURUSD · 1 remains: Prices are/)]);
});
