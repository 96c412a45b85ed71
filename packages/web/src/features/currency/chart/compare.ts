import type { CandlePeriod } from '@assay/contract/vocabulary/markets.ts';
import { barStart } from '@assay/domain/market/candles.ts';
import { type Chart, type IndicatorDrawParams, registerIndicator } from 'klinecharts';
import { useEffect, useState } from 'react';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { onQuoteOf, quoteOf } from '../../../shared/feed/feed.ts';
import type { ChartPeriod } from '../../../shared/preferences.ts';
import { type Closes, besides } from './besides.ts';
import type { Palette } from './chart-styles.ts';

const name = 'COMPARED';
const pane = 'candle_pane';
const barsPerPage = 1000;

interface Compared {
  /** A function: a value passed to the chart would be copied. */
  readonly closes: () => Closes;
  readonly color: string;
}

const isCompared = (value: unknown): value is Compared => typeof value === 'object' && value !== null && 'closes' in value;

/** What is drawn of the other in sight of a chart, and at which bar it begins. */
export function comparedInSight(chart: Chart): { from: number; values: readonly (number | null)[] } | null {
  const [compared] = chart.getIndicators({ name });
  if (compared === undefined || !isCompared(compared.extendData)) return null;
  const { from, to } = chart.getVisibleRange();
  const start = Math.max(0, from);
  return { from: start, values: besides(chart.getDataList().slice(start, to), compared.extendData.closes()) };
}

export function registerCompared(): void {
  registerIndicator<unknown>({
    name,
    series: 'price',
    figures: [],
    calc: (bars) => bars.map(() => ({})),
    draw: (params) => {
      drawCompared(params);
      return true;
    },
  });
}

function drawCompared({ ctx, chart, indicator, xAxis, yAxis }: IndicatorDrawParams<unknown, unknown, unknown>): void {
  const seen = comparedInSight(chart);
  if (seen === null || !isCompared(indicator.extendData)) return;
  ctx.strokeStyle = indicator.extendData.color;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([]);
  ctx.beginPath();
  let isDrawing = false;
  for (const [index, value] of seen.values.entries()) {
    if (value === null) continue;
    const [x, y] = [xAxis.convertToPixel(seen.from + index), yAxis.convertToPixel(value)];
    if (isDrawing) ctx.lineTo(x, y);
    else ctx.moveTo(x, y);
    isDrawing = true;
  }
  ctx.stroke();
}

/** Draws another instrument as a line over the chart, as far back as it has been scrolled. Quotes alone are compared with nothing. */
export function useCompare(chart: Chart | null, other: string | null, period: ChartPeriod, palette: Palette | null): void {
  const closes = useCloses(chart, other, period);
  const color = palette?.violet;
  useEffect(() => {
    if (chart === null || closes === null || color === undefined) return undefined;
    chart.createIndicator({ name, paneId: pane, extendData: { closes: () => closes, color }, zLevel: 1 }, true);
    return () => {
      chart.removeIndicator({ name });
    };
  }, [chart, closes, color]);
}

function useCloses(chart: Chart | null, other: string | null, period: ChartPeriod): Closes | null {
  const [closes, setCloses] = useState<Closes | null>(null);
  useEffect(() => {
    if (chart === null || other === null || period === 'tick') return undefined;
    const ended = new AbortController();
    const source = readerOf(other, period, ended.signal);
    let known = new Map<number, number>();
    const show = (more: readonly (readonly [number, number])[]) => {
      if (more.length === 0) return;
      known = new Map([...known, ...more]);
      setCloses(known);
    };
    const reach = () => {
      const earliest = chart.getDataList()[0]?.timestamp;
      if (earliest === undefined) return;
      source(earliest).then(show, () => undefined);
    };
    reach();
    chart.subscribeAction('onVisibleRangeChange', reach);
    const unhear = onQuoteOf(other, () => {
      const quote = quoteOf(other);
      if (quote === undefined || known.size === 0) return;
      known.set(barStart(period, Date.parse(quote.time)), Number(quote.price));
    });
    return () => {
      ended.abort();
      unhear();
      chart.unsubscribeAction('onVisibleRangeChange', reach);
      setCloses(null);
    };
  }, [chart, other, period]);
  return closes;
}

/** Fetches bars back to a moment, each once, one request at a time; answers what is new. */
function readerOf(code: string, period: CandlePeriod, signal: AbortSignal) {
  let [before, isBusy] = [Infinity, false];
  return async (earliest: number): Promise<(readonly [number, number])[]> => {
    if (isBusy || before <= earliest) return [];
    isBusy = true;
    try {
      const range = before === Infinity ? {} : { to: before - 1 };
      const input = { code, period, limit: barsPerPage, ...range };
      const candles = await call(calls.index.getKValueByCodeAndDate, input, { signal });
      // Nothing older is there.
      before = candles[0]?.time ?? -Infinity;
      return candles.map(({ time, close }) => [time, close] as const);
    } finally {
      isBusy = false;
    }
  };
}
