import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { signIn } from '../../test/signed-in.ts';
import { bookOf, useSession } from './client/session.ts';
import { DepositButton } from './deposit-button.tsx';

function Place() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

const shown = (
  <>
    <DepositButton>Deposit</DepositButton>
    <Place />
  </>
);
const book = () => bookOf(useSession.getState().virtualStatus);

test('on the demo account one question switches and leads to where money comes in', async () => {
  signIn();
  useSession.getState().setBook('demo');
  await draw(shown);
  await userEvent.click(page.getByRole('button', { name: 'Deposit' }));
  await expect.element(page.getByRole('dialog', { name: 'Switch to the real account and deposit?' })).toBeVisible();
  expect(book()).toBe('demo');
  await userEvent.click(page.getByRole('button', { name: 'Switch and deposit' }));
  await expect.element(page.getByText('at /profile/balance?deposit=USDT')).toBeVisible();
  expect(book()).toBe('real');
});

test('on the real account it is a link', async () => {
  signIn();
  useSession.getState().setBook('real');
  await draw(shown);
  await expect.element(page.getByRole('link', { name: 'Deposit' })).toHaveAttribute('href', '/profile/balance?deposit=USDT');
});
