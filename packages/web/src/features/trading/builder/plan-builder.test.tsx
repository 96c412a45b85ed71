import { readOffer } from '@assay/domain/plans/product.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { useSession } from '../../../shared/client/session.ts';
import { useProducts } from '../../../shared/trading/plan-products.ts';
import { PlanBuilder } from './plan-builder.tsx';

const terms = {
  amountMin: '100',
  amountMax: '10000',
  penaltyRate: '0.05',
  startsAt: null,
  periods: [{ days: 30, dailyYield: '0.005' }],
};
const offer = readOffer(terms);
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

test('sends the terms that it was asked about with, whatever the offer has become by then', async () => {
  signIn();
  useSession.getState().setBook('real');
  const network = wire();
  const { rerender } = await draw(<PlanBuilder product={product} onBought={() => undefined} />);
  await userEvent.click(page.getByRole('button', { name: 'Buy plan' }));
  const question = page.getByRole('dialog', { name: 'Confirm the plan' });
  await expect.element(question.getByText(/at 0\.5% a day/)).toBeVisible();
  const worse = { ...product, ...readOffer({ ...terms, penaltyRate: '0.5', periods: [{ days: 30, dailyYield: '0.0001' }] }) };
  await rerender(<PlanBuilder product={worse} onBought={() => undefined} />);
  await expect.element(question.getByText(/at 0\.5% a day/)).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Real · Buy plan' }));
  const sent = await network.next('/order/buySmart');
  expect(sent.input).toEqual({
    productId: 'plan-gold',
    days: 30,
    amount: '100',
    seenDailyYield: '0.005',
    seenPenaltyRate: '0.05',
    seenStartsAt: null,
  });
  // Another one waits for its answer.
  sent.refuse('10015', 'Not now');
  await expect.element(question).not.toBeInTheDocument();
});

test('shows the new terms once those that it has sent are refused', async () => {
  function Catalogue() {
    const [first] = useProducts().data ?? [];
    return first === undefined ? null : <PlanBuilder product={first} onBought={() => undefined} />;
  }
  signIn();
  useSession.getState().setBook('real');
  const network = wire();
  const offerTerms = async (plan: typeof terms) => {
    const { code, name: appName, logo } = product;
    const id = 'plan-changed';
    (await network.next('/index/listMarketAll')).answer([{ id }]);
    (await network.next(`/index/getMarketInfo/${id}`)).answer({ id, code, appName, logo, plan });
  };
  await draw(<Catalogue />);
  await offerTerms(terms);
  await userEvent.click(page.getByRole('button', { name: 'Buy plan' }));
  await userEvent.click(page.getByRole('button', { name: 'Real · Buy plan' }));
  (await network.next('/order/buySmart')).refuse('11209', 'The terms have changed');
  await offerTerms({ ...terms, penaltyRate: '0.5', periods: [{ days: 30, dailyYield: '0.0001' }] });
  await expect.element(page.getByText('0.01%').first()).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Buy plan', exact: true }));
  await expect.element(page.getByRole('dialog').getByText(/at 0\.01% a day/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Real · Buy plan' }));
  const { input } = await network.next('/order/buySmart');
  expect(input).toMatchObject({ seenDailyYield: '0.0001', seenPenaltyRate: '0.5' });
});
