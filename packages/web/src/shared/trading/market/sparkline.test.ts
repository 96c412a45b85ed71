import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import common from '../../../locales/en/common.json';
import { Sparkline } from './sparkline.tsx';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common } } }));

const drawn = (points: readonly number[]) => renderToStaticMarkup(createElement(Sparkline, { points }));
/** How many points the line goes through. */
const pointsOf = (markup: string) => (/ d="([^"]+)"/.exec(markup)?.[1]?.match(/[ML]/g) ?? []).length;

describe('a small line', () => {
  it('has the rising colour when its own change is above 0, and the other one otherwise', () => {
    expect(drawn([100, 90, 100.01])).toContain('text-rise');
    for (const [points, other] of [
      [[100, 120, 100], 'text-flat'],
      [[100, 120, 99.99], 'text-fall'],
      // As little as is written 0.00 beside it.
      [[100, 120, 100.009], 'text-flat'],
    ] as const) {
      expect(drawn(points)).toContain(other);
      expect(drawn(points)).not.toContain('text-rise');
    }
  });

  it('draws the 100 latest points', () => {
    expect(pointsOf(drawn([3, 1, 2]))).toBe(3);
    expect(pointsOf(drawn(Array.from({ length: 140 }, (_, index) => index)))).toBe(100);
  });

  it('without data draws a stand-in of 100 points, muted and called one', () => {
    for (const points of [[], [5]]) {
      const markup = drawn(points);
      expect(pointsOf(markup)).toBe(100);
      expect(markup).toContain('text-muted');
      expect(markup).not.toContain('text-rise');
      expect(markup).toContain('no data');
    }
  });
});
