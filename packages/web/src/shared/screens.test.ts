import { expect, test } from 'vitest';
import { barScreens, isFor, screens, tabScreens } from './screens.ts';

test('the bar has six screens and the tabs of a phone four, in the order of the specification', () => {
  expect(barScreens.map(({ path }) => path)).toEqual(['/', '/market', '/trading', '/loan', '/nfts', '/profile']);
  expect(tabScreens.map(({ path }) => path)).toEqual(['/', '/market', '/trading', '/profile']);
});

test('each screen stands there once, and what is below the profile is of an account', () => {
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length);
  for (const screen of screens) expect(isFor(screen, 'account'), screen.path).toBe(screen.path.startsWith('/profile'));
});
