import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standing } from '../../test/act.tsx';
import { draw } from '../../test/around.tsx';
import { stopClock } from '../../test/clock.ts';
import { heardFeed } from '../../test/feed.ts';
import { bitcoin, bitcoinContract, loan, position } from '../../test/samples.ts';
import { signIn } from '../../test/signed-in.ts';
import { wire } from '../../test/wire.ts';
import { RepayDialog } from '../features/loan/mine/repay-dialog.tsx';
import { CloseDialog } from '../features/orders/contracts/close-dialog.tsx';
import { queryClient } from '../shared/client/api.ts';

/** Opened after the sign-in: it belongs to that user. */
let feed: ReturnType<typeof heardFeed> | undefined;

beforeEach(async () => {
  queryClient.clear();
  signIn();
  // A new sign-in has another connection.
  if (feed === undefined) feed = heardFeed();
  else await feed.breakOff();
});

const opener = page.getByRole('button', { name: 'Opener' });

/** What opens a sheet lies where all that is in the sheet comes. */
function Covering({ children }: { children(onDone: () => void): ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" style={{ position: 'fixed', inset: 0 }} onClick={() => setOpen(true)}>
        Opener
      </button>
      {open ? children(() => setOpen(false)) : null}
    </>
  );
}

const held = { ...position, id: crypto.randomUUID() };
const owed = loan('second-tap', 'repaying');

test.each([
  [
    'closes no position at any price',
    'Demo · Close at any price',
    '/order/stopU',
    (done: () => void) => <CloseDialog position={held} onDone={done} />,
  ],
  ['repays no loan', /Repay/, '/user/repayLoan', (done: () => void) => <RepayDialog loan={owed} onDone={done} />],
] as const)('the second tap of two that opened a sheet %s', async (_, name, path, sheet) => {
  const network = wire();
  await draw(<Covering>{sheet}</Covering>);
  const target = page.getByRole('button', { name }).last();
  await userEvent.click(opener, { position: { x: 5, y: 5 } });
  await expect.element(page.getByRole('dialog')).toBeVisible();
  const quote = { code: 'BTCUSDT', price: '97123.40', bid: '97123.30', ask: '97123.50', zdf: '1.00' };
  feed?.quote({ ...quote, time: new Date().toISOString() });
  if (path === '/order/stopU')
    (await network.next(`/index/getMarketInfo/${held.instrumentId}`)).answer({ ...bitcoin, contract: bitcoinContract });
  const balances = [{ asset: 'USDT', available: '50000', held: '0' }];
  if (path !== '/order/stopU') (await network.next('/order/getAssestInfo/USDT')).answer({ balances });
  await expect.element(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
  await expect.element(target).toBeEnabled();
  await standing(target);
  const { left, top, width, height } = target.element().getBoundingClientRect();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
  const passes = stopClock();
  await userEvent.click(opener, { position: { x: left + width / 2, y: top + height / 2 } });
  await standing(target);
  const at = target.element().getBoundingClientRect();
  expect([at.left, at.top]).toEqual([left, top]);
  const sent = () => network.calls.filter((call) => call.path === path);
  await userEvent.click(target);
  await passes(600);
  expect(sent()).toEqual([]);
  await userEvent.click(target);
  await expect.poll(sent).toHaveLength(1);
});
