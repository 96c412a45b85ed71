import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { InstrumentProfile, InstrumentStatistics } from '@assay/contract/endpoints/instruments/about.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, speak } from '../../../../test/around.tsx';
import { heardFeed } from '../../../../test/feed.ts';
import { bitcoin, bitcoinContract } from '../../../../test/samples.ts';
import { wire } from '../../../../test/wire.ts';
import { queryClient } from '../../../shared/client/api.ts';
import { AboutPanel } from './about-panel.tsx';

const apple: MarketInfo = {
  ...bitcoin,
  code: 'AAPL',
  type: 3,
  id: 'stock-AAPL',
  appName: 'Apple',
  assetClass: 'stock',
  base: 'AAPL',
  quote: 'USD',
  contract: { ...bitcoinContract, financingRateShort: '-0.0001' },
  options: [{ id: '1week', count: 1, unit: 'week', payoutRate: '0.8', stakeMin: '10', stakeMax: '5000' }],
  // The shares of New York on a Wednesday; that Thursday is Thanksgiving.
  hours: {
    id: 'usEquity',
    timeZone: 'America/New_York',
    opensAt: '2026-11-27T14:30:00.000Z',
    closesAt: '2026-11-25T21:00:00.000Z',
  },
};

const profile: InstrumentProfile = {
  code: 'AAPL',
  exchange: 'XNAS',
  sector: 'informationTechnology',
  lot: null,
  units: { count: '14776353000', source: '10-Q', asOf: '2025-10-17' },
  alike: [],
  about: { id: '7', title: 'Apple', body: '**Apple** makes [phones](https://a.example) and computers.' },
  actions: [
    { kind: 'split', toUnits: 4, fromUnits: 1, perUnit: null, firstDay: '2026-12-01', done: false },
    { kind: 'dividend', toUnits: null, fromUnits: null, perUnit: '0.26', firstDay: '2026-11-10', done: true },
  ],
};

const statistics: InstrumentStatistics = {
  since: '2025-11-27',
  week: { high: '98000.00', low: '95000.00' },
  year: { high: '120000.00', low: '60000.00' },
  turnover: { mean: '1500000', days: 22 },
  volatility: '0.4702',
  best: { day: '2026-03-04', change: '10.00' },
  worst: { day: '2026-04-05', change: '-9.09' },
};

/** The value beside a name. */
const told = (name: string) =>
  page
    .getByRole('term')
    .elements()
    .find((term) => term.textContent?.startsWith(name))?.nextElementSibling?.textContent;

beforeEach(() => {
  queryClient.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 15) });
});

async function shown(info: MarketInfo, answers: { profile?: InstrumentProfile; statistics?: InstrumentStatistics | null }) {
  const feed = heardFeed();
  const network = wire();
  await draw(<AboutPanel info={info} />);
  const [asked, reckoned] = await Promise.all([
    network.next('/index/instrumentProfile'),
    network.next('/index/instrumentStatistics'),
  ]);
  if (answers.profile !== undefined) asked.answer(answers.profile);
  if (answers.statistics !== undefined) reckoned.answer(answers.statistics);
  return { ...network, ...feed };
}

test('a share says what it is, its terms, its hours and what its bars tell', async () => {
  await shown(apple, { profile, statistics });
  await expect.poll(() => [told('Listed at'), told('Average daily turnover')]).toEqual(['Nasdaq', '1.5M USD']);
  await expect.element(page.getByText('Apple makes phones and computers.')).toBeVisible();
  expect(told('Sector')).toBe('Information technology');
  // 97123.4 × 14,776,353,000.
  expect(told('Market value')).toBe('1435.1T USD');
  expect(told('Shares or units outstanding')).toBe('14,776,353,000');
  expect(told('Quoted in')).toBe('US Dollar · United States (USD)');
  expect(told('1 lot')).toBe('1 share');
  expect(told('Lots per order')).toBe('0.01 to 100, in steps of 0.01');
  expect(told('Overnight financing per day')).toBe('Long: pays 0.02%Short: receives 0.01%');
  expect(told('Current spread')).toBe('0.20 · 0.0002%');
  expect(told('Realised volatility, 30 days')).toBe('47.02%');
  expect(told('Split 4 for 1')).toBe('Announced');
  expect(told('Dividend of 0.26 USD a share')).toBe('Done');
  await expect.element(page.getByText('7 days: Low 95,000.00, high 98,000.00')).toBeInTheDocument();
});

test('hours are told by the clock here and by that of the exchange, with the days of rest that come', async () => {
  await shown(apple, { profile, statistics });
  await userEvent.click(page.getByText('Exchange time'));
  const days = () =>
    page
      .getByRole('region', { name: 'Trading hours' })
      .getByRole('listitem')
      .elements()
      .map((day) => day.lastElementChild?.textContent);
  await expect.poll(days).toEqual(['09:30–16:00', 'Closed', '09:30–13:00', 'Closed', 'Closed', '09:30–16:00', '09:30–16:00']);
  expect(told('Thanksgiving')).toBe('closed all day');
  expect(told('Day after Thanksgiving')).toBe('closes early at 13:00');
  await expect.element(page.getByText('America/New_York')).toBeVisible();
});

test('what is not known has no line, and a price moves the ends of its ranges', async () => {
  const { quote } = await shown({ ...bitcoin, contract: bitcoinContract }, { statistics });
  await expect.element(page.getByText('Trades around the clock, every day of the year.')).toBeVisible();
  expect([told('Listed at'), told('Sector'), told('Other prices of the same asset')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(page.getByText('Splits and dividends').elements()).toEqual([]);
  const live = { code: 'BTCUSDT', zdf: '0.00', bid: '98999.90', ask: '99000.10', time: new Date().toISOString() };
  quote({ ...live, price: '99000.00' });
  await expect.element(page.getByText('7 days: Low 95,000.00, high 99,000.00')).toBeInTheDocument();
  expect(told('Current spread')).toBe('0.20 · 0.0002%');
});

test('an instrument without bars says so', async () => {
  await shown(bitcoin, { profile: { ...profile, actions: [] }, statistics: null });
  await expect.element(page.getByText('There are no daily bars to calculate from yet.')).toBeVisible();
});

test('it reads from right to left in Arabic', async () => {
  await speak('ar');
  await shown(apple, { profile, statistics });
  await expect.element(page.getByRole('heading', { name: 'ساعات التداول' })).toBeVisible();
  expect(document.documentElement.dir).toBe('rtl');
  await speak('en');
});
