import type { Intent } from '@assay/contract/outbox.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { signIn } from '../../test/signed-in.ts';
import { wire } from '../../test/wire.ts';
import { queryClient } from '../shared/client/api.ts';
import { outbox } from '../shared/client/outbox.ts';
import { OutboxCards } from './outbox-cards.tsx';

const asking = '/order/outcome';
const deposits = ['account', 'u1', 'real', 'funds', 'deposits'];
const card = page.getByRole('listitem');

/** What the page before this one has left without an answer. */
async function left(path: string, summary: string) {
  const intent: Intent = { key: crypto.randomUUID(), owner: 'u1', book: 'real', path, subject: '', summary, deadline: 0 };
  localStorage.setItem('outbox', JSON.stringify([intent]));
  const network = wire();
  outbox.readStore('past');
  await draw(<OutboxCards />);
  await expect.element(card.getByText('No answer yet')).toBeVisible();
  return network;
}

const close = () => userEvent.click(card.getByRole('button', { name: 'Close' }));

beforeEach(signIn);

test('what nobody waited for says that it was carried out, and what it may have changed is fetched anew', async () => {
  queryClient.setQueryData(deposits, { items: [] });
  const { next } = await left('/user/recharge', 'Deposit · 500 USDT');
  expect(card.getByRole('link').elements()).toEqual([]);
  // Another page has sent it: nobody here can give it up.
  expect(card.getByRole('button').elements()).toEqual([]);
  (await next(asking)).answer({ state: 'done', answer: {} });
  await expect.element(card.getByText('It was carried out')).toBeVisible();
  await expect.element(card.getByText('Real · Deposit · 500 USDT')).toBeVisible();
  await expect.poll(() => queryClient.getQueryState(deposits)?.isInvalidated).toBe(true);
  await close();
});

test('what was never carried out is not called refused; an order leads to the orders', async () => {
  const { next } = await left('/order/buyU', 'BTCUSDT · 0.01');
  (await next(asking)).answer({ state: 'never', answer: null });
  await expect.element(card.getByText('It was not carried out')).toBeVisible();
  expect(card.getByText('It was refused').elements()).toEqual([]);
  await expect.element(card.getByRole('link', { name: 'See your orders' })).toBeVisible();
  await close();
});
