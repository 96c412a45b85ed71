import { type AxisRange, type Chart, type Overlay, type OverlayFigure, registerOverlay } from 'klinecharts';
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

/** Teaches the chart the line of an order: a thin line, its name at the left, its price on the axis. */
export function registerTradeLine(): void {
  registerOverlay({
    name,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ overlay, coordinates, bounding }) => {
      const at = coordinates[0];
      if (at === undefined || !isExtra(overlay.extendData)) return [];
      const extra = overlay.extendData;
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
        badge(extra, 8, at.y, extra.movable ? `⇕ ${extra.label}` : extra.label, 'left'),
      ];
    },
    createYAxisFigures: ({ chart, overlay, coordinates }) => {
      const at = coordinates[0];
      const value = overlay.points[0]?.value;
      if (at === undefined || value === undefined || !isExtra(overlay.extendData)) return [];
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
    stopLoss: palette.fall,
    takeProfit: palette.rise,
    trailing: palette.warn,
    liquidation: palette.danger,
  };
  chart.removeOverlay({ groupId: group });
  const prices = lines.map(({ price }) => price);
  chart.overrideYAxis({ paneId: 'candle_pane', createRange: ({ defaultRange }) => widen(defaultRange, prices) });
  for (const line of lines) {
    const extra: Extra = {
      label: line.label,
      color: colors[line.kind],
      ink: palette.onChange,
      dashed: line.kind !== 'entry' && line.kind !== 'strike',
      movable: line.movable,
      size: palette.captionPx - 1,
      family: palette.face,
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
const stretchMax = 1;
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
