import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import common from '../../locales/en/common.json';
import { Sparkline } from './sparkline.tsx';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common } } }));

const drawn = (points: readonly number[], change: string | null) =>
  renderToStaticMarkup(createElement(Sparkline, { points, change }));
/** How many points the line goes through. */
const pointsOf = (markup: string) => (/ d="([^"]+)"/.exec(markup)?.[1]?.match(/[ML]/g) ?? []).length;

describe('a small line', () => {
  it('has the rising colour when the change is above 0, and the other one otherwise', () => {
    expect(drawn([1, 2], '0.01')).toContain('text-rise');
    for (const [change, other] of [
      ['0', 'text-flat'],
      ['-0.01', 'text-fall'],
      [null, 'text-flat'],
    ] as const) {
      expect(drawn([1, 2], change)).toContain(other);
      expect(drawn([1, 2], change)).not.toContain('text-rise');
    }
  });

  it('draws the 100 latest points', () => {
    expect(pointsOf(drawn([3, 1, 2], '1'))).toBe(3);
    expect(
      pointsOf(
        drawn(
          Array.from({ length: 140 }, (_, index) => index),
          '1',
        ),
      ),
    ).toBe(100);
  });

  it('without data draws a stand-in of 100 points, muted and called one', () => {
    for (const points of [[], [5]]) {
      const markup = drawn(points, '1');
      expect(pointsOf(markup)).toBe(100);
      expect(markup).toContain('text-muted');
      expect(markup).not.toContain('text-rise');
      expect(markup).toContain('no data');
    }
  });
});
