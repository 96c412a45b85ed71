import { notificationKinds } from '@assay/contract/vocabulary/notifications.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../../test/around.tsx';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { Preferences } from './preferences.tsx';

beforeEach(signIn);

// As wide as the card beside the list of notifications at 1440 pixels.
const cardPx = 362;

test.each(['ja', 'ko', 'de', 'fr', 'ar'] as const)(
  'in %s every choice lies within its card, below the word of its column',
  async (language) => {
    await page.viewport(1440, 900);
    await speak(language);
    const network = wire();
    await draw(
      <div style={{ width: cardPx }}>
        <Preferences />
      </div>,
    );
    (await network.next('/user/notificationPreferences')).answer(
      notificationKinds.map((kind) => ({ kind, inApp: true, mail: false, push: false })),
    );
    const table = page.getByRole('table');
    await expect.element(table).toBeVisible();
    const card = table.element().parentElement?.parentElement?.getBoundingClientRect();
    const own = table.element().getBoundingClientRect();
    expect([own.left, own.width]).toEqual([card?.left, card?.width]);
    const middle = ({ left, width }: DOMRect) => Math.round(left + width / 2);
    const words = [...table.element().querySelectorAll('thead th')].slice(1);
    const ticks = [...table.element().querySelectorAll('tbody tr:first-child input')];
    const middleOf = (word: Element) => {
      const text = document.createRange();
      text.selectNodeContents(word);
      return middle(text.getBoundingClientRect());
    };
    expect(ticks.map((tick) => middle(tick.getBoundingClientRect()))).toEqual(words.map(middleOf));
  },
);
