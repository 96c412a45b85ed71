import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { heardFeed } from '../../../../test/feed.ts';
import { position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { SweepDialog } from './sweep-dialog.tsx';

test('the sum of what closing all leaves follows the price of each instrument', async () => {
  wire();
  const { quote } = heardFeed();
  signIn();
  const orders = ['BTCUSDT', 'ETHUSDT'].map((code) => ({ ...position, id: crypto.randomUUID(), code }));
  const at = (code: string, price: string, second: number) =>
    quote({
      code,
      price,
      bid: price,
      ask: price,
      zdf: '0.00',
      time: new Date(Date.UTC(2025, 5, 2, 12, 0, second)).toISOString(),
    });
  await draw(<SweepDialog kind="closeAll" orders={orders} code={undefined} onDone={() => undefined} />);
  const asked = page.getByRole('dialog');
  await expect.element(asked).toBeVisible();
  const net = asked.getByText(/^[+−-][\d.,]+ USDT$/);
  at('BTCUSDT', '97123.50', 1);
  at('ETHUSDT', '97123.50', 2);
  // Both fees of each: 0.97 when it opened, and 97,123.50 × 0.02 × 0.0005 = 0.971235 to close: 2 × 1.941235.
  await expect.element(net).toHaveTextContent('-3.89 USDT');
  // The second one alone wins 0.02 × 1,000 and pays 0.01 more to close.
  at('ETHUSDT', '98123.50', 3);
  await expect.element(net).toHaveTextContent('+16.10 USDT');
});
