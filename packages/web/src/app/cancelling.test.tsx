import type { WithdrawalTerms } from '@assay/contract/endpoints/funds.ts';
import type { Limits } from '@assay/contract/endpoints/limits.ts';
import type { Loan } from '@assay/contract/endpoints/loans.ts';
import type { SpotOrder } from '@assay/contract/endpoints/order.ts';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { bitcoin, position } from '../../test/samples.ts';
import { signIn } from '../../test/signed-in.ts';
import { wire } from '../../test/wire.ts';
import { AddMethod } from '../features/funds/withdraw/add-method.tsx';
import { CancelDialog as WithdrawLoan } from '../features/loan/mine/cancel-dialog.tsx';
import { RepayDialog } from '../features/loan/mine/repay-dialog.tsx';
import { CancelDialog as WithdrawContract, CloseDialog } from '../features/orders/contracts/end-dialogs.tsx';
import { CancelSpotDialog } from '../features/orders/spot/cancel-spot-dialog.tsx';
import { CoolOff } from '../features/profile/protection/cool-off.tsx';

// Whoever presses Cancel while something is on its way means that it shall not happen: in every dialog the call is given up.

const at = '2025-06-02T12:00:00.000Z';
/** What one test leaves without an answer must not hold up the next. */
const id = () => crypto.randomUUID();
const owed = { principal: '1000', interest: '3', total: '1003' };

const coins = (): SpotOrder => ({
  id: id(),
  orderNo: 'S0001',
  code: bitcoin.code,
  instrumentId: bitcoin.id,
  base: 'BTC',
  side: 'buy',
  type: 'limit',
  sizedBy: 'quantity',
  price: '90000.00',
  priceScale: 2,
  quantity: '0.01',
  turnover: '900',
  filledPrice: null,
  fee: '0.00001',
  feeAsset: 'BTC',
  held: '900',
  heldAsset: 'USDT',
  profit: null,
  createdAt: at,
  filledAt: null,
  cancelledAt: null,
  status: 'open',
});

const loan = (status: Loan['status']): Loan => ({
  id: id(),
  loanNo: 'L0001',
  amount: '1000',
  days: 30,
  dailyRate: '0.0004',
  freeDays: 7,
  totalInterest: '9.2',
  repaymentDate: null,
  repaymentAmount: '1009.2',
  status,
  createdAt: at,
  paidOutAt: null,
  owed,
  principalPaid: '0',
  interestPaid: '0',
  interestPerDay: '0.4',
  day: 14,
  daysLeft: 16,
  overdue: false,
  schedule: [],
  agreementVersion: '1',
  agreementLanguage: 'en',
  history: [],
});

const used = { limit: '10000', used: '0' };
const tron = { coin: 'USDT', network: 'TRC20', networkName: 'Tron (TRC20)', chain: 'tron' } as const;
const terms: WithdrawalTerms = {
  feeRate: '0.01',
  confirmBy: 'mail',
  holdUntil: null,
  newMethodWaitSeconds: 3600,
  level: 'unverified',
  day: used,
  month: used,
  coins: [{ ...tron, minimum: '50', available: '100', priceUsdt: '1' }],
  card: { coin: 'USDT', minimum: '50', available: '100' },
};

const limits: Limits = {
  dailyLoss: { limit: null, used: '0', resetsAt: at, pending: null },
  coolOff: { until: null, endsEarlyAt: null },
  exclusion: { excluded: false, until: null },
  looseningSeconds: 3600,
  blocked: { real: null, demo: null },
};

const press = (name: string) => userEvent.click(page.getByRole('button', { name }));
const done = () => undefined;

beforeEach(signIn);

/** The dialog, how its call is sent off, where it goes, and how it is cancelled. */
const dialogs: readonly [string, () => ReactNode, () => Promise<void>, string, string][] = [
  [
    'closing a contract',
    () => <CloseDialog position={{ ...position, id: id() }} onDone={done} />,
    () => press('Demo · Close at any price'),
    '/order/stopU',
    'Cancel',
  ],
  [
    'withdrawing a contract order',
    () => <WithdrawContract position={{ ...position, id: id() }} onDone={done} />,
    () => press('Withdraw order'),
    '/order/stopU',
    'Cancel',
  ],
  [
    'withdrawing a spot order',
    () => <CancelSpotDialog order={coins()} onDone={done} />,
    () => press('Withdraw order'),
    '/order/cancelBb',
    'Cancel',
  ],
  [
    'withdrawing the request for a loan',
    () => <WithdrawLoan loan={loan('pendingReview')} onDone={done} />,
    () => press('Withdraw'),
    '/user/cancelLoan',
    'Cancel',
  ],
  [
    'repaying a loan',
    () => <RepayDialog loan={loan('repaying')} onDone={done} />,
    () => press('Repay in full'),
    '/user/repayLoan',
    'Back',
  ],
  [
    'saving an address',
    () => <AddMethod terms={terms} onClose={done} />,
    async () => {
      await userEvent.fill(page.getByLabelText('Wallet address'), 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
      await userEvent.fill(page.getByLabelText('Label'), 'Mine');
      await press('Save');
    },
    '/user/saveCoinAddress',
    'Cancel',
  ],
];

describe('Cancel', () => {
  test.each(dialogs)('while %s is on its way gives it up and closes its key', async (_, dialog, send, path, cancel) => {
    const network = wire();
    await draw(dialog());
    await send();
    const hanging = await network.next(path);
    await press(cancel);
    await expect.poll(hanging.ended).toBe(true);
    const asked = await network.next('/order/outcome');
    expect([asked.query.get('path'), asked.query.get('key'), asked.query.get('deadline')]).toEqual([
      path,
      hanging.headers.get('Idempotency-Key'),
      '0',
    ]);
  });

  test('while a break is on its way gives it up, and the break can be asked for again', async () => {
    const network = wire();
    await draw(<CoolOff limits={limits} />);
    const start = page.getByRole('button', { name: 'Take a break' });
    await userEvent.click(start);
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Take a break' }));
    const hanging = await network.next('/user/setCoolOff');
    await press('Cancel');
    await expect.poll(hanging.ended).toBe(true);
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
    await userEvent.click(start);
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Take a break' }));
    await network.next('/user/setCoolOff');
  });
});
