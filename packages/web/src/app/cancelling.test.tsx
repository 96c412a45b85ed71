import type { Limits } from '@assay/contract/endpoints/limits.ts';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { at, loan, position, spotOrder, withdrawalTerms } from '../../test/samples.ts';
import { signIn } from '../../test/signed-in.ts';
import { wire } from '../../test/wire.ts';
import { AddMethod } from '../features/funds/withdraw/add-method.tsx';
import { CancelDialog as WithdrawLoan } from '../features/loan/mine/cancel-dialog.tsx';
import { RepayDialog } from '../features/loan/mine/repay-dialog.tsx';
import { CancelDialog as WithdrawContract } from '../features/orders/contracts/cancel-dialog.tsx';
import { CloseDialog } from '../features/orders/contracts/close-dialog.tsx';
import { CancelSpotDialog } from '../features/orders/spot/cancel-spot-dialog.tsx';
import { CoolOff } from '../features/profile/protection/cool-off.tsx';

// Pressing Cancel while a call is in flight means that it shall not happen: in every dialog the call is aborted.

/** What one test leaves without an answer must not hold up the next. */
const id = () => crypto.randomUUID();

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
    () => press('Demo · Cancel order'),
    '/order/stopU',
    'Keep it',
  ],
  [
    'withdrawing a spot order',
    () => <CancelSpotDialog order={spotOrder(id())} onDone={done} />,
    () => press('Demo · Cancel order'),
    '/order/cancelBb',
    'Keep it',
  ],
  [
    'withdrawing the request for a loan',
    () => <WithdrawLoan loan={loan(id(), 'pendingReview')} onDone={done} />,
    () => press('Cancel request'),
    '/user/cancelLoan',
    'Keep it',
  ],
  [
    'repaying a loan',
    () => <RepayDialog loan={loan(id(), 'repaying')} onDone={done} />,
    () => press('Demo · Repay in full'),
    '/user/repayLoan',
    'Back',
  ],
  [
    'saving an address',
    () => <AddMethod terms={withdrawalTerms} coin="USDT" onClose={done} />,
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
