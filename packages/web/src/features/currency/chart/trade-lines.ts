import { type AxisRange, type Chart, type Overlay, type OverlayFigure, type YAxis, registerOverlay, utils } from 'klinecharts';
import type { Palette } from './chart-styles.ts';

export type LineKind = 'entry' | 'limit' | 'strike' | 'stopLoss' | 'takeProfit' | 'trailing' | 'liquidation';

/** A price of one of the person's orders, drawn across the chart. */
export interface TradeLine {
  readonly orderId: string;
  readonly kind: LineKind;
  readonly price: number;
  readonly label: string;
  /** The line can be dragged to another price. */
  readonly movable: boolean;
}

const name = 'tradeLine';
const group = 'tradeLines';

interface Extra {
  readonly label: string;
  readonly color: string;
  readonly ink: string;
  readonly dashed: boolean;
  readonly movable: boolean;
  readonly size: number;
  readonly family: string;
  /** Lines whose labels stand before this one's where they are level: their prices and what they say. */
  readonly before: readonly { readonly price: number; readonly label: string }[];
}

function isExtra(value: unknown): value is Extra {
  return typeof value === 'object' && value !== null && 'label' in value && 'ink' in value;
}

function badge(extra: Extra, x: number, y: number, text: string, align: CanvasTextAlign): OverlayFigure {
  return {
    type: 'text',
    attrs: { x, y, text, align, baseline: 'middle' },
    styles: {
      style: 'fill',
      color: extra.ink,
      size: extra.size,
      family: extra.family,
      weight: '600',
      backgroundColor: extra.color,
      borderSize: 0,
      borderRadius: 4,
      paddingLeft: 6,
      paddingRight: 6,
      paddingTop: 3,
      paddingBottom: 3,
    },
  };
}

const labelPx = 22;
const firstLabelPx = 8;
const labelGapPx = 6;

/** Where at the rim a line beyond it is told, in pixels from above; null for one in sight. */
function rimOf(y: number, height: number): number | null {
  if (y < 0) return labelPx / 2;
  return y > height ? height - labelPx / 2 : null;
}

/** Where a line's label begins, in pixels from the left: behind those of other lines at the same height. */
function labelAt({ before, size, family }: Extra, y: number, height: number, yAxis: YAxis | null): number {
  if (yAxis === null) return firstLabelPx;
  const level = before.filter(({ price }) => {
    const at = yAxis.convertToPixel(price);
    return Math.abs((rimOf(at, height) ?? at) - y) < labelPx;
  });
  const widths = level.map(({ label }) => utils.calcTextWidth(`⇕ ${label}`, size, '600', family) + 2 * 6 + labelGapPx);
  return widths.reduce((left, width) => left + width, firstLabelPx);
}

/** Teaches the chart the line of an order: a thin line, its name at the left, its price on the axis. */
export function registerTradeLine(): void {
  registerOverlay({
    name,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ overlay, coordinates, bounding, yAxis }) => {
      const at = coordinates[0];
      if (at === undefined || !isExtra(overlay.extendData)) return [];
      const extra = overlay.extendData;
      const rim = rimOf(at.y, bounding.height);
      const y = rim ?? at.y;
      const named = extra.movable ? `⇕ ${extra.label}` : extra.label;
      const label = badge(
        extra,
        labelAt(extra, y, bounding.height, yAxis),
        y,
        rim === null ? named : `${at.y < 0 ? '▲' : '▼'} ${named}`,
        'left',
      );
      // Out of sight there is nothing to take hold of: only where it is, and which way.
      if (rim !== null) return { ...label, ignoreEvent: true };
      return [
        {
          type: 'line',
          attrs: {
            coordinates: [
              { x: 0, y: at.y },
              { x: bounding.width, y: at.y },
            ],
          },
          styles: { style: extra.dashed ? 'dashed' : 'solid', dashedValue: [5, 4], size: 1, color: extra.color },
        },
        label,
      ];
    },
    createYAxisFigures: ({ chart, overlay, coordinates, bounding }) => {
      const at = coordinates[0];
      const value = overlay.points[0]?.value;
      if (at === undefined || value === undefined || !isExtra(overlay.extendData)) return [];
      if (rimOf(at.y, bounding.height) !== null) return [];
      const price = chart.getThousandsSeparator().format(value.toFixed(chart.getSymbol()?.pricePrecision ?? 2));
      return { ...badge(overlay.extendData, 0, at.y, price, 'left'), ignoreEvent: true };
    },
  });
}

/** Draws the lines of this moment in place of those drawn before. `onMoved` hears where a line was dropped. */
export function drawTradeLines(
  chart: Chart,
  lines: readonly TradeLine[],
  palette: Palette,
  onMoved: (line: TradeLine, price: number) => void,
): void {
  const colors: Record<LineKind, string> = {
    entry: palette.info,
    limit: palette.accent,
    strike: palette.accent,
    stopLoss: palette.loss,
    takeProfit: palette.gain,
    trailing: palette.warn,
    liquidation: palette.danger,
  };
  chart.removeOverlay({ groupId: group });
  const prices = lines.map(({ price }) => price);
  chart.overrideYAxis({ paneId: 'candle_pane', createRange: ({ defaultRange }) => widen(defaultRange, prices) });
  for (const [index, line] of lines.entries()) {
    const extra: Extra = {
      label: line.label,
      color: colors[line.kind],
      ink: palette.onChange,
      dashed: line.kind !== 'entry' && line.kind !== 'strike',
      movable: line.movable,
      size: palette.captionPx - 1,
      family: palette.face,
      before: lines.slice(0, index),
    };
    chart.createOverlay({
      name,
      groupId: group,
      lock: !line.movable,
      zLevel: 2,
      points: [{ value: line.price }],
      extendData: extra,
      onPressedMoveEnd: ({ overlay }) => drop(overlay, line, onMoved),
      // A right click would remove the drawing, and an order is no drawing.
      onRightClick: (event) => event.preventDefault?.(),
    });
  }
}

/** How much larger than the candles' own range the chart may become for the sake of a line. */
const stretchMax = 0.2;
const marginShare = 0.06;

/** The range with those lines in sight that are near enough; one far away would press the candles flat. */
function widen(range: AxisRange, prices: readonly number[]): AxisRange {
  const reach = range.range * stretchMax;
  const near = prices.filter((price) => price > range.from - reach && price < range.to + reach);
  const margin = range.range * marginShare;
  const from = Math.min(range.from, ...near.map((price) => price - margin));
  const to = Math.max(range.to, ...near.map((price) => price + margin));
  const size = to - from;
  return {
    ...range,
    from,
    to,
    range: size,
    realFrom: from,
    realTo: to,
    realRange: size,
    displayFrom: from,
    displayTo: to,
    displayRange: size,
  };
}

function drop(overlay: Overlay, line: TradeLine, onMoved: (line: TradeLine, price: number) => void): void {
  const value = overlay.points[0]?.value;
  if (value !== undefined && value !== line.price) onMoved(line, value);
}
