import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { piece } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { useSession } from '../../../shared/client/session.ts';
import { BidForm } from './bid-form.tsx';

beforeEach(() => {
  signIn();
  useSession.getState().setBook('real');
});

test('a bid is the one that was asked about, whatever others bid while the question is open', async () => {
  const { next } = wire();
  const { rerender } = await draw(<BidForm piece={piece} />);
  await userEvent.click(page.getByRole('button', { name: 'Place a bid' }));
  const question = page.getByRole('dialog', { name: 'Confirm your bid' });
  await expect.element(question.getByText('252.00 USDT').first()).toBeVisible();
  await rerender(<BidForm piece={{ ...piece, currentBid: '252', minimumBid: '264.6' }} />);
  await expect.element(page.getByText(/264\.60 USDT/).first()).toBeInTheDocument();
  await userEvent.click(question.getByRole('button', { name: 'Real · Place a bid' }));
  expect((await next('/user/buyNft')).input).toEqual({ id: 'n1', kind: 'bid', amount: '252' });
});
