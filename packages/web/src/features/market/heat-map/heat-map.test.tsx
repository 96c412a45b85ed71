import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { bitcoin } from '../../../../test/samples.ts';
import type { ListedItem } from '../../../shared/trading/market/figures.ts';
import { HeatMap } from './heat-map.tsx';

const item = (code: string, type: number, zdf: string): ListedItem => ({
  ...bitcoin,
  code,
  id: code,
  type,
  appName: `The ${code}`,
  logo: '',
  zdf,
});
const items = [item('BTCUSDT', 2, '2.50'), item('ETHUSDT', 2, '-0.10'), item('EURUSD', 6, '-0.30')];
const turnovers: Record<string, number> = { BTCUSDT: 600, ETHUSDT: 300, EURUSD: 400 };

test('every tile says what it is, has its class above it, and is reached by one stop and the arrow keys', async () => {
  await draw(
    <div style={{ width: 900 }}>
      <HeatMap items={items} turnoverOf={(code) => turnovers[code] ?? 0} />
    </div>,
  );
  const tile = (name: RegExp) => page.getByRole('link', { name });
  await expect.element(tile(/The BTCUSDT: 97,123.40, \+2.50%, turnover 600 USDT/)).toBeVisible();
  for (const name of ['Crypto', 'Forex']) await expect.element(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  const stops = () =>
    page
      .getByRole('link')
      .elements()
      .filter((link) => link.getAttribute('tabindex') === '0');
  expect(stops()).toHaveLength(1);
  await userEvent.tab();
  expect(document.activeElement).toBe(tile(/The BTCUSDT/).element());
  for (const next of [/The ETHUSDT/, /The EURUSD/]) {
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => document.activeElement).toBe(tile(next).element());
  }
  await expect.poll(stops).toEqual([tile(/The EURUSD/).element()]);
  // Nothing lies further to the right: the focus stays.
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(tile(/The EURUSD/).element());
});

test('a tile is coloured by what its own instrument does', async () => {
  await draw(
    <div style={{ width: 900 }}>
      <HeatMap items={items} turnoverOf={(code) => turnovers[code] ?? 0} />
    </div>,
  );
  const colour = (name: RegExp) => getComputedStyle(page.getByRole('link', { name }).element()).backgroundColor;
  const names = [/The BTCUSDT/, /The ETHUSDT/, /The EURUSD/];
  for (const name of names) await expect.element(page.getByRole('link', { name })).toBeVisible();
  expect(new Set(names.map(colour)).size).toBe(3);
});
