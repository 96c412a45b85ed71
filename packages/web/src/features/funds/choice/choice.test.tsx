import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { CoinChoice } from './coin-choice.tsx';
import { NetworkChoice } from './network-choice.tsx';

const coins = ['USDT', 'BTC', 'ETH', 'LINK', 'UNI', 'AAVE'];

function Coins({ onChoose }: { onChoose(coin: string): void }) {
  const [coin, setCoin] = useState('USDT');
  return (
    <CoinChoice
      coins={coins}
      chosen={coin}
      onChoose={(next) => {
        setCoin(next);
        onChoose(next);
      }}
    />
  );
}
const shown = () => page.getByRole('listitem').elements();

test('a coin is one of the popular ones at a press, or found by a search among all, with the keyboard alone', async () => {
  const onChoose = vi.fn<(coin: string) => void>();
  await draw(<Coins onChoose={onChoose} />);
  expect(shown()).toHaveLength(0);
  await userEvent.click(page.getByRole('button', { name: 'BTC' }));
  expect(onChoose).toHaveBeenLastCalledWith('BTC');
  const all = page.getByRole('button', { name: 'All 6 coins' });
  await expect.element(all).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(all);
  expect(shown()).toHaveLength(6);
  const search = page.getByRole('searchbox', { name: 'Search for a coin' });
  await userEvent.fill(search, 'a');
  expect(shown()).toHaveLength(1);
  await userEvent.fill(search, 'no such');
  await expect.element(page.getByRole('status')).toHaveTextContent('This coin cannot be deposited or withdrawn yet');
  await userEvent.keyboard('{Enter}');
  expect(onChoose).toHaveBeenCalledTimes(1);
  await userEvent.fill(search, 'aav');
  await userEvent.keyboard('{Enter}');
  expect(onChoose).toHaveBeenLastCalledWith('AAVE');
  expect(shown()).toHaveLength(0);
  // It is beside the popular ones.
  await expect.element(page.getByRole('button', { name: 'AAVE' })).toHaveAttribute('aria-pressed', 'true');
});

test('a network says what is the least, how long it takes and what it costs', async () => {
  const onChoose = vi.fn<(network: string) => void>();
  const tron = {
    coin: 'USDT',
    network: 'TRC20',
    networkName: 'TRON (TRC20)',
    chain: 'tron',
    minimum: '120',
    confirmations: 20,
  } as const;
  const ether = { ...tron, network: 'ERC20', networkName: 'Ethereum (ERC20)', chain: 'ethereum', confirmations: 12 } as const;
  await draw(<NetworkChoice networks={[tron, ether]} chosen={tron} fee={() => '1%'} onChoose={onChoose} />);
  await expect.element(page.getByRole('radio', { name: 'TRON (TRC20)' })).toBeChecked();
  await expect.element(page.getByText('from 120.00 USDT').first()).toBeVisible();
  await expect.element(page.getByText('about 1 minute')).toBeVisible();
  await expect.element(page.getByText('about 3 minutes')).toBeVisible();
  await expect.element(page.getByText('Fee 1%').first()).toBeVisible();
  await userEvent.click(page.getByText('Ethereum (ERC20)'));
  expect(onChoose).toHaveBeenCalledWith('ERC20');
});
