import { type Chart, type IndicatorDrawParams, type KLineData, registerIndicator } from 'klinecharts';
import { useEffect } from 'react';
import type { ChartLook } from '../../../shared/preferences.ts';
import { type Averaged, averaged } from './bars.ts';
import type { Parameters } from './chart-memory.ts';
import type { Palette } from './chart-styles.ts';
import { type IndicatorName, overlayIndicators, usualParameters } from './tools.ts';

const pane = 'candle_pane';
const averagesName = 'HEIKIN_ASHI';
const paneHeightPx = 76;

interface Colors {
  readonly gain: string;
  readonly loss: string;
}

const isColors = (value: unknown): value is Colors => typeof value === 'object' && value !== null && 'gain' in value;

/** Teaches the chart candles of averages: they lie in the place of the prices' own, which stay as they are for all else. */
export function registerAverages(): void {
  registerIndicator<Averaged>({
    name: averagesName,
    series: 'price',
    figures: [],
    calc: (bars: KLineData[]) => averaged(bars),
    draw: (params) => {
      drawAverages(params);
      return true;
    },
  });
}

function drawAverages({ ctx, chart, indicator, xAxis, yAxis }: IndicatorDrawParams<Averaged, unknown, unknown>): void {
  const colors = indicator.extendData;
  if (!isColors(colors)) return;
  const { from, to } = chart.getVisibleRange();
  const { halfGapBar, gapBar } = chart.getBarSpace();
  for (let at = Math.max(0, from); at < to; at += 1) {
    const bar = indicator.result[at];
    if (bar === undefined) continue;
    const x = xAxis.convertToPixel(at);
    const [open, close] = [yAxis.convertToPixel(bar.open), yAxis.convertToPixel(bar.close)];
    const [high, low] = [yAxis.convertToPixel(bar.high), yAxis.convertToPixel(bar.low)];
    ctx.fillStyle = bar.close >= bar.open ? colors.gain : colors.loss;
    ctx.fillRect(Math.round(x), high, 1, Math.max(1, low - high));
    ctx.fillRect(x - halfGapBar, Math.min(open, close), gapBar, Math.max(1, Math.abs(close - open)));
  }
}

/** Keeps the chart's indicators equal to those chosen: over the candles, or in a pane of their own below. */
export function useIndicators(chart: Chart | null, chosen: readonly IndicatorName[], parameters: Parameters): void {
  useEffect(() => {
    if (chart === null) return;
    const known = new Set<string>(Object.keys(usualParameters));
    const shown = new Map(chart.getIndicators().flatMap((one) => (known.has(one.name) ? [[one.name, one]] : [])));
    for (const name of shown.keys()) if (!chosen.some((one) => one === name)) chart.removeIndicator({ name });
    for (const name of chosen) {
      const calcParams = [...(parameters[name] ?? usualParameters[name])];
      const there = shown.get(name);
      if (there !== undefined) {
        if (there.calcParams.join() !== calcParams.join()) chart.overrideIndicator({ name, calcParams });
        continue;
      }
      const over = overlayIndicators.some((one) => one === name);
      chart.createIndicator({ name, calcParams, paneId: over ? pane : `pane-${name}` }, over);
      if (!over) chart.setPaneOptions({ id: `pane-${name}`, height: paneHeightPx, minHeight: 48 });
    }
  }, [chart, chosen, parameters]);
}

/** Shows the averages where they are looked at. */
export function useAverages(chart: Chart | null, look: ChartLook, palette: Palette | null): void {
  useEffect(() => {
    if (chart === null || palette === null || look !== 'heikinAshi') return undefined;
    const { gain, loss } = palette;
    chart.createIndicator({ name: averagesName, paneId: pane, extendData: { gain, loss } }, true);
    return () => {
      chart.removeIndicator({ name: averagesName });
    };
  }, [chart, look, palette]);
}
