import { expect, it } from 'vitest';
import { facesFor, latin } from './fonts.ts';
import { isolated, visualRuns } from './runs.ts';

const fontOf = (character: string) => (/\p{Script_Extensions=Arabic}/u.test(character) ? 'arabic' : latin);
const drawn = (text: string, direction: 'ltr' | 'rtl' = 'rtl') =>
  visualRuns(text, direction, fontOf).map(({ text: part }) => part);

it('a line of Arabic stands from right to left word by word, its letters left to the font', () => {
  expect(drawn('سعر الفتح')).toEqual(['الفتح', ' ', 'سعر']);
  expect(drawn('Opening price', 'ltr').join('')).toBe('Opening price');
});

it('figures, names and dates within it keep their own direction', () => {
  expect(drawn(`من ${isolated('2026-01-02')} إلى ${isolated('trader_one')}`).join('')).toBe('trader_one إلى 2026-01-02 من');
  expect(drawn('-202.14').join('')).toBe('-202.14');
});

it('a figure as its language writes it has only signs that a font has', () => {
  const figure = (tag: string) => new Intl.NumberFormat(tag).format(-99_800.5);
  expect(drawn(figure('fr'), 'ltr').join('')).toBe('-99\u00a0800,5');
  expect(drawn(figure('ar-u-nu-latn')).join('')).toBe('-99,800.5');
});

it('brackets open towards what they enclose', () => {
  expect(drawn('رسوم (5)').join('')).toBe('(5) رسوم');
});

it('a sign above a letter is shaped with it', () => {
  expect(drawn('أُغلق')).toEqual(['أُغلق']);
});

it('only characters that Latin fonts lack are embedded, each from the font of its script and its reader', async () => {
  expect((await facesFor('Opening price, 1.5 – “é”', 'de')).embedded.size).toBe(0);
  const chinese = await facesFor('净盈亏 net', 'zh');
  expect(chinese.fontOf('n')).toBe(latin);
  expect(chinese.fontOf('净')).toMatch(/^sc /);
  const fonts = await facesFor('取引 な 한 ربح', 'ja');
  expect(Array.from('取な한ر', (character) => fonts.fontOf(character).split(' ')[0])).toEqual(['jp', 'jp', 'kr', 'arabic']);
  for (const font of fonts.embedded.values()) expect(font.length).toBeLessThan(20_000);
});
