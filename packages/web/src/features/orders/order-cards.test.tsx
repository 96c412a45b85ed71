import '../../../test/phone.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../../test/around.tsx';
import { at, position, spotOrder } from '../../../test/samples.ts';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { LivingTab } from './contracts/living-tab.tsx';
import { WaitingSpotTab } from './spot/spot-tabs.tsx';

beforeEach(signIn);

const expiresAt = '2025-06-03T22:00:00.000Z';
const none = { nextCursor: null };
const shows = { onShowAll: () => undefined };

/** Orders for coins with all that their cards can say, of sums that fill them. */
const coins = () => {
  const spot = { ...spotOrder(crypto.randomUUID()), held: '1234567.89', turnover: '1234567.89', quantity: '12.34567891' };
  const other = (more: object) => ({ ...spot, id: crypto.randomUUID(), ...more });
  return [
    { ...spot, expiresAt },
    other({ type: 'stopLimit', triggerPrice: '118000.00', price: '119000.00', expiresAt }),
    other({ side: 'sell', type: 'oco', price: '119363.21', triggerPrice: '101020.21' }),
  ];
};

const stops = {
  stopLoss: '101196.42',
  takeProfit: '119534.72',
  targets: [
    { price: '111639.38', lots: '0.01' },
    { price: '114639.38', lots: '0.005' },
  ],
};

const lists = {
  'coins that are ordered': async () => {
    const network = wire();
    await draw(<WaitingSpotTab {...shows} />);
    (await network.next('/order/listBbOrder')).answer({ ...none, items: coins() });
  },
  'contracts that wait': async () => {
    const network = wire();
    await draw(<LivingTab kind="awaiting" {...shows} />);
    const waits = { ...position, ...stops, status: 'awaiting', openPrice: null, openTime: null, createdAt: at } as const;
    const items = [
      { ...waits, id: crypto.randomUUID(), orderType: 'limit', limitPrice: '103000.00', expiresAt },
      { ...waits, id: crypto.randomUUID(), orderType: 'stopLimit', triggerPrice: '118000.00', limitPrice: '119000.00' },
    ];
    (await network.next('/order/listUOrder')).answer({ ...none, items });
  },
  positions: async () => {
    const network = wire();
    await draw(<LivingTab kind="open" {...shows} />);
    const items = [{ ...position, ...stops, id: crypto.randomUUID(), trailingStop: '950.00', trailingStopPrice: '101000.00' }];
    (await network.next('/order/listUOrder')).answer({ ...none, items });
  },
} as const;

/** Figures of a card that reach beyond their place, which is the next one's or none at all. */
const beyond = (): string[] =>
  page
    .getByRole('definition')
    .elements()
    .flatMap((place) => {
      const { left, right } = place.getBoundingClientRect();
      const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      const boxes: DOMRect[] = [];
      while (texts.nextNode() !== null) {
        const text = document.createRange();
        text.selectNodeContents(texts.currentNode);
        if (texts.currentNode.parentElement?.closest('.sr-only') === null) boxes.push(...text.getClientRects());
      }
      return boxes.some((box) => box.left < left - 1 || box.right > right + 1) ? [place.textContent ?? ''] : [];
    });

describe.each(['de', 'zh', 'fr', 'ar'] as const)('cards of orders on a small phone in %s', (language) => {
  test.each(Object.entries(lists))(
    'keep each figure of %s in its place, and the page as wide as the phone',
    async (_, drawn) => {
      await page.viewport(360, 740);
      await speak(language);
      await drawn();
      await expect.poll(() => page.getByRole('definition').elements().length).toBeGreaterThan(5);
      // The letters of a language may come after its words.
      await expect.poll(beyond).toEqual([]);
      const { documentElement: whole } = document;
      await expect.poll(() => whole.scrollWidth - whole.clientWidth).toBe(0);
    },
  );
});
