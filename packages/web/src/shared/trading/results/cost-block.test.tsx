import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../../../test/around.tsx';
import { position } from '../../../../test/samples.ts';
import { holdingNow } from '../live-position.ts';
import { CostBlock } from './cost-block.tsx';

/** Where a part of a text begins on the page. */
function startOf(part: string, text: Text): number {
  const range = document.createRange();
  const from = text.data.indexOf(part);
  range.setStart(text, from);
  range.setEnd(text, from + part.length);
  return range.getBoundingClientRect().left;
}

test('in Arabic what a night costs reads as every other amount: the figure, then its unit, from left to right', async () => {
  await speak('ar');
  await draw(<CostBlock holding={holdingNow({ ...position, financingRate: '0.0002' })} closing={null} />);
  const night = page.getByText(/تدفع/);
  await expect.element(night).toBeVisible();
  const [text] = night.element().childNodes;
  if (!(text instanceof Text)) throw new Error('it is one text');
  const [figure = ''] = /[\d.,]+/.exec(text.data) ?? [];
  expect(startOf(figure, text)).toBeLessThan(startOf('USDT', text));
});
