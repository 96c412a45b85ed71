import { afterAll, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../client/test-browser.ts';
import { distanceText } from './distance.ts';

// Files share a worker: what was put in place of a global must not reach the next one.
afterAll(() => vi.unstubAllGlobals());

fakeBrowser();
const { createFormat } = await import('./format.ts');

test('a distance has a sign and no decimals that say nothing', () => {
  const of = (language: 'en' | 'de') => [-5, 1].map((percent) => distanceText(createFormat(language), percent));
  expect(of('en')).toEqual(['−5%', '+1%']);
  expect(of('de')).toEqual(['−5\u00a0%', '+1\u00a0%']);
});
