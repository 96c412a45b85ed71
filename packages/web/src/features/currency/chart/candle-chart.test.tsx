import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, speak } from '../../../../test/around.tsx';
import { heardFeed } from '../../../../test/feed.ts';
import { bitcoin } from '../../../../test/samples.ts';
import { wire } from '../../../../test/wire.ts';
import type { ChartPeriod } from '../../../shared/preferences.ts';
import { CandleChart } from './candle-chart.tsx';
import { useChartMemory } from './chart-memory.ts';
import type { TradeLine } from './trade-lines.ts';

const loading = '/index/getKValueByCodeAndDate';
const start = Date.UTC(2025, 5, 2, 12);
/** Three minutes, each closing 10 above the one before; the last at 97,020.50. */
const candles = [0, 10, 20].map((rise, minute) => ({
  time: start + minute * 60_000,
  open: 97_000 + rise,
  high: 97_100,
  low: 96_800,
  close: 97_000.5 + rise,
  volume: 5,
}));
const entry: TradeLine = { orderId: 'p1', kind: 'entry', price: 97_000, label: 'Entry', movable: false };

function Shell({ lines = [], info = bitcoin }: { lines?: readonly TradeLine[]; info?: MarketInfo }) {
  const [period, setPeriod] = useState<ChartPeriod>('1m');
  return <CandleChart info={info} period={period} onPeriod={setPeriod} lines={lines} className="h-[400px] w-[800px]" />;
}

const area = page.getByRole('application');
const canvases = () => [...area.element().querySelectorAll('canvas')];
/** How many points of the drawn chart are such. */
const points = (are: (red: number, green: number, blue: number, alpha: number) => boolean) =>
  canvases().reduce((sum, canvas) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let found = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (are(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0)) found += 1;
    }
    return sum + found;
  }, 0);
/** What is no bare ground. */
const ink = () => points((_red, _green, _blue, alpha) => alpha > 0);
/** What has a colour, as bars have and a chart without any has not. */
const colour = () =>
  points((red, green, blue, alpha) => alpha > 0 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60);

/** The place of a stop, in pixels of the window: the row that is green, as losses are here, but for the gaps of its dashes. */
function stopAt(): number | null {
  // On the axis there is a tag, as wide as all of it.
  for (const canvas of canvases().filter(({ clientWidth }) => clientWidth > 400)) {
    const { width, height } = canvas;
    const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    const greens = (row: number) => {
      let found = 0;
      for (let at = row * width * 4; at < (row + 1) * width * 4; at += 4) {
        if ((data[at + 3] ?? 0) > 0 && (data[at + 1] ?? 0) - (data[at] ?? 0) > 60) found += 1;
      }
      return found;
    };
    const rows = Array.from({ length: height }, (_, row) => row).filter((row) => greens(row) > width * 0.4);
    const { top, height: tall } = canvas.getBoundingClientRect();
    if (rows[0] !== undefined) return Math.round(top + (rows[0] / height) * tall);
  }
  return null;
}

async function mounted(lines?: readonly TradeLine[]) {
  const network = wire();
  const drawn = await draw(<Shell {...(lines === undefined ? {} : { lines })} />);
  return { ...network, ...drawn, load: await network.next(loading) };
}

beforeEach(() => useChartMemory.setState({ charts: {}, parameters: {}, chartTemplates: [] }));

