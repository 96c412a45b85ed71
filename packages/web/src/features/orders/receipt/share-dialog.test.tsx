import type { SharedReceipt } from '@assay/contract/endpoints/sharing.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { at } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { queryClient } from '../../../shared/client/api.ts';
import { ShareDialog } from './share-dialog.tsx';

beforeEach(() => {
  queryClient.clear();
  signIn();
});

const shared: SharedReceipt = {
  book: 'demo',
  sharedAt: at,
  hidesAmounts: false,
  figures: null,
  percent: '1.5',
  receipt: {
    id: '',
    kind: 'contract',
    status: 'closed',
    terms: { instrument: 'BTCUSDT', side: 'long', leverage: '10' },
    quotes: [],
    steps: [],
    transfers: [],
  },
};
const hides = page.getByRole('switch');
const stop = page.getByRole('button', { name: 'Stop sharing' });

test('a receipt that is shown already says so, as it is shown, and can be taken back at once', async () => {
  const network = wire();
  let closed = 0;
  await draw(<ShareDialog id="7" onClose={() => (closed += 1)} />);
  (await network.next('/user/shareOf/7')).answer({ code: 'abc', hidesAmounts: false });
  (await network.next('/index/checkReceipt/abc')).answer(shared);
  await expect.element(hides).not.toBeChecked();
  await userEvent.click(stop);
  const asked = await network.next('/user/revokeShare');
  expect(asked.input).toEqual({ id: '7' });
  asked.answer({});
  await expect.poll(() => closed).toBe(1);
});

test('one that nobody sees begins without its amounts, and is shown only when that is asked for', async () => {
  const network = wire();
  await draw(<ShareDialog id="7" onClose={() => undefined} />);
  (await network.next('/user/shareOf/7')).answer(null);
  await expect.element(hides).toBeChecked();
  expect(stop.elements()).toEqual([]);
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Make the card' }));
  const asked = await network.next('/user/shareReceipt');
  expect(asked.input).toEqual({ id: '7', hidesAmounts: true });
  asked.answer({ code: 'abc', hidesAmounts: true });
  (await network.next('/index/checkReceipt/abc')).answer({ ...shared, hidesAmounts: true });
  await expect.element(stop).toBeVisible();
});
