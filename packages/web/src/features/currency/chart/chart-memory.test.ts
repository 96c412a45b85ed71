import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../shared/client/test-browser.ts';

// Files share a worker: what was put in place of a global must not reach the next one.
afterAll(() => vi.unstubAllGlobals());

/** A page that starts with this in local storage. */
async function page(charts?: string) {
  const browser = fakeBrowser();
  if (charts !== undefined) browser.localStorage.setItem('charts', charts);
  return { ...browser, ...(await import('./chart-memory.ts')) };
}

beforeEach(() => vi.resetModules());

const line = {
  tool: 'segment',
  points: [
    { timestamp: 1, value: 2 },
    { timestamp: 3, value: 4 },
  ],
} as const;

test('an instrument that nobody has set up shows averages and volume', async () => {
  const { setupOf } = await page();
  expect(setupOf('BTCUSDT')).toEqual({ indicators: ['MA', 'VOL'], drawings: [], compare: null });
});

test('indicators and drawings survive a reload, each instrument for itself', async () => {
  const first = await page();
  const { change } = first.useChartMemory.getState();
  change('BTCUSDT', { indicators: ['RSI', 'EMA'] });
  change('BTCUSDT', { drawings: [line] });
  change('ETHUSDT', { indicators: [] });
  const kept = first.localStorage.getItem('charts') ?? '';
  vi.resetModules();
  const second = await page(kept);
  expect(second.setupOf('BTCUSDT')).toEqual({ indicators: ['EMA', 'RSI'], drawings: [line], compare: null });
  expect(second.setupOf('ETHUSDT')).toEqual({ indicators: [], drawings: [], compare: null });
});

test('what is no setup is left out, and the rest stays', async () => {
  const broken = { tool: 'segment', points: [{ timestamp: 'x', value: 1 }] };
  const unknown = { ...line, tool: 'script' };
  const stored = { BTCUSDT: { indicators: ['VOL', 'NOPE'], drawings: [broken, unknown, line, null] }, ETHUSDT: 7 };
  const { setupOf } = await page(JSON.stringify(stored));
  expect(setupOf('BTCUSDT')).toEqual({ indicators: ['VOL'], drawings: [line], compare: null });
  expect(setupOf('ETHUSDT')).toEqual({ indicators: ['MA', 'VOL'], drawings: [], compare: null });
  vi.resetModules();
  expect((await page('{"BTC')).setupOf('BTCUSDT').drawings).toEqual([]);
});

test('sixty charts are kept, those changed last, with forty drawings each', async () => {
  const { useChartMemory, setupOf } = await page();
  const { change } = useChartMemory.getState();
  for (let number = 0; number < 70; number += 1) change(`C${number}`, { indicators: [] });
  change('C10', { drawings: Array.from({ length: 50 }, () => line) });
  change('NEW', { indicators: [] });
  const kept = Object.keys(useChartMemory.getState().charts);
  expect([kept.length, kept.at(-1), kept.at(-2)]).toEqual([60, 'NEW', 'C10']);
  expect(setupOf('C10').drawings).toHaveLength(40);
});

test('parameters of indicators hold on every chart; what does not fit is as usual', async () => {
  const first = await page();
  first.useChartMemory.getState().setParameters('MA', [7, 25, 99, 200]);
  first.useChartMemory.getState().setParameters('RSI', [14, 0, 24]);
  first.useChartMemory.getState().setParameters('BOLL', [20]);
  expect(first.useChartMemory.getState().parameters).toEqual({ MA: [7, 25, 99, 200] });
  const kept = first.localStorage.getItem('parameters') ?? '';
  expect(first.readParameters(JSON.parse(kept))).toEqual({ MA: [7, 25, 99, 200] });
  first.useChartMemory.getState().setParameters('MA', null);
  expect(first.useChartMemory.getState().parameters).toEqual({});
});

test('a template keeps the indicators of a chart with what they are computed with, and puts them on another', async () => {
  const first = await page();
  const memory = () => first.useChartMemory.getState();
  memory().change('BTCUSDT', { indicators: ['RSI', 'EMA'] });
  memory().setParameters('RSI', [7, 14, 21]);
  memory().setParameters('MA', [1, 2, 3, 4]);
  memory().keepTemplate('BTCUSDT', 'Swing');
  memory().setParameters('RSI', null);
  memory().setParameters('EMA', [9, 21, 50]);
  memory().putTemplate('ETHUSDT', 'Swing');
  expect(first.setupOf('ETHUSDT').indicators).toEqual(['EMA', 'RSI']);
  // What it was kept with, and what is as usual in it; other indicators stay as they are.
  expect(memory().parameters).toEqual({ RSI: [7, 14, 21], MA: [1, 2, 3, 4] });
  memory().putTemplate('ETHUSDT', 'No such');
  // Under the same name it takes the place of the one that was.
  memory().keepTemplate('LTCUSDT', 'Swing');
  expect(memory().chartTemplates).toEqual([{ name: 'Swing', indicators: ['MA', 'VOL'], parameters: { MA: [1, 2, 3, 4] } }]);
  for (let number = 0; number < 15; number += 1) memory().keepTemplate('BTCUSDT', `T${number}`);
  expect([memory().chartTemplates.length, memory().chartTemplates[0]?.name]).toEqual([12, 'T3']);
  const kept = first.localStorage.getItem('chartTemplates') ?? '';
  expect(
    first.readTemplates([{ name: 'x'.repeat(31), indicators: [] }, { name: 'a' }, null, { name: '', indicators: [] }]),
  ).toEqual([]);
  memory().dropTemplate('T3');
  expect([memory().chartTemplates.length, first.readTemplates(JSON.parse(kept)).length]).toEqual([11, 12]);
});
