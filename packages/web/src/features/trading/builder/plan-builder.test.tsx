import { readOffer } from '@assay/domain/plans/product.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { wire } from '../../../../test/wire.ts';
import { PlanBuilder } from './plan-builder.tsx';

const offer = readOffer({
  amountMin: '100',
  amountMax: '10000',
  penaltyRate: '0.05',
  startsAt: null,
  periods: [{ days: 30, dailyYield: '0.005' }],
});
const product = { id: 'plan-gold', code: 'GOLDAI-GOLD', name: 'Gold', logo: '/logos/plan/goldai.svg', ...offer };

test('asks for an amount within the range of the product', async () => {
  wire();
  await draw(<PlanBuilder product={product} onBought={() => undefined} />);
  const amount = page.getByRole('textbox', { name: 'Investment amount' });
  const refusal = page.getByText('Enter an amount from 100.00 to 10,000.00 USDT');
  for (const text of ['99.999999', '10000.000001']) {
    await userEvent.fill(amount, text);
    await expect.element(refusal).toBeVisible();
    await userEvent.fill(amount, '10000');
    await expect.element(refusal).not.toBeInTheDocument();
  }
});
