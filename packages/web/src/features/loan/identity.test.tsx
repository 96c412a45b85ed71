import { beforeEach, expect, test } from 'vitest';
import { draw } from '../../../test/around.tsx';
import { loan } from '../../../test/samples.ts';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { queryClient } from '../../shared/client/api.ts';
import { useSession } from '../../shared/client/session.ts';
import { VerifiedLine } from './identity.tsx';

beforeEach(() => {
  queryClient.clear();
  signIn();
  useSession.getState().setBook('real');
});

test.each([
  { name: 'nothing is owed', loans: [], line: 'Your identity is verified: you can borrow.' },
  { name: 'a request is under review', loans: [loan('l1', 'pendingReview')], line: '' },
  { name: 'a loan is overdue', loans: [{ ...loan('l1', 'expired'), overdue: true }], line: '' },
])('who is verified is told to be able to borrow where another loan may be requested: $name', async ({ loans, line }) => {
  const { next } = wire();
  const { container } = await draw(<VerifiedLine />);
  (await next('/user/getUserInfo')).answer({ kycStatus: 'verified' });
  (await next('/user/listLoanRecord')).answer({ items: loans, nextCursor: null });
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.poll(() => container.textContent).toBe(line);
});
