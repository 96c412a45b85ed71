import { afterAll, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../shared/client/test-browser.ts';
import { sourceFigure } from './source-figure.ts';

// Files share a worker: what was put in place of a global must not reach the next one.
afterAll(() => vi.unstubAllGlobals());

fakeBrowser();
const { createFormat } = await import('../../../shared/words/format.ts');

test('a figure of a source is written as the reader’s language writes it, with the decimals it came with', () => {
  const shown = (text: string) => sourceFigure(createFormat('de'), text);
  expect(['2.4%', '-0.10%', '+0.3 %', '1234.50', '50'].map(shown)).toEqual([
    '2,4\u00a0%',
    '-0,10\u00a0%',
    '+0,3\u00a0%',
    '1.234,50',
    '50',
  ]);
});

test('what is no figure, or has a unit of its own, stays as it was written', () => {
  for (const other of ['', '210K', '1,234', '2.4% y/y', '<b>']) expect(sourceFigure(createFormat('de'), other)).toBe(other);
});
