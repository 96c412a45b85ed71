import type { NewsItem } from '@assay/contract/endpoints/instruments/about.ts';
import type { CalendarItem } from '@assay/contract/endpoints/instruments/calendar.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { bitcoin } from '../../../../test/samples.ts';
import { wire } from '../../../../test/wire.ts';
import { queryClient } from '../../../shared/client/api.ts';
import { NewsPanel } from './news-panel.tsx';

const apple = {
  ...bitcoin,
  code: 'AAPL',
  id: 'stock-AAPL',
  type: 3,
  appName: 'Apple',
  assetClass: 'stock',
  quote: 'USD',
} as const;

const notice: NewsItem = {
  id: '12',
  title: 'A split is coming',
  type: 5,
  publishedAt: '2026-11-24T10:00:00.000Z',
  subjects: ['AAPL', 'stock'],
  beginning: '**Four** for [one](https://a.example)',
};

const own = {
  currency: null,
  importance: null,
  previous: '',
  forecast: '',
  actual: '',
  source: null,
  codes: ['AAPL'],
  title: '',
};
const items: readonly CalendarItem[] = [
  {
    ...own,
    at: '2026-11-24T15:00:00.000Z',
    kind: 'confidence',
    currency: 'USD',
    importance: 1,
    title: 'Mood',
    source: 'a.example',
    terms: null,
  },
  { ...own, at: '2026-11-26T05:00:00.000Z', kind: 'closed', title: 'thanksgiving', terms: null },
  { ...own, at: '2026-12-01T14:30:00.000Z', kind: 'split', terms: { toUnits: 4, fromUnits: 1, perUnit: null } },
  {
    ...own,
    at: '2026-12-15T13:30:00.000Z',
    kind: 'inflation',
    currency: 'USD',
    importance: 3,
    previous: '3.0%',
    forecast: '2.9%',
    source: 'bls.gov',
    terms: null,
  },
];

beforeEach(() => {
  queryClient.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 15) });
});

async function shown(news: readonly NewsItem[], calendar: readonly CalendarItem[]) {
  const network = wire();
  await draw(<NewsPanel info={apple} />);
  const [texts, events] = await Promise.all([network.next('/index/listNews'), network.next('/index/calendar')]);
  expect([texts.query.getAll('codes'), events.query.getAll('codes')]).toEqual([['AAPL'], ['AAPL']]);
  texts.answer(news);
  events.answer(calendar);
}

test('news lead to their text, and events say when, whose, how much they matter and who says so', async () => {
  await shown([notice], items);
  const link = page.getByRole('link', { name: /A split is coming/ });
  await expect.element(link).toHaveAttribute('href', '/detail?id=12&title=A+split+is+coming');
  expect(link.element().textContent).toMatch(/AAPL.*All shares.*A split is coming.*Four for one/);
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await expect.element(calendar.getByText('Market closed: Thanksgiving')).toBeVisible();
  await expect.element(calendar.getByText('Split 4 for 1')).toBeVisible();
  await expect.element(calendar.getByText('Confidence · Mood')).toBeVisible();
  await expect.element(calendar.getByRole('img', { name: 'High importance' })).toBeVisible();
  await expect.element(calendar.getByText('Source: bls.gov')).toBeVisible();
  expect(calendar.element().textContent).toContain('Forecast2.9%Previous3.0%');
  expect(calendar.element().textContent).not.toContain('Actual');
});

test('what hardly matters can be left out; what concerns the instrument itself stays', async () => {
  await shown([], items);
  await expect.element(page.getByText('No notices or news about Apple have been published yet.')).toBeVisible();
  await userEvent.click(page.getByText('Important'));
  await expect.poll(() => page.getByText('Confidence · Mood').elements()).toEqual([]);
  await expect.element(page.getByText('Market closed: Thanksgiving')).toBeVisible();
  await expect.element(page.getByText('Inflation')).toBeVisible();
});

test('a time of which nothing is known says so', async () => {
  await shown([], []);
  await expect.element(page.getByText('No events in this period.')).toBeVisible();
});
