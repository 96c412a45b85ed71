import { type ReactNode, use, useLayoutEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { bitcoin } from '../../../test/samples.ts';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { BesideInstruments, CurrencyDesktop } from './currency-desktop.tsx';
import { CurrencyMobile } from './currency-mobile.tsx';

// Each part of the trading page that throws while it is drawn, or whose code failed to load: the others work, and positions can
// be closed.

const parts = vi.hoisted(() => {
  let failing = '';
  let late = '';
  const never = new Promise(() => undefined);
  return {
    fail: (name: string) => void (failing = name),
    /** The words of a part are on their way. */
    delay: (name: string) => void (late = name),
    /** The placeholder of a part: its name, unless it is the one that fails. */
    drawn: (name: string) => {
      if (failing === name) throw new Error(`${name} is broken`);
      if (late === name) use(never);
      return name;
    },
  };
});
vi.mock('./instrument-list.tsx', () => ({ InstrumentList: () => parts.drawn('list') }));
vi.mock('./instrument-header.tsx', () => ({ InstrumentHeader: () => parts.drawn('header') }));
vi.mock('./ticket/ticket-panel.tsx', () => ({ TicketPanel: () => parts.drawn('ticket') }));
vi.mock('./chart/candle-chart.tsx', () => ({ CandleChart: () => parts.drawn('chart') }));
vi.mock('./use-trade-lines.ts', () => ({ useTradeLines: () => [parts.drawn('lines')] }));

const closed: string[] = [];
const Orders = () => {
  parts.drawn('orders');
  return (
    <button type="button" onClick={() => closed.push('closed')}>
      Close position
    </button>
  );
};
const failure = page.getByRole('alert').filter({ hasText: 'This part could not be shown' });

beforeEach(() => {
  parts.delay('');
  closed.length = 0;
  signIn();
  wire();
});

const desktop = () => (
  <BesideInstruments current={bitcoin.code}>
    <CurrencyDesktop info={bitcoin} Orders={Orders} />
  </BesideInstruments>
);

test.each(['list', 'header', 'ticket', 'chart', 'lines'])(
  'on a desktop a broken %s is said, and a position closes',
  async (name) => {
    parts.fail(name);
    await draw(desktop());
    await expect.element(failure.first()).toBeVisible();
    // Lines are on the chart and on the price ladder, of which either may come first.
    await expect.poll(() => failure.elements()).toHaveLength(name === 'lines' ? 2 : 1);
    await userEvent.click(page.getByRole('button', { name: 'Close position' }));
    expect(closed).toEqual(['closed']);
  },
);

test.each(['header', 'chart', 'lines'])('on a phone a broken %s is said, and a position closes', async (name) => {
  parts.fail(name);
  await draw(<CurrencyMobile info={bitcoin} Orders={Orders} />);
  await expect.element(failure).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Close position' }));
  expect(closed).toEqual(['closed']);
});

test('on a phone a broken ticket is said in its sheet, which closes', async () => {
  parts.fail('ticket');
  await draw(<CurrencyMobile info={bitcoin} Orders={Orders} />);
  await userEvent.click(page.getByRole('button', { name: 'Demo · Buy long' }));
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(page.getByRole('button', { name: 'Close position' }));
  expect(closed).toEqual(['closed']);
});

test('broken orders leave the ticket, and may go better the next time', async () => {
  parts.fail('orders');
  await draw(desktop());
  await expect.element(page.getByRole('complementary', { name: 'Order ticket' }).getByText('ticket')).toBeVisible();
  parts.fail('');
  await userEvent.click(failure.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('button', { name: 'Close position' })).toBeVisible();
});

test('in a window of 1440 by 900 the chart has 55 % of the height, and the terminal ends with the window', async () => {
  await page.viewport(1440, 900);
  parts.fail('');
  // Banner and top bar together.
  await draw(<div style={{ paddingTop: '77px' }}>{desktop()}</div>);
  await expect.element(page.getByRole('button', { name: 'Close position' })).toBeVisible();
  const chart = () => document.querySelector('[data-pane="chart"]')?.getBoundingClientRect();
  await expect.poll(() => document.querySelector('#ticket')?.getBoundingClientRect().bottom).toBe(900);
  expect(chart()?.height).toBeGreaterThanOrEqual(0.55 * 900);
  expect(chart()?.width).toBeGreaterThanOrEqual(0.44 * 1440);
});

test('a header whose words are late has its place, and the chart below it stands where it will', async () => {
  await page.viewport(1440, 900);
  parts.fail('');
  parts.delay('header');
  await draw(desktop());
  await expect.element(page.getByText('chart')).toBeVisible();
  const chart = document.querySelector('[data-pane="chart"]');
  const place = document.querySelector('[data-pane="header"]');
  expect(place?.getBoundingClientRect().height).toBe(49);
  expect(chart?.getBoundingClientRect().top).toBeGreaterThanOrEqual(49);
});

test('the last quotes stand where they will before the price ladder has its words', async () => {
  await page.viewport(1440, 900);
  parts.fail('');
  const quotes = page.getByRole('heading', { name: 'Latest quotes' });
  const top = async () => {
    await expect.element(quotes).toBeVisible();
    return quotes.element().getBoundingClientRect().top;
  };
  parts.delay('lines');
  const early = await draw(desktop());
  const before = await top();
  await early.unmount();
  parts.delay('');
  await draw(desktop());
  await expect.element(page.getByRole('heading', { name: 'Price ladder' })).toBeVisible();
  expect(await top()).toBe(before);
});

test('the terminal is as high as the window before anything of it is shown', async () => {
  await page.viewport(1440, 900);
  parts.fail('');
  const heights = new Set<number | undefined>();
  // A layout effect of what is around the terminal runs after those within it, and before the browser shows anything.
  const Watched = ({ children }: { children: ReactNode }) => {
    useLayoutEffect(() => void heights.add(document.querySelector('[data-dense]')?.getBoundingClientRect().height), []);
    return children;
  };
  await draw(<Watched>{desktop()}</Watched>);
  expect([...heights]).toEqual([900]);
});
