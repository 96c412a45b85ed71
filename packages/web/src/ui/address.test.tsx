import '../../test/phone.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../test/around.tsx';
import { Address } from './address.tsx';
import { Confirm } from './confirm.tsx';

const addresses = [
  'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
];

/** The question before money leaves, as far as its place goes. */
function Asks() {
  const { t } = useTranslation('funds');
  return (
    <Confirm
      open
      onOpenChange={() => undefined}
      title="?"
      rows={addresses.map((address) => ({ name: t('method.address'), value: <Address>{address}</Address> }))}
      confirm={t('withdraw.submit')}
      onConfirm={() => undefined}
    />
  );
}

/** The place of an element's letters: boxes around them are left out. */
function lettersOf(element: Element): DOMRect[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found: DOMRect[] = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(text);
    found.push(...range.getClientRects());
  }
  return found;
}

/** How wide each line of a text is, from the first on. */
function linesOf(element: Element): number[] {
  const lines = new Map<number, { left: number; right: number }>();
  for (const { top, left, right } of lettersOf(element)) {
    const known = lines.get(Math.round(top)) ?? { left, right };
    lines.set(Math.round(top), { left: Math.min(known.left, left), right: Math.max(known.right, right) });
  }
  return [...lines.values()].map(({ left, right }) => right - left);
}

/** How far the longest line ends from the end of the row. */
function endsApart(row: Element): number {
  const [box, letters] = [row.getBoundingClientRect(), lettersOf(row)];
  return document.documentElement.dir === 'rtl'
    ? Math.min(...letters.map(({ left }) => left)) - box.left
    : box.right - Math.max(...letters.map(({ right }) => right));
}

/** What is wrong with the layout of the addresses. */
function faults(): string[] {
  const rows = page.getByRole('definition').elements();
  return rows.flatMap((row) => {
    const widths = linesOf(row);
    const name = row.textContent ?? '';
    // Half of the longest line is missing at most: nothing that looks like a word of its own.
    const orphan = Math.min(...widths) < Math.max(...widths) / 2 ? [`${name}: ${widths.map(Math.round).join(' ')}`] : [];
    const ragged = endsApart(row) > 1 ? [`${name} does not stand at the end of its row`] : [];
    const { left, right } = row.getBoundingClientRect();
    const outside = left < 0 || right > innerWidth || row.scrollWidth > row.clientWidth ? [`${name} leaves the page`] : [];
    return [...orphan, ...ragged, ...outside];
  });
}

test.each<Language>(['en', 'de', 'zh', 'ar'])('an address stands in a question in even lines in %s', async (language) => {
  await speak(language);
  await draw(<Asks />);
  await expect.element(page.getByRole('definition').first()).toBeVisible();
  for (const width of [390, 320]) {
    await page.viewport(width, 800);
    await expect.poll(faults).toEqual([]);
  }
});

test('what is copied of an address has no gaps', async () => {
  const [address = ''] = addresses;
  await draw(<Address>{address}</Address>);
  const shown = page.getByText(address, { exact: true });
  await expect.element(shown).toBeVisible();
  getSelection()?.selectAllChildren(shown.element());
  expect(getSelection()?.toString()).toBe(address);
});