describe('the chart', () => {
  test('loads the bars of its instrument and draws them in its place', async () => {
    const { load } = await mounted();
    expect(Object.fromEntries(load.query)).toEqual({ code: 'BTCUSDT', period: '1m', limit: '500' });
    await expect.poll(ink).toBeGreaterThan(0);
    expect(colour()).toBeLessThan(100);
    load.answer(candles);
    await expect.poll(colour).toBeGreaterThan(500);
    const { width, height } = area.element().getBoundingClientRect();
    expect(width).toBe(800);
    expect(height).toBeGreaterThan(300);
  });

  test('says what it shows in the language of the page, and its name is not read anew with each price', async () => {
    const { rerender } = await mounted();
    const name = /^Candle chart of Bitcoin, 1m\. Arrow keys/;
    await expect.element(area).toHaveAccessibleName(name);
    await expect.element(area).toHaveAccessibleDescription(/^Last price 97,123\.40, change over 24 hours \+1\.17%/);
    await rerender(<Shell info={{ ...bitcoin, nowPrice: '97200.00' }} />);
    await expect.element(area).toHaveAccessibleDescription(/^Last price 97,200\.00/);
    await expect.element(area).toHaveAccessibleName(name);
    expect(area.element().closest('[aria-live]')).toBeNull();
    await speak('de');
    await expect.element(area).toHaveAccessibleDescription(/97\.200,00/);
  });

  test('keeps time from left to right on a page that runs the other way', async () => {
    await speak('ar');
    const { load } = await mounted();
    load.answer(candles);
    await expect.poll(() => getComputedStyle(area.element()).direction).toBe('ltr');
    const periods = page
      .getByRole('radio')
      .elements()
      .map((radio) => radio.closest('label')?.getBoundingClientRect().left ?? 0);
    expect(periods).toEqual(periods.toSorted((a, b) => a - b));
  });

  test('says that there are no prices yet, and goes on living', async () => {
    const { load, next } = await mounted();
    load.answer([]);
    await expect.element(page.getByText('No prices have been recorded for this period yet.')).toBeVisible();
    await userEvent.click(page.getByText('1h'));
    const hour = await next(loading);
    expect(hour.query.get('period')).toBe('1h');
    hour.answer(candles);
    await expect.poll(() => page.getByText('No prices have been recorded').elements()).toEqual([]);
  });

  test('that could not be loaded is tried again by a press', async () => {
    const { load, next } = await mounted();
    load.lose();
    await expect.element(page.getByText('The chart could not be loaded.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    (await next(loading)).answer(candles);
    await expect.poll(() => page.getByText('The chart could not be loaded.').elements()).toEqual([]);
  });

  test('gives up the bars of a period that is no longer asked for', async () => {
    const { load } = await mounted();
    await userEvent.click(page.getByText('5m'));
    await expect.poll(load.ended).toBe(true);
  });

  test('draws the lines of orders', async () => {
    const { load, rerender } = await mounted();
    load.answer(candles);
    await expect.poll(colour).toBeGreaterThan(500);
    const bare = ink();
    await rerender(<Shell lines={[entry]} />);
    await expect.poll(ink).toBeGreaterThan(bare + 500);
  });

  test('a line is taken hold of a little beside it too, and stays in the hand while orders change', async () => {
    const stop: TradeLine = { orderId: 'p1', kind: 'stopLoss', price: 96_900, label: 'Stop', movable: true };
    const { load, rerender } = await mounted([stop]);
    load.answer(candles);
    await expect.poll(stopAt).not.toBeNull();
    const from = stopAt() ?? 0;
    const mouse = (type: string, y: number) => {
      const under = document.elementFromPoint(400, y) ?? area.element();
      under.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, view: window, clientX: 400, clientY: y }));
    };
    mouse('mousedown', from + 4);
    mouse('mousemove', from - 26);
    await expect.poll(stopAt).toBe(from - 30);
    // Another order is placed meanwhile.
    await rerender(<Shell lines={[stop, { ...entry, orderId: 'p2', label: 'Far away', price: 150_000 }]} />);
    mouse('mousemove', from - 56);
    await expect.poll(stopAt).toBe(from - 60);
    mouse('mouseup', from - 56);
    await expect.element(page.getByRole('dialog', { name: 'Move the line?' })).toBeVisible();
    // Its place is stored: it is there again.
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    await expect.poll(() => Math.abs((stopAt() ?? 0) - from)).toBeLessThan(20);
  });

  test('takes arrow keys and zoom for itself, and leaves the others to the page', async () => {
    const { load } = await mounted();
    load.answer(candles);
    const taken = (key: string) =>
      !area.element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await expect.poll(() => taken('ArrowLeft')).toBe(true);
    expect(['ArrowRight', '+', '-', 'End'].map(taken)).toEqual([true, true, true, true]);
    expect(['Tab', 'a', 'PageDown'].map(taken)).toEqual([false, false, false]);
  });

  test('keeps the newest bar in sight while its place is hidden for a moment', async () => {
    const { load } = await mounted();
    load.answer(Array.from({ length: 300 }, (_, minute) => ({ ...candles[0], time: start + minute * 60_000 })));
    await expect.poll(colour).toBeGreaterThan(500);
    const toNow = page.getByRole('button', { name: 'To the latest price' });
    const frame = area.element().closest('section');
    if (frame === null) throw new Error('the chart has a frame');
    for (const display of ['none', '']) {
      frame.style.display = display;
      // Two frames: by then the resize observer has fired.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    await expect.poll(colour).toBeGreaterThan(500);
    // Which leads back to the newest bar where that is out of sight.
    expect(toNow.elements()).toEqual([]);
  });

  test('fills the window and comes back by Escape', async () => {
    const { load } = await mounted();
    load.answer(candles);
    await userEvent.click(page.getByRole('button', { name: 'Full screen' }));
    const frame = area.element().closest('section');
    await expect.element(frame).toHaveStyle({ position: 'fixed' });
    const { left, top, width, height } = area.element().getBoundingClientRect();
    expect([left, top, width, height]).toEqual([0, 0, innerWidth, innerHeight]);
    await userEvent.keyboard('{Escape}');
    await expect.element(frame).toHaveStyle({ position: 'relative' });
    await expect.poll(() => area.element().getBoundingClientRect().width).toBe(800);
  });

  test('stands as a table too, the newest bar first', async () => {
    const { load } = await mounted();
    load.answer(candles);
    await userEvent.click(page.getByRole('button', { name: 'Show as a table' }));
    const table = page.getByRole('dialog', { name: 'Latest bars' });
    await expect.poll(() => table.getByRole('row').elements()).toHaveLength(4);
    const cells = table
      .getByRole('row')
      .nth(1)
      .getByRole('cell')
      .elements()
      .map((cell) => cell.textContent);
    expect(cells.slice(1, 5)).toEqual(['97,020.00', '97,100.00', '96,800.00', '97,020.50']);
  });

  test('adds and removes an indicator, and keeps it for this instrument', async () => {
    const { load } = await mounted();
    load.answer(candles);
    const panes = () => canvases().length;
    // Its own panes are there once there are bars in them.
    await expect.poll(colour).toBeGreaterThan(500);
    const before = panes();
    const choose = async () => {
      await userEvent.click(page.getByRole('button', { name: 'Indicators' }));
      await userEvent.click(page.getByRole('menuitem', { name: 'Relative strength (RSI)' }));
    };
    await choose();
    await expect.poll(panes).toBeGreaterThan(before);
    expect(useChartMemory.getState().charts['BTCUSDT']?.indicators).toEqual(['MA', 'VOL', 'RSI']);
    await choose();
    await expect.poll(panes).toBe(before);
  });

  test('leaves nothing behind when it goes', async () => {
    const { load, unmount } = await mounted();
    const place = area.element();
    await unmount();
    expect(load.ended()).toBe(true);
    expect(place.querySelectorAll('canvas')).toHaveLength(0);
  });
});

