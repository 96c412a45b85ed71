import '../../test/phone.ts';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import { useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../test/around.tsx';
import { Confirm } from './confirm.tsx';

/** One of the longest things that a button does, or one of the shortest. */
function Asks({ short = false }: { short?: boolean }) {
  const { t } = useTranslation(['orders', 'common']);
  return (
    <Confirm
      open
      onOpenChange={() => undefined}
      title="?"
      confirm={short ? t('common:action.close') : `${t('common:account.real')} · ${t('orders:close.anyPrice')}`}
      busy
      onConfirm={() => undefined}
      onCancel={() => undefined}
    />
  );
}

/** What is wrong with the layout of the buttons. */
function faults(): string[] {
  const buttons = page.getByRole('dialog').getByRole('button').elements();
  return buttons.flatMap((button) => {
    const words = wordsIn(button);
    if (words === undefined) return [];
    const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
    return [...(lines.size > 1 ? [`${button.textContent} is broken`] : []), ...ringFaults(button, words)];
  });
}

function wordsIn(button: Element): Range | undefined {
  const text = document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode();
  if (text === null) return undefined;
  const range = document.createRange();
  range.selectNodeContents(text);
  return range;
}

/** The ring is close to the words, not over them, and does not leave the button. */
function ringFaults(button: Element, words: Range): string[] {
  const ring = button.querySelector('svg.turn')?.getBoundingClientRect();
  if (ring === undefined) return [];
  const [box, text] = [button.getBoundingClientRect(), words.getBoundingClientRect()];
  const rtl = getComputedStyle(button).direction === 'rtl';
  const gap = rtl ? ring.left - text.right : text.left - ring.right;
  const inside = rtl ? box.right - ring.right : ring.left - box.left;
  const shown = `${button.textContent}: ${Math.round(gap)} before the words, ${Math.round(inside)} from the edge`;
  return gap < -0.5 || gap > 10 || inside < -2 ? [shown] : [];
}

test.each(languages)(
  'on a phone the actions of a question stand in one line each in %s while one is under way, the ring beside its words',
  async (language) => {
    await speak(language);
    const { rerender } = await draw(<Asks />);
    await expect.element(page.getByRole('dialog').getByRole('button').nth(1)).toBeVisible();
    for (const width of [390, 320]) {
      await page.viewport(width, 800);
      // The steps of the layout follow the window in a moment.
      await expect.poll(faults).toEqual([]);
    }
    await rerender(<Asks short />);
    await expect.poll(faults).toEqual([]);
  },
);
