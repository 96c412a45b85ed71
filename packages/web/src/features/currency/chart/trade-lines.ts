import { type AxisRange, type Chart, type Overlay, type OverlayFigure, type YAxis, registerOverlay, utils } from 'klinecharts';
import { apart } from '../../../shared/words/directions.ts';
import { isMobile } from '../../../ui/device.ts';
import type { Palette } from './chart-styles.ts';
import { comparedInSight } from './compare.ts';
import { type Place, labelPx, placesOf, segmentsOf, tagPx, tagsOf, withNear } from './label-places.ts';

export type LineKind =
  | 'entry'
  | 'limit'
  | 'trigger'
  | 'strike'
  | 'stopLoss'
  | 'takeProfit'
  | 'target'
  | 'trailing'
  | 'liquidation';

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
const paddingPx = 6;
/** The gap between the labels at an edge and the count of more. */
const rimGapPx = 4;
const gapMax = 0.4;
/** How far from its line a drag may begin. */
const reachPx = 5;

/** One line of all that are drawn together: the place of each label depends on the others. */
interface Extra {
  readonly index: number;
  /** A function: a value passed to the chart would be copied. */
  readonly lines: () => Lines;
}

interface Drawn {
  readonly price: number;
  readonly label: string;
  readonly color: string;
  readonly dashed: boolean;
  readonly movable: boolean;
  readonly width: number;
  readonly rimWidth: number;
}

interface Layout {
  readonly places: readonly (Place | null)[];
  /** Heights on the axis. */
  readonly tags: readonly number[];
}

/** All lines of a chart, with the places of their labels until its range or its height changes. */
class Lines {
  readonly drawn: readonly Drawn[];
  readonly ink: string;
  readonly size: number;
  readonly family: string;
  readonly top: () => number;
  readonly #wide: (text: string) => number;
  #known = { key: '', layout: { places: [], tags: [] } as Layout };

  constructor(lines: readonly TradeLine[], palette: Palette, top: () => number) {
    const { onChange: ink, face: family } = palette;
    const size = palette.captionPx - 1;
    const wide = (text: string) => utils.calcTextWidth(text, size, '600', family) + 2 * paddingPx;
    this.#wide = wide;
    this.drawn = lines.map((line) => {
      // The chart runs from left to right, its words as their language does.
      const label = apart(line.movable ? `⇕ ${line.label}` : line.label);
      const dashed = line.kind !== 'entry' && line.kind !== 'strike';
      const color = colorsOf(palette)[line.kind];
      const { price, movable } = line;
      return { price, label, color, dashed, movable, width: wide(label), rimWidth: wide(`▲ ${label}`) };
    });
    this.ink = ink;
    this.size = size;
    this.family = family;
    this.top = top;
  }

  layout(yAxis: YAxis, { width, height }: { width: number; height: number }, last: number | undefined): Layout {
    const heights = this.drawn.map(({ price }) => yAxis.convertToPixel(price));
    const lastY = last === undefined ? null : yAxis.convertToPixel(last);
    const room = { width, height, top: this.top() };
    const key = `${Object.values(room).join()} ${heights.join()} ${lastY}`;
    if (key !== this.#known.key) {
      const labels = this.drawn.map((one, index) => ({ y: heights[index] ?? 0, width: one.width, rimWidth: one.rimWidth }));
      const inSight = heights.flatMap((y, index) => (y < 0 || y > height ? [] : [index]));
      const spread = tagsOf(
        inSight.map((index) => heights[index] ?? 0),
        lastY,
      );
      const tags = heights.map((y, index) => spread[inSight.indexOf(index)] ?? y);
      this.#known = { key, layout: { places: placesOf(labels, room), tags } };
    }
    return this.#known.layout;
  }

