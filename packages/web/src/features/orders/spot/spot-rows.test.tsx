import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../../../test/around.tsx';
import { spotOrder } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { WaitingSpotTab } from './spot-tabs.tsx';

beforeEach(signIn);

/** Of this year, which is not written out. */
const createdAt = new Date().toISOString();
const order = () => ({
  ...spotOrder(crypto.randomUUID()),
  createdAt,
  price: '91407.46',
  held: '418.23',
  turnover: '418.23',
  quantity: '0.005',
});

test.each(['en', 'de', 'zh', 'ar'] as const)(
  'what can be done with an order for coins is in sight beside chart and ticket, without scrolling, in %s',
  async (language) => {
    await page.viewport(1440, 900);
    await speak(language);
    const network = wire();
    await draw(
      <div data-dense style={{ width: '868px' }}>
        <WaitingSpotTab onShowAll={() => undefined} />
      </div>,
    );
    const pair = { ...order(), side: 'sell', type: 'oco', triggerPrice: '81059.44', held: '0.005', heldAsset: 'BTC' };
    const items = [{ ...order(), expiresAt: createdAt }, pair];
    (await network.next('/order/listBbOrder')).answer({ items, nextCursor: null });
    await expect.poll(() => page.getByRole('row').elements()).toHaveLength(3);
    const list = page.getByRole('region').first().element();
    await expect.poll(() => list.scrollWidth - list.clientWidth).toBe(0);
  },
);
