import type { Intent } from '@assay/contract/outbox.ts';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { signIn } from '../../test/signed-in.ts';
import { wire } from '../../test/wire.ts';
import { queryClient } from '../shared/client/api.ts';
import { outbox, startOutbox, takeUnanswered } from '../shared/client/outbox.ts';
import { endSession, useSession } from '../shared/client/session.ts';
import { OutboxCards, useUnanswered } from './outbox-cards.tsx';

const asking = '/order/outcome';
const deposits = ['account', 'u1', 'real', 'funds', 'deposits'];
const card = page.getByRole('listitem');

/** As a page writes it down. */
const write = (intent: object & { key: string }) => localStorage.setItem(`outbox.${intent.key}`, JSON.stringify(intent));
const written = (storage: Storage) => Object.keys(storage).filter((name) => /^(outbox|unanswered)\./.test(name));

/** What the page before this one has left without an answer. */
async function left(path: string, summary: string, beside: ReactNode = null) {
  const intent: Intent = { key: crypto.randomUUID(), owner: 'u1', book: 'real', path, subject: '', summary, deadline: 0 };
  write(intent);
  const network = wire();
  outbox.readStore('past');
  const { unmount } = await draw(
    <>
      <OutboxCards />
      {beside}
    </>,
  );
  await expect.element(card.getByText('No answer yet')).toBeVisible();
  return { ...network, unmount };
}

const close = () => userEvent.click(card.getByRole('button', { name: 'Close' }));

beforeAll(startOutbox);
beforeEach(signIn);

