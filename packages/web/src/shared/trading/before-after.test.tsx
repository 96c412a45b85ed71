import { nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, test } from 'vitest';
import { draw } from '../../../test/around.tsx';
import { BeforeAfter } from './before-after.tsx';

const money = (text: string) => parseAmount(text, usdt) ?? nothing;

test.each([
  ['what an order changes is told before and after', '62477.25', '71,182.7462,477.25'],
  ['what it leaves as it is stands there once', '71182.74', '71,182.74 USDT'],
])('%s', async (_, after, told) => {
  const { container } = await draw(<BeforeAfter before={money('71182.74')} after={money(after)} asset={usdt} />);
  expect(container.textContent).toBe(told);
});
