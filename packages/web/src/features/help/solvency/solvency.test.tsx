import type { PublicSolvency } from '@assay/contract/endpoints/solvency.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, speak } from '../../../../test/around.tsx';
import { wire } from '../../../../test/wire.ts';
import { Solvency } from './solvency.tsx';

type Asset = PublicSolvency['assets'][number];

const network = {
  network: 'ETH',
  name: 'Ethereum',
  chain: 'ethereum',
  state: 'told',
  height: 1234,
  at: '2030-01-02T00:00:00.000Z',
} as const;
const asset = (code: string, held: string | null, owed: string, ratio: string | null): Asset => ({
  asset: code,
  networks: [held === null ? { ...network, state: 'silent', held, height: null, at: null } : { ...network, held }],
  held,
  owed,
  sealed: '5',
  ratio,
});
const solvency: PublicSolvency = {
  at: '2030-01-02T00:00:00.000Z',
  seal: { day: '2030-01-01', liabilitiesRoot: 'ab'.repeat(32) },
  assets: [
    asset('ETH', '9.9999', '10', '0.9999'),
    asset('BTC', '6', '5', '1.2'),
    asset('USDT', null, '5', null),
    asset('SOL', '0', '0', null),
    { ...asset('LINK', null, '0', null), sealed: null },
    { ...asset('UNI', '0', '0', null), sealed: '0' },
  ],
  claims: [
    { asset: 'DOGE', owed: '100', usdt: '12.5' },
    { asset: 'PEPE', owed: '7', usdt: null },
  ],
  reserves: [
    {
      chain: 'ethereum',
      address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
      label: 'Cold wallet',
      message: 'Held for the customers of https://assay.example',
      signature: `0x${'12'.repeat(65)}`,
      declaredAt: '2030-01-01T00:00:00.000Z',
    },
  ],
};

test('a shortfall by a hair is one, what no node tells is never covered, and claims stand apart', async () => {
  const { next } = wire();
  await draw(<Solvency />);
  (await next('/index/solvency')).answer(solvency);
  const card = (code: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: code, exact: true }) });
  await expect.element(card('ETH').getByText('Too little: 99.99%')).toBeVisible();
  await expect.element(card('ETH').getByText(/block 1,234/)).toBeVisible();
  await expect.element(card('ETH').getByRole('time')).toHaveAttribute('datetime', network.at);
  await expect.element(card('BTC').getByText('Covered: 120%')).toBeVisible();
  await expect.element(card('USDT').getByText('Not known')).toBeVisible();
  await expect.element(card('USDT').getByText('No reliable answer from the node at present: unknown')).toBeVisible();
  await expect.element(card('USDT').getByText(/Covered/)).not.toBeInTheDocument();
  await expect.element(card('SOL').getByText('Nothing owed')).toBeVisible();
  await expect.element(page.getByText('Nothing owed: LINK, UNI')).toBeVisible();
  await expect.element(page.getByText(/≈ 12.50 USDT/)).toBeVisible();
  await expect.element(page.getByText('7 PEPE', { exact: true })).toBeVisible();
  await userEvent.click(page.getByText('Cold wallet'));
  await expect.element(page.getByText('Held for the customers of https://assay.example')).toBeVisible();
});

test('what is said of a network stands below the figures, also where it has no room beside its name', async () => {
  await speak('de');
  const { next } = wire();
  await draw(<Solvency />);
  const nobodyAsks = { ...network, name: 'Ethereum (ERC20)', state: 'none', held: null, height: null, at: null } as const;
  const assets = [{ ...asset('USDT', null, '5', null), networks: [nobodyAsks] }];
  (await next('/index/solvency')).answer({ ...solvency, assets, reserves: [] });
  const [name, said] = [page.getByText('Ethereum (ERC20)', { exact: true }), page.getByText(/^Kein Knoten/)];
  await expect.element(name).toBeVisible();
  for (const width of [600, 300]) {
    await page.viewport(width, 800);
    const [first, second] = [name.element().getBoundingClientRect(), said.element().getBoundingClientRect()];
    expect(second.top >= first.bottom).toBe(width === 300);
    expect(Math.round(second.right)).toBe(Math.round(name.element().parentElement?.getBoundingClientRect().right ?? 0));
  }
});