test('what nobody waited for says that it was carried out, and what it may have changed is fetched anew', async () => {
  queryClient.setQueryData(deposits, { items: [] });
  const { next } = await left('/user/recharge', 'Deposit · 500 USDT');
  await expect
    .element(card.getByRole('link', { name: 'See your deposits' }))
    .toHaveAttribute('href', '/profile/balance?records=deposits');
  // Another page has sent it: it can't be cancelled here.
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

test('what nobody can tell any more is not called done or refused: it says to look, and where', async () => {
  const { next } = await left('/order/buyU', 'BTCUSDT · 0.01');
  (await next(asking)).answer({ state: 'forgotten', answer: null });
  await expect.element(card.getByText('Check what happened to this')).toBeVisible();
  await expect.element(card.getByText('Real · BTCUSDT · 0.01')).toBeVisible();
  await expect.element(card.getByRole('link', { name: 'See your orders' })).toBeVisible();
  expect(card.getByText(/carried out|refused|No answer/).elements()).toEqual([]);
  await close();
  expect(outbox.entries).toEqual([]);
});

test('many without an answer take a third of the window and no more, with the last of them in sight', async () => {
  const paths = ['/order/buyU', '/order/stopU', '/order/amendU', '/order/submit', '/order/buyOptions', '/order/buySmart'];
  const intents = paths.map((path) => ({
    key: path,
    owner: 'u1',
    book: 'demo',
    path,
    subject: '',
    summary: path,
    deadline: 0,
  }));
  for (const intent of intents) write(intent);
  const { next } = wire();
  outbox.readStore('past');
  await draw(null, <OutboxCards />);
  await expect.poll(() => card.elements()).toHaveLength(6);
  const list = card.first().element().parentElement;
  expect(list?.getBoundingClientRect().height).toBeLessThanOrEqual(innerHeight * 0.34 + 1);
  const { top, bottom } = card.last().element().getBoundingClientRect();
  expect([top > innerHeight / 2, bottom <= innerHeight]).toEqual([true, true]);
  for (const _ of paths) (await next(asking)).answer({ state: 'never', answer: null });
  await expect.poll(() => card.getByText('It was not carried out').elements()).toHaveLength(6);
  for (const { key } of outbox.entries) outbox.dismiss(key);
});

test('a plan without an answer is not looked for in the list of orders', async () => {
  const { next, unmount } = await left('/order/buySmart', 'Gold AI · 30 days');
  await expect.element(card.getByText(/We keep checking what happened/)).toBeVisible();
  expect(card.getByText(/order list/).elements()).toEqual([]);
  await expect.element(card.getByRole('link', { name: 'See your plans' })).toHaveAttribute('href', '/trading?show=mine');
  (await next(asking)).answer({ state: 'never', answer: null });
  await close();
  await unmount();
});

function NextSignIn() {
  useUnanswered();
  const { pathname, search } = useLocation();
  const isLogin = useSession((session) => session.isLogin);
  return <output aria-label="Address">{isLogin ? pathname + search : 'nobody'}</output>;
}

/** The notice after the session of the page has ended while `path` had no answer; returns how to open its list. */
async function signedInAgain(path: string, what: string, told: string): Promise<(label: string, to: string) => Promise<void>> {
  const { unmount } = await left(path, what, <NextSignIn />);
  endSession('http');
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('nobody');
  expect(outbox.entries).toEqual([]);
  expect(page.getByText(what).elements()).toEqual([]);
  signIn();
  await expect.poll(() => document.body.textContent).toContain(`Your last session ended before an answer came: ${told}`);
  return async (label, to) => {
    await userEvent.click(page.getByRole('button', { name: label, exact: true }));
    await expect.poll(() => page.getByLabelText('Address').element().textContent).toBe(to);
    await unmount();
  };
}

const ofPerson = new Set(['/user/identification', '/user/createPriceAlert']);

// Every call that goes by the outbox, and where what it made is listed.
test.each([
  ['/order/buyU', 'See your orders', '/profile?section=orders'],
  ['/order/buySmart', 'See your plans', '/trading?show=mine'],
  ['/order/stopSmart', 'See your plans', '/trading?show=mine'],
  ['/user/createPriceAlert', 'See your price alerts', '/profile/notification?show=alerts'],
  ['/user/loan', 'See your loans', '/loan'],
  ['/user/repayLoan', 'See your loans', '/loan'],
  ['/user/cancelLoan', 'See your loans', '/loan'],
  ['/user/recharge', 'See your deposits', '/profile/balance?records=deposits'],
  ['/user/withdrawal', 'See your withdrawals', '/profile/balance?records=withdrawals'],
  ['/user/cancelWithdrawal', 'See your withdrawals', '/profile/balance?records=withdrawals'],
  ['/user/saveCoinAddress', 'See your addresses and cards', '/profile/balance?withdraw=USDT'],
  ['/user/saveBankCard', 'See your addresses and cards', '/profile/balance?withdraw=USDT'],
  ['/user/deleteWithdrawalMethod', 'See your addresses and cards', '/profile/balance?withdraw=USDT'],
  ['/user/buyNft', 'See your NFTs', '/nfts?show=mine'],
  ['/user/identification', 'See your identity check', '/profile?section=identity'],
  ['/user/demoReset', 'See your account', '/profile'],
])('%s that lost its session is named at the next sign-in, which leads to its list', async (path, label, address) => {
  const what = `What went by ${path}`;
  const follow = await signedInAgain(path, what, ofPerson.has(path) ? what : `Real · ${what}`);
  await follow(label, address);
});

test('what a session ended without is told to each whose it was, once, and by the page after a reload too', async () => {
  const { unmount } = await left('/order/buyU', 'BTCUSDT · 0.01');
  const strange = {
    key: 'k2',
    owner: 'u2',
    book: 'demo',
    path: '/order/submit',
    subject: '',
    summary: 'ETHUSDT · 1',
    deadline: 0,
  };
  write(strange);
  outbox.readStore('past');
  endSession('http');
  expect([outbox.entries, written(localStorage)]).toEqual([[], []]);
  const address = '/src/shared/client/outbox.ts?page=after';
  // The same module once more, as a page that was loaded anew has it.
  const after = (await import(/* @vite-ignore */ address)) as { takeUnanswered: typeof takeUnanswered };
  expect(after.takeUnanswered('u1')).toMatchObject([{ owner: 'u1', book: 'real', summary: 'BTCUSDT · 0.01' }]);
  expect(after.takeUnanswered('u1')).toEqual([]);
  expect(takeUnanswered('u2')).toEqual([strange]);
  expect(written(sessionStorage)).toEqual([]);
  await unmount();
});
