import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { EquitySources } from './equity-sources.tsx';

beforeEach(signIn);

test('the sum of all sources says of which second it is, since the equity elsewhere on the page follows the prices', async () => {
  const network = wire();
  await draw(<EquitySources hidden={false} />);
  (await network.next('/order/equityBridge')).answer({
    since: null,
    brought: [{ name: 'deposits', amount: '500' }],
    products: [{ product: 'contract', realised: '-12.5', unrealised: '2.25' }],
    other: [],
    equity: '489.75',
  });
  await expect.element(page.getByText('489.75 USDT')).toBeVisible();
  await expect.element(page.getByText(/^Equity · \d\d:\d\d:\d\d$/)).toBeVisible();
});
