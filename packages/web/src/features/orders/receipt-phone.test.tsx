import '../../../test/phone.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../../test/around.tsx';
import { closedReceipt } from '../../../test/samples.ts';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';

beforeEach(signIn);

test.each(['de', 'zh', 'ar', 'fr', 'ja'] as const)(
  'in %s nothing of a receipt lies beyond the edge of a phone',
  async (language) => {
    await page.viewport(390, 844);
    await speak(language);
    const network = wire();
    await draw(<ReceiptDialog id="7" onClose={() => undefined} />);
    (await network.next('/order/receipt/7')).answer(closedReceipt);
    const tables = page.getByRole('dialog').getByRole('region');
    await expect.poll(() => tables.elements().length).toBe(2);
    // The letters of a language may come after its words.
    await expect.poll(() => tables.elements().map((table) => table.scrollWidth - table.clientWidth)).toEqual([0, 0]);
    const told = tables.elements().map((table) => table instanceof HTMLElement && table.innerText);
    // The origin of a quote, and the time of a transfer, are shown all the same.
    expect(told[0]).toContain('BTCUSDT');
    expect(told[1]).toMatch(/\d\d:\d\d:\d\d/);
    // A date in Chinese or Japanese has no space, and is never broken within.
    const dates = [...(tables.elements()[0]?.querySelectorAll('bdi') ?? [])].filter(({ textContent }) =>
      /日/u.test(textContent),
    );
    for (const { textContent, firstChild } of dates) {
      const date = document.createRange();
      if (firstChild === null) throw new Error('an empty date');
      date.setStart(firstChild, 0);
      date.setEnd(firstChild, textContent.indexOf('日') + 1);
      expect(date.getClientRects(), textContent).toHaveLength(1);
    }
    expect(dates.length > 0).toBe(language === 'zh' || language === 'ja');
    // The amount is aligned with the end of its column, and so is the text below it.
    const edges = [...(tables.elements()[1]?.querySelectorAll('td:last-child bdi') ?? [])].map((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const { left, right } = text.getBoundingClientRect();
      return Math.round(language === 'ar' ? left : right);
    });
    expect(edges).toHaveLength(2);
    expect(Math.abs((edges[0] ?? 0) - (edges[1] ?? 0))).toBeLessThan(2);
  },
);
