import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { bitcoin } from '../../../test/samples.ts';
import { wire } from '../../../test/wire.ts';
import { queryClient } from '../../shared/client/api.ts';
import type { ListedItem } from '../../shared/trading/market/figures.ts';
import { MarketPage } from './market-page.tsx';
import { MarketTable } from './market-table.tsx';

/** One that comes: where a picture fails to load, letters are shown instead. */
const logo = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
const items: ListedItem[] = Array.from({ length: 400 }, (_, place) => {
  const code = `C${String(place).padStart(3, '0')}USDT`;
  return { ...bitcoin, code, appName: code, id: `crypto-${code}`, logo };
});

const frame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));
const picturesIn = (code: string): number | undefined => {
  const row = page.getByRole('row').filter({ hasText: code }).elements()[0];
  return row?.querySelectorAll('img').length;
};

async function mounted(): Promise<void> {
  wire();
  await draw(<MarketTable items={items} days={new Map()} order={null} onOrder={() => undefined} />);
  await expect.poll(() => picturesIn('C000USDT')).toBe(1);
}

/** How many of the rows that came up had a picture, of how many. */
async function scrolled(pxPerFrame: number, frames: number): Promise<{ pictured: number; rows: number }> {
  const before = new Set(page.getByRole('row').elements());
  const came = new Set<HTMLElement | SVGElement>();
  const pictured = new Set<HTMLElement | SVGElement>();
  for (let step = 0; step < frames; step += 1) {
    window.scrollBy(0, pxPerFrame);
    await frame();
    for (const row of document.querySelectorAll<HTMLElement>('[role=row][data-index]')) {
      if (before.has(row)) continue;
      came.add(row);
      if (row.querySelector('img') !== null) pictured.add(row);
    }
  }
  return { pictured: pictured.size, rows: came.size };
}

/** So long after the last step the list is at rest. */
const stop = () => void vi.advanceTimersByTime(150);

beforeEach(() => {
  // Scrolling stops when the test says so: on a slow machine one frame may be as long as a pause.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  queryClient.clear();
  window.scrollTo(0, 0);
});

describe('the market as a table', () => {
  test('draws no pictures of rows that fly past, and those of the rows at which somebody stops', async () => {
    await mounted();
    const { pictured, rows } = await scrolled(300, 8);
    expect(rows).toBeGreaterThan(30);
    // Before the second frame the speed is unknown.
    expect(pictured).toBeLessThan(20);
    stop();
    await expect
      .poll(() => Array.from(document.querySelectorAll('[role=row][data-index]'), (row) => row.querySelectorAll('img').length))
      .not.toContain(0);
  });

  test('draws what it has left out in turn, a piece a frame, when somebody stops', async () => {
    await mounted();
    await scrolled(300, 8);
    stop();
    const pictures = () =>
      page
        .getByRole('row')
        .elements()
        .filter((row) => row.querySelector('img') !== null).length;
    const rows = document.querySelectorAll('[role=row][data-index]').length;
    const came: number[] = [];
    for (let last = pictures(); last < rows; last = pictures()) {
      await frame();
      came.push(pictures() - last);
    }
    expect(came.filter((count) => count > 0).length).toBeGreaterThan(10);
    expect(Math.max(...came)).toBe(1);
  });

  test('draws every row whole for somebody who reads', async () => {
    await mounted();
    const { pictured, rows } = await scrolled(4, 40);
    expect(rows).toBeGreaterThan(2);
    expect(pictured).toBe(rows);
  });
});

test('the search of the market stands in the middle of its line, as the switch beside it does', async () => {
  wire();
  await draw(<MarketPage />);
  const search = page.getByRole('searchbox');
  await expect.element(search).toBeVisible();
  const box = search.element().parentElement?.getBoundingClientRect();
  const views = page.getByRole('radiogroup').element().getBoundingClientRect();
  const middleOf = ({ top, bottom }: { top: number; bottom: number }) => (top + bottom) / 2;
  expect(Math.abs(middleOf(box ?? { top: 0, bottom: 0 }) - middleOf(views))).toBeLessThan(1);
});
