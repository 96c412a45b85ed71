import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../../../test/around.tsx';
import { position } from '../../../../test/samples.ts';
import { StopsCell, WaitsForCell } from './term-cells.tsx';

test('what an order waits for reads from left to right on a page that does not', async () => {
  await speak('ar');
  onTestFinished(() => speak('en'));
  const waits = { ...position, orderType: 'stopLimit', status: 'awaiting', openPrice: null } as const;
  await draw(<WaitsForCell position={{ ...waits, triggerPrice: '118000.00', limitPrice: '119000.00' }} />);
  const left = (text: string) => page.getByText(text, { exact: true }).element().getBoundingClientRect().left;
  await expect.element(page.getByText('118,000.00', { exact: true })).toBeVisible();
  expect(left('≥')).toBeLessThan(left('118,000.00'));
  expect(left('→')).toBeLessThan(left('119,000.00'));
});

test('partial targets before the take-profit are counted as so many more', async () => {
  const targets = ['120000.00', '125000.00'].map((price) => ({ price, lots: '0.1' }));
  const { container } = await draw(<StopsCell position={{ ...position, takeProfit: '130000.00', targets }} />);
  await expect.element(page.getByText('130,000.00')).toBeVisible();
  expect(container.textContent).toContain('+2');
});
