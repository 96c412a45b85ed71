import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { HistoryTab } from './history-tab.tsx';

test('the totals say which part of them no row shows, and a voided contract has its fees back in its row as in them', async () => {
  const network = wire();
  signIn();
  await draw(<HistoryTab onShowAll={() => undefined} />);
  const ended = { ...position, status: 'closed' as const, closePrice: '97123.30', closeTime: position.openTime };
  const items = [
    { ...ended, id: '1', profit: '4', fee: '2', openFee: '1', financing: '0.5', closeReason: 'manual' },
    { ...ended, id: '2', profit: '0', fee: '1', openFee: '1', financing: '0', closeReason: 'void' },
  ];
  (await network.next('/order/listUOrder')).answer({ items, nextCursor: null });
  (await network.next('/order/results')).answer({
    gross: '4',
    fees: '2',
    financing: '-2.5',
    net: '4.5',
    dividends: '3',
    since: null,
    ended: 2,
    won: 1,
    averageWin: '4.5',
    averageLoss: null,
    largestFall: '0',
    products: [],
  });
  const totals = page.getByLabelText('Totals for the filtered trades');
  await expect.element(totals).toBeVisible();
  const figures = totals.element();
  const told = [...figures.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]);
  expect(told.slice(0, 4)).toEqual([
    ['Net result', '+4.50'],
    ['Fees', '2.00'],
    ['Financing', '0.50'],
    ['Dividends', '+3.00'],
  ]);
  // 4 − 2 − 0.5, and nothing: with the dividends the 4.50.
  await expect.element(page.getByText('+1.50')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Net result 0\.00 USDT/ })).toBeVisible();
});
