import { nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { loan, plan, position, spotOrder, withdrawalTerms, address } from '../../test/samples.ts';
import { signIn } from '../../test/signed-in.ts';
import { wire } from '../../test/wire.ts';
import { WithdrawForm } from '../features/funds/withdraw/withdraw-form.tsx';
import { RepayDialog } from '../features/loan/mine/repay-dialog.tsx';
import { ConfirmBid, ConfirmPurchase } from '../features/nfts/detail/confirmations.tsx';
import { AmendDialog } from '../features/orders/contracts/amend-dialog.tsx';
import { CancelDialog } from '../features/orders/contracts/cancel-dialog.tsx';
import { CloseDialog } from '../features/orders/contracts/close-dialog.tsx';
import { MarginDialog } from '../features/orders/contracts/margin-dialog.tsx';
import { CancelSpotDialog } from '../features/orders/spot/cancel-spot-dialog.tsx';
import { ExitDialog } from '../features/trading/mine/exit-dialog.tsx';
import { useSession } from '../shared/client/session.ts';

// Whatever moves money on the real account says so on the button that does it.

const done = () => undefined;
const asked = { open: true, onOpenChange: done, busy: false, onConfirm: done, onCancel: done, available: undefined };
const piece = { title: 'Slow River', charity: 'Rivers' };
const amount = parseAmount('252', usdt) ?? nothing;

const parts: readonly (readonly [string, () => ReactNode, string])[] = [
  ['closing a contract', () => <CloseDialog position={position} onDone={done} />, 'Close at any price'],
  ['withdrawing a contract order', () => <CancelDialog position={position} onDone={done} />, 'Cancel order'],
  ['amending a contract', () => <AmendDialog position={position} onDone={done} />, 'Save'],
  ['moving margin', () => <MarginDialog position={position} onDone={done} />, 'Change margin'],
  ['withdrawing a spot order', () => <CancelSpotDialog order={spotOrder('s1')} onDone={done} />, 'Cancel order'],
  ['leaving a plan', () => <ExitDialog plan={plan} onDone={done} />, 'Exit early'],
  ['repaying a loan', () => <RepayDialog loan={loan('l1', 'repaying')} onDone={done} />, 'Repay in full'],
  [
    'bidding',
    () => <ConfirmBid {...asked} piece={piece} held={nothing} decision={{ amount, hold: amount, endsAt: 0 }} />,
    'Place a bid',
  ],
  ['buying a piece', () => <ConfirmPurchase {...asked} piece={piece} price="252" />, 'Buy now'],
  ['withdrawing money', () => <WithdrawForm terms={withdrawalTerms} method={address} />, 'Withdraw'],
];

beforeEach(() => {
  signIn();
  useSession.getState().setBook('real');
});

test.each(parts)('%s names the real account', async (_, part, label) => {
  wire();
  await draw(part());
  await expect.element(page.getByRole('button', { name: `Real · ${label}`, exact: true })).toBeVisible();
  const sending = Array.from(document.querySelectorAll('button[type=submit]'), (button) => button.textContent);
  expect(sending).toEqual([`Real · ${label}`]);
});