describe('over a split', () => {
  const apple: MarketInfo = { ...bitcoin, code: 'AAPL', id: 'stock-AAPL', appName: 'Apple', priceScale: 4 };
  const at = (price: string, second: number) => ({
    code: 'AAPL',
    price,
    bid: price,
    ask: price,
    zdf: '0.00',
    time: new Date(start + 150_000 + second * 1000).toISOString(),
  });
  const inUnits = (units: number) =>
    candles.map(({ time, ...bar }) => ({
      time,
      open: bar.open / units,
      high: bar.high / units,
      low: bar.low / units,
      close: bar.close / units,
      volume: bar.volume * units,
    }));

  test('asks for its bars anew, and draws no price of now beside those of before', async () => {
    const feed = heardFeed();
    const { next, calls } = wire();
    const newest = () => calls.filter(({ path, query, ended }) => path === loading && !query.has('to') && !ended()).length;
    await draw(<Shell info={apple} />);
    const first = await next(loading);
    feed.quote(at('97020.5000', 0));
    first.answer(inUnits(1));
    // What lies before them is on its way until the end.
    const older = await next(loading);
    expect(older.query.get('to')).toBe(String(start - 1));
    /** The newest close, and every low. */
    const shown = async () => {
      await userEvent.click(page.getByRole('button', { name: 'Show as a table' }));
      const rows = page.getByRole('dialog', { name: 'Latest bars' }).getByRole('row').elements().slice(1);
      const cells = rows.map((row) => [...row.querySelectorAll('td,th')].map(({ textContent }) => textContent));
      await userEvent.keyboard('{Escape}');
      return [cells[0]?.[4], ...new Set(cells.map((texts) => texts[3]))];
    };
    await expect.poll(shown).toEqual(['97,020.5000', '96,800.0000']);
    // A gap that waits for two operators halts the share, and its bars stay.
    feed.quote({ ...at('97030.0000', 1), halted: true });
    await expect.poll(shown).toEqual(['97,030.0000', '96,800.0000']);
    expect(newest()).toBe(1);
    // They have recorded 7 for 1, and it is done: 97,030 / 7, and lows of 96,800 / 7.
    feed.quote({ ...at('13861.4286', 2), splits: 1 });
    const again = await next(loading);
    expect(older.ended()).toBe(true);
    expect(Object.fromEntries(again.query)).toEqual({ code: 'AAPL', period: '1m', limit: '500' });
    again.answer(inUnits(7));
    await expect.poll(shown).toEqual(['13,861.4286', '13,828.5714']);
    feed.quote({ ...at('13870.0000', 3), splits: 1 });
    await expect.poll(shown).toEqual(['13,870.0000', '13,828.5714']);
    expect(newest()).toBe(1);
  });
});

test('the chart is one stop of the Tab key, in the order of the page', async () => {
  await mounted();
  const stops = [...area.element().querySelectorAll<HTMLElement>('[tabindex]')].map(({ tabIndex }) => tabIndex);
  expect(stops.length).toBeGreaterThan(0);
  expect(stops.filter((tabIndex) => tabIndex >= 0)).toEqual([]);
  expect(area.element()).toHaveAttribute('tabindex', '0');
});

test('periods that find no room beside the tools scroll in their own row and make no page wider', async () => {
  await mounted();
  const row = page.getByRole('radiogroup').element();
  const widest = document.documentElement.scrollWidth;
  for (const input of row.querySelectorAll('input')) expect(input.offsetParent).toBe(row);
  // At the edge of the window, where the tools stand: they keep their width, and would make the page wider themselves.
  const tools = row.nextElementSibling;
  if (!(tools instanceof HTMLElement)) throw new Error('no tools');
  tools.style.setProperty('display', 'none');
  row.parentElement?.style.setProperty('width', '120px');
  row.parentElement?.style.setProperty('margin-inline-start', `${window.innerWidth - 130}px`);
  expect(row.scrollWidth).toBeGreaterThan(row.clientWidth);
  expect(document.documentElement.scrollWidth).toBe(widest);
});
