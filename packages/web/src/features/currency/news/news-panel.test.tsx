import type { NewsItem } from '@assay/contract/endpoints/instruments/about.ts';
import type { CalendarItem } from '@assay/contract/endpoints/instruments/calendar.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, speak } from '../../../../test/around.tsx';
import { bitcoin } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { queryClient } from '../../../shared/client/api.ts';
import { useWatchlist } from '../../../shared/trading/market/watchlist.ts';
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
  id: null,
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
    id: 'e1',
    kind: 'confidence',
    currency: 'USD',
    importance: 1,
    title: 'Mood',
    source: 'a.example',
    terms: null,
  },
  { ...own, at: '2026-11-26T05:00:00.000Z', kind: 'closed', title: 'thanksgiving', terms: null },
  { ...own, at: '2026-12-01T14:30:00.000Z', id: 'a7', kind: 'split', terms: { toUnits: 4, fromUnits: 1, perUnit: null } },
  {
    ...own,
    at: '2026-12-15T13:30:00.000Z',
    id: 'e2',
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

test('figures of a source are written as the reader’s language writes them', async () => {
  await speak('de');
  onTestFinished(() => speak('en'));
  await shown([], items);
  const calendar = page.getByRole('region', { name: 'Kalender' });
  await expect.element(calendar.getByText('2,9\u00a0%')).toBeVisible();
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

test('with what somebody watches, events of all of it stand there, each with whom it concerns', async () => {
  useWatchlist.setState({ watchlist: ['EURUSD', 'AAPL'] });
  await shown([], items);
  const network = wire();
  await userEvent.click(page.getByText('What I hold or watch'));
  const asked = await network.next('/index/calendar');
  expect(asked.query.getAll('codes')).toEqual(['AAPL', 'EURUSD']);
  const codes = ['AAPL', 'EURUSD', 'GBPUSD', 'AUDUSD', 'NZDUSD'];
  asked.answer([{ ...own, id: 'e9', codes, at: '2026-12-16T19:00:00.000Z', kind: 'rateDecision', terms: null }]);
  await expect.element(page.getByText('Interest rate decision')).toBeVisible();
  await expect.element(page.getByText('NZDUSD')).not.toBeInTheDocument();
  await expect.element(page.getByText('+1')).toBeVisible();
  await userEvent.click(page.getByText('This instrument'));
  await expect.element(page.getByText('Split 4 for 1')).toBeVisible();
  useWatchlist.setState({ watchlist: [] });
});

test('whoever is signed in is reminded of an event at the time that they choose, and no more once they take it back', async () => {
  signIn();
  const network = wire();
  await draw(<NewsPanel info={apple} />);
  (await network.next('/order/listUOrder')).answer({ items: [], nextCursor: null });
  (await network.next('/index/listNews')).answer([]);
  (await network.next('/index/calendar')).answer(items);
  (await network.next('/user/calendarReminders')).answer([]);
  await userEvent.click(page.getByRole('button', { name: 'Remind me: Inflation' }));
  await userEvent.click(page.getByRole('menuitem', { name: '1 hour before' }));
  const set = await network.next('/user/setCalendarReminder');
  expect(set.input).toEqual({ event: 'e2', code: 'AAPL', minutes: 60 });
  set.answer([{ event: 'e2', minutes: 60, at: '2026-12-15T13:30:00.000Z' }]);
  await userEvent.click(page.getByRole('button', { name: 'Reminder set: Inflation' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'No reminder' }));
  const off = await network.next('/user/setCalendarReminder');
  expect(off.input).toEqual({ event: 'e2', code: 'AAPL', minutes: null });
  off.answer([]);
  await expect.element(page.getByRole('button', { name: 'Remind me: Inflation' })).toBeVisible();
  // What has happened, and a day of rest, are nothing to be reminded of.
  expect(page.getByRole('button', { name: /Confidence|Thanksgiving/ }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Remind me: Split 4 for 1' }).elements()).toHaveLength(1);
});
