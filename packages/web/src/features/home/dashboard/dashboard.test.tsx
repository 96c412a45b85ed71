import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { bookOf, useSession } from '../../../shared/client/session.ts';
import { Actions } from './actions.tsx';
import { NextStep } from './next-step.tsx';
import { Worth } from './worth.tsx';

beforeEach(signIn);

const Course = () => <p>the course</p>;

test('the next step is the first that is not done, and the ring says how many are', async () => {
  const network = wire();
  await draw(<NextStep />);
  (await network.next('/user/firstSteps')).answer({ verified: false, funded: true, traded: true, guarded: false });
  await expect
    .element(page.getByRole('link', { name: /Verify your identity/ }))
    .toHaveAttribute('href', '/profile?section=identity');
  await expect.element(page.getByText('2/4')).toBeVisible();
  await expect.element(page.getByRole('list', { name: '2 of 4 steps done' })).toBeVisible();
});

test('who has done everything is told nothing', async () => {
  const network = wire();
  const { container } = await draw(<NextStep />);
  (await network.next('/user/firstSteps')).answer({ verified: true, funded: true, traded: true, guarded: true });
  await expect.poll(() => container.textContent).toBe('');
});

test('the account is shown with its worth, what the day and the open positions have brought, and its ways on', async () => {
  const network = wire();
  await draw(<Worth Course={Course} actions={<p>ways on</p>} />);
  (await network.next('/order/getProfitTotal')).answer({
    equity: '19795.7512',
    available: '12000',
    coins: '0',
    held: '7795.7512',
    loans: '0',
    unrealisedProfit: '-4.129',
    realisedProfit: '0',
    todayProfit: '0.04',
    products: [],
  });
  for (const text of ['19,795.75 USDT', '+0.04', '-4.13', '12,000.00', 'the course', 'ways on']) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
});

test('what is borrowed is named beside what is available, which may be more than the equity', async () => {
  const network = wire();
  await draw(<Worth Course={Course} actions={null} />);
  (await network.next('/order/getProfitTotal')).answer({
    equity: '19800',
    available: '24231.53',
    coins: '568.47',
    held: '0',
    loans: '5000',
    unrealisedProfit: '0',
    realisedProfit: '0',
    todayProfit: '0',
    products: [],
  });
  await expect.element(page.getByText('Loans owed', { exact: true })).toBeVisible();
  await expect.element(page.getByText('-5,000.00', { exact: true })).toBeVisible();
});

test('who would deposit play money is asked whether to change to the real account first', async () => {
  useSession.getState().setBook('demo');
  await draw(<Actions />);
  await userEvent.click(page.getByRole('button', { name: 'Deposit' }));
  await expect.element(page.getByRole('dialog', { name: 'Switch to the real account and deposit?' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Switch and deposit' }));
  await expect.element(page.getByRole('link', { name: 'Deposit' })).toHaveAttribute('href', '/profile/balance?deposit=USDT');
  expect(bookOf(useSession.getState().virtualStatus)).toBe('real');
});
