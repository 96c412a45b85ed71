import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import type { Draft } from '@assay/contract/first-page.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFormat } from '../shared/words/format.ts';
import { choose, fill, textsOf } from './filling.ts';
import { rowsWithGaps } from './looks.ts';
import { drawPage, drawRow, prepare } from './render.tsx';

const bitcoin: MarketItem = {
  code: 'BTCUSDT',
  type: 2,
  id: 'crypto-BTCUSDT',
  appName: 'Bitcoin & Sons <"x">',
  logo: '/logos/btc.svg',
  price: '95000.5',
  nowPrice: '96123.00',
  zdf: '1.17',
  hundred: [95000.5, 95800, 96123],
  open: true,
};
const items: readonly MarketItem[] = [
  bitcoin,
  { ...bitcoin, code: 'EURUSD', id: 'forex-EURUSD', type: 6, logo: '', zdf: '-0.40', hundred: [1.2, 1.1] },
  // Risen over its line, and fallen over the day that its change is of.
  { ...bitcoin, code: 'NAMEPRICE', zdf: '0.00', hundred: [1, 1.5, 1] },
  { ...bitcoin, code: 'XAU', nowPrice: '', zdf: '-3.00' },
];

let draft: Draft;
beforeAll(async () => {
  await prepare();
  const rows = rowsWithGaps(drawRow);
  draft = { language: 'en', layout: 'mobile', reader: 'visitor', parts: ['<b>', '</b>', ''], rows, scripts: [], styles: [] };
});

const rowsIn = (html: string): string => html.slice(3, html.indexOf('</b>'));
const told = (html: string): unknown => JSON.parse(html.slice(html.indexOf('</b>') + 4));

describe('rows that are filled in', () => {
  test('are letter for letter what the page itself draws of the same prices', () => {
    const format = createFormat('en');
    for (const item of items) expect(rowsIn(fill(draft, [item]))).toBe(drawRow(textsOf(item, format)));
    expect(rowsIn(fill(draft, items))).toContain('96,123.00');
  });

  test('would not be with another look, or another price', () => {
    const own = rowsIn(fill(draft, [bitcoin]));
    for (const other of [{ zdf: '-1.17' }, { hundred: [2, 1] }, { logo: '' }, { nowPrice: '96123.01' }])
      expect(own).not.toBe(drawRow(textsOf({ ...bitcoin, ...other }, createFormat('en'))));
    expect(own).not.toBe(drawRow(textsOf(bitcoin, createFormat('de'))));
  });

  test('come with their texts in JSON that cannot end its element', () => {
    const html = fill(draft, items);
    expect(html).not.toContain('<"x">');
    expect(told(html)).toEqual({
      language: 'en',
      layout: 'mobile',
      book: null,
      rows: items.map((item) => textsOf(item, createFormat('en'))),
    });
  });

  test('are refused where the build has not drawn their look', () => {
    const { rows, ...others } = draft;
    const [missing = '', ...drawn] = Object.entries(rows);
    expect(() => fill({ ...others, rows: Object.fromEntries(drawn) }, [{ ...bitcoin, logo: '' }])).toThrow(
      /looks like BTCUSDT/,
    );
    expect(missing).not.toBe('');
  });

  test('are none where somebody is signed in', () => {
    const html = fill({ ...draft, reader: 'real', rows: {} }, items);
    expect(told(html)).toEqual({ language: 'en', layout: 'mobile', book: 'real', rows: [] });
  });
});

test('a phone shows eight instruments of the catalogue, a desktop ten', () => {
  const listed = Array.from({ length: 30 }, (_, index) => ({ code: `C${index}`, type: 2 + (index % 5) }));
  expect(choose(draft, listed)).toHaveLength(8);
  expect(choose({ ...draft, layout: 'desktop' }, listed)).toHaveLength(10);
});

test('home is a skeleton within its frame where its own code is not asked for', () => {
  const page = drawPage();
  expect(page).toContain('<main id="content"');
  expect(page).toContain('Loading');
  expect(page).not.toContain('<h1');
});
