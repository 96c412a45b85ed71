import { languages } from '@assay/contract/vocabulary/languages.ts';
import { describe, expect, it, test } from 'vitest';
import { type Body, bodies } from './bodies.ts';
import { textsOf } from './faults.ts';
import { lengthFaults, placeFaults, places, widthOf } from './places.ts';

test('of every text of the site it is said where it stands, and nothing is said of a text that is gone', () => {
  expect(placeFaults(bodies.site)).toEqual([]);
  expect(places.length).toBeGreaterThan(100);
});

test.each(languages)('the words of %s have room where they stand', (language) => {
  expect(lengthFaults(bodies.site, language)).toEqual([]);
});

describe('what is planted', () => {
  const reworded = (key: string, text: string): Body => ({
    ...bodies.site,
    texts: new Map([...bodies.site.texts, ['de', new Map(textsOf(bodies.site, 'de')).set(key, text)]]),
  });

  test('a button that four in a row have no room for is found', () => {
    expect(lengthFaults(reworded('dashboard:action.deposit', 'Guthaben einzahlen'), 'de')).toEqual([
      expect.stringMatching(/^dashboard:action\.deposit is 18 letters wide, and 10 have room/),
    ]);
  });

  test('a badge in Chinese letters counts each of them twice', () => {
    expect(lengthFaults(reworded('nfts:status.sold', '已经成交并且支付'), 'de')).toHaveLength(1);
    expect(lengthFaults(reworded('nfts:status.sold', '已经成交'), 'de')).toEqual([]);
  });

  test('a text that nothing is said of is found, and a place without a text', () => {
    const without = places.filter(({ keys }) => !keys.startsWith('sweep:'));
    expect(placeFaults(bodies.site, without)).toContain('sweep:closeAll.action stands nowhere');
    expect(placeFaults(bodies.site, [...places, { keys: 'nowhere:', what: '' }])).toEqual(['nothing stands at nowhere:']);
  });
});

describe('a width', () => {
  it('counts no value and no mark above a letter', () => {
    expect(widthOf(bodies.site, '{{count}} مُدّة')).toBe(4);
    expect(widthOf(bodies.site, '충전 USDT')).toBe(9);
  });
});
