import { languages } from '@assay/contract/vocabulary/languages.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../client/test-browser.ts';
import { isLoss } from './is-loss.ts';

// Files share a worker: what was put in place of a global must not reach the next one.
afterAll(() => vi.unstubAllGlobals());

fakeBrowser();
const { createFormat } = await import('../words/format.ts');

test.each(languages)('a fall is known by its figure in %s, a gain and nothing are none', (language) => {
  const { change } = createFormat(language);
  expect(['-3.93', '4.2', '0'].map((percent) => isLoss(change(percent)))).toEqual([true, false, false]);
});