  /** As wide as the axis: what the axis says behind it sticks out nowhere. */
  tag(color: string, y: number, text: string, width: number): OverlayFigure {
    return this.badge(color, 0, y, text, Math.max(0, width - this.#wide(text)));
  }

  badge(color: string, x: number, y: number, text: string, spare = 0): OverlayFigure {
    return {
      type: 'text',
      attrs: { x, y, text, align: 'left', baseline: 'middle' },
      styles: {
        style: 'fill',
        color: this.ink,
        size: this.size,
        family: this.family,
        weight: '600',
        backgroundColor: color,
        borderSize: 0,
        borderRadius: 4,
        paddingLeft: paddingPx,
        paddingRight: paddingPx + spare,
        paddingTop: 3,
        paddingBottom: 3,
      },
    };
  }
}

const colorsOf = (palette: Palette): Record<LineKind, string> => ({
  entry: palette.info,
  limit: palette.accent,
  trigger: palette.warn,
  strike: palette.accent,
  stopLoss: palette.loss,
  takeProfit: palette.gain,
  target: palette.gain,
  trailing: palette.warn,
  liquidation: palette.danger,
});

const lastOf = (chart: Chart) => chart.getDataList().at(-1)?.close;

/** Teaches the chart the line of an order: a thin line, its name at the left, its price on the axis. */
export function registerTradeLine(): void {
  registerOverlay<Extra>({
    name,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ chart, overlay: { extendData, points }, coordinates, bounding, yAxis }) => {
      const { index } = extendData;
      const lines = extendData.lines();
      const [own, at] = [lines.drawn[index], coordinates[0]];
      if (yAxis === null || own === undefined || at === undefined) return [];
      const { places } = lines.layout(yAxis, bounding, lastOf(chart));
      const place = places[index];
      if (place === undefined || place === null) return [];
      const { color, dashed, label, movable, price } = own;
      // Out of sight there is nothing to take hold of: only where it is, and which way.
      if (place.rim !== null) {
        const arrow = place.rim === 'above' ? '▲' : '▼';
        const after = place.x + place.width + rimGapPx;
        return [
          { ...lines.badge(color, place.x, place.y, `${arrow} ${label}`), ignoreEvent: true },
          ...(place.more === 0 ? [] : [{ ...lines.badge(color, after, place.y, `+${place.more}`), ignoreEvent: true }]),
        ];
      }
      // While it is dragged it is where it is dragged to.
      const moved = points[0]?.value !== price;
      const parts: [number, number][] = moved ? [[0, bounding.width]] : segmentsOf(at.y, bounding.width, place, places);
      return [
        ...parts.map(([from, to]) => ({
          type: 'line',
          attrs: {
            coordinates: [
              { x: from, y: at.y },
              { x: to, y: at.y },
            ],
          },
          styles: { style: dashed ? 'dashed' : 'solid', dashedValue: [5, 4], size: 1, color },
        })),
        ...(movable ? parts : []).map(([from, to]) => ({
          type: 'rect',
          attrs: { x: from, y: at.y - reachPx, width: to - from, height: 2 * reachPx },
          styles: { style: 'fill', color: 'transparent' },
        })),
        lines.badge(color, place.x, moved ? at.y : place.y, label),
      ];
    },
    createYAxisFigures: ({ chart, overlay: { extendData, points }, coordinates, bounding, yAxis }) => {
      const { index } = extendData;
      const lines = extendData.lines();
      const [own, at, value] = [lines.drawn[index], coordinates[0], points[0]?.value];
      if (yAxis === null || own === undefined || at === undefined || value === undefined) return [];
      if (at.y < 0 || at.y > bounding.height) return [];
      const y = value === own.price ? (lines.layout(yAxis, bounding, lastOf(chart)).tags[index] ?? at.y) : at.y;
      // Where all prices are close together there is no room for each: only its line and its name are drawn. A phone's tools
      // cover the axis too.
      if (y < tagPx / 2 + (isMobile ? lines.top() : 0) || y > bounding.height - tagPx / 2) return [];
      const price = chart.getThousandsSeparator().format(value.toFixed(chart.getSymbol()?.pricePrecision ?? 2));
      return { ...lines.tag(own.color, y, price, bounding.width), ignoreEvent: true };
    },
  });
}

/**
 * Draws the lines of this moment in place of those drawn before. `onHeld` is called when one is grabbed, `onMoved` with where
 * it was dropped.
 */
export function drawTradeLines(
  chart: Chart,
  lines: readonly TradeLine[],
  palette: Palette,
  { top, onHeld, onMoved }: { top(): number; onHeld(): void; onMoved(line: TradeLine, price: number): void },
): void {
  chart.removeOverlay({ groupId: group });
  const prices = lines.map(({ price }) => price);
  const height = chart.getSize('candle_pane', 'main')?.height ?? 0;
  // Candles begin below the labels over them, and below those of lines out of sight.
  const taken = (top() + (lines.length > 0 ? labelPx : 0)) / Math.max(height, 1);
  const share = Math.min(gapMax, taken);
  chart.overrideYAxis({
    paneId: 'candle_pane',
    gap: { top: share, bottom: 0.08 },
    createRange: ({ defaultRange }) => widen(defaultRange, prices, comparedInSight(chart)?.values ?? [], share),
  });
  const all = new Lines(lines, palette, top);
  for (const [index, line] of lines.entries()) {
    const extra: Extra = { index, lines: () => all };
    chart.createOverlay({
      name,
      groupId: group,
      lock: !line.movable,
      zLevel: 2,
      points: [{ value: line.price }],
      extendData: extra,
      onPressedMoveStart: onHeld,
      onPressedMoveEnd: ({ overlay }) => drop(overlay, line, onMoved),
      // A right click would remove the drawing, and an order is no drawing.
      onRightClick: (event) => event.preventDefault?.(),
    });
  }
}

const comparedMargin = 0.06;

/** The range with those lines in sight that are near enough. All of what is compared is in sight. */
function widen(range: AxisRange, prices: readonly number[], compared: readonly (number | null)[], taken: number): AxisRange {
  const near = withNear(range, prices, taken);
  const margin = range.range * comparedMargin;
  const beside = compared.filter((value) => value !== null);
  const from = Math.min(near.from, ...beside.map((price) => price - margin));
  const to = Math.max(near.to, ...beside.map((price) => price + margin));
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
