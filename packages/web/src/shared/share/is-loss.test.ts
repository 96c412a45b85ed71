import { languages } from '@assay/contract/vocabulary/languages.ts';
import { expect, test } from 'vitest';
import { createFormat } from '../words/format.ts';
import { isLoss } from './is-loss.ts';

test.each(languages)('a fall is known by its figure in %s, a gain and nothing are none', (language) => {
  const { change } = createFormat(language);
  expect(['-3.93', '4.2', '0'].map((percent) => isLoss(change(percent)))).toEqual([true, false, false]);
});
