import { languages } from '@assay/contract/vocabulary/languages.ts';
import { useTranslation } from 'react-i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../test/around.tsx';
import { Confirm } from './confirm.tsx';

vi.mock('../shared/device.ts', () => ({ isMobile: true }));

/** One of the longest things that a button does. */
function Asks() {
  const { t } = useTranslation(['orders', 'common']);
  return (
    <Confirm
      open
      onOpenChange={() => undefined}
      title="?"
      confirm={`${t('common:account.real')} · ${t('orders:close.anyPrice')}`}
      busy
      onConfirm={() => undefined}
      onCancel={() => undefined}
    />
  );
}

/** Buttons whose words take more than one line. */
function broken(): (string | null)[] {
  const buttons = page.getByRole('dialog').getByRole('button').elements();
  return buttons.filter((button) => linesOf(button) > 1).map(({ textContent }) => textContent);
}

function linesOf(button: Element): number {
  const words = [...button.childNodes].find((part) => part instanceof Text);
  if (words === undefined) return 0;
  const range = document.createRange();
  range.selectNodeContents(words);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}

test.each(languages)(
  'on a phone the actions of a question stand in one line each in %s while one is under way',
  async (language) => {
    document.documentElement.dataset['layout'] = 'mobile';
    onTestFinished(async () => {
      document.documentElement.dataset['layout'] = 'desktop';
      await page.viewport(1280, 900);
    });
    await speak(language);
    await draw(<Asks />);
    await expect.element(page.getByRole('dialog').getByRole('button').nth(1)).toBeVisible();
    for (const width of [390, 320]) {
      await page.viewport(width, 800);
      // The steps of the layout follow the window in a moment.
      await expect.poll(broken).toEqual([]);
    }
  },
);
