import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../../../test/around.tsx';
import { position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { LivingTab } from './living-tab.tsx';

beforeEach(signIn);

/** What is left of a window of 1440 pixels between the list of instruments and the ticket. */
const besidePx = 1440 - 232 - 312 - 2;

/** In gain, so that its stop can come to break-even, and with all that can end it. */
const full = {
  ...position,
  lots: '12.5',
  marginUsed: '121404.37',
  currentPrice: '99123.30',
  stopLoss: '96000.00',
  takeProfit: '104000.00',
  targets: [
    { price: '100000.00', share: '0.5' },
    { price: '101000.00', share: '0.25' },
  ],
};

test.each(['en', 'de', 'ar', 'zh'] as const)(
  'beside a ticket at 1440 pixels no part of a position is cut off (%s)',
  async (language) => {
    await page.viewport(1440, 900);
    await speak(language);
    const network = wire();
    await draw(
      <div data-dense style={{ width: besidePx }}>
        <LivingTab kind="open" onShowAll={() => undefined} />
      </div>,
    );
    const items = [full, { ...full, id: 'p2', stopLoss: null }];
    (await network.next('/order/listUOrder')).answer({ items, nextCursor: null });
    await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(2);
    const list = document.querySelector('[role="region"]');
    // Receipt, edit, margin, reverse, and the stop to break-even.
    await expect.poll(() => list?.querySelectorAll('tbody tr:first-child button svg').length).toBe(5);
    expect(list?.scrollWidth).toBe(list?.clientWidth);
  },
);
