import type { CandleType, DeepPartial, Styles } from 'klinecharts';
import type { ChartLook } from '../../../shared/preferences.ts';

/** The colours that a canvas needs, read from the tokens: it cannot use them itself. */
export interface Palette {
  readonly gain: string;
  readonly loss: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly surface: string;
  readonly raised: string;
  readonly accent: string;
  readonly info: string;
  readonly warn: string;
  readonly violet: string;
  readonly danger: string;
  readonly onChange: string;
  readonly face: string;
  readonly captionPx: number;
}

export function readPalette(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    gain: token('--gain'),
    loss: token('--loss'),
    text: token('--text'),
    muted: token('--text-muted'),
    line: token('--line'),
    lineStrong: token('--line-strong'),
    surface: token('--surface-1'),
    raised: token('--surface-3'),
    accent: token('--accent'),
    info: token('--info'),
    warn: token('--warn'),
    violet: token('--violet'),
    danger: token('--danger'),
    onChange: token('--on-change'),
    face: style.fontFamily,
    captionPx: Math.max(11, Math.min(13, Number.parseFloat(style.fontSize) - 2)),
  };
}

const types: Record<ChartLook, CandleType> = {
  candles: 'candle_solid',
  hollow: 'candle_up_stroke',
  bars: 'ohlc',
  // Drawn by an indicator, since the prices themselves stay as they are.
  heikinAshi: 'candle_solid',
  line: 'area',
  area: 'area',
};

/** The chart in the look of the page: thin lines, no boxes, the pair of colours of the language, or that the person chose. */
export function chartStyles(palette: Palette, look: ChartLook): DeepPartial<Styles> {
  const { gain, loss, muted, line, lineStrong, surface, raised, text, accent, face, captionPx } = palette;
  const change = { upColor: gain, downColor: loss, noChangeColor: muted };
  const body =
    look === 'heikinAshi'
      ? { up: 'transparent', down: 'transparent', level: 'transparent' }
      : { up: gain, down: loss, level: muted };
  const axis = {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: { color: muted, size: captionPx, family: face },
  };
  const crosshair = {
    line: { style: 'dashed' as const, dashedValue: [3, 3], size: 1, color: lineStrong },
    text: { color: text, backgroundColor: raised, borderColor: raised, borderRadius: 4, size: captionPx, family: face },
  };
  return {
    grid: { horizontal: { color: line, style: 'solid' }, vertical: { show: false } },
    candle: {
      type: types[look],
      bar: {
        upColor: body.up,
        downColor: body.down,
        noChangeColor: body.level,
        upBorderColor: body.up,
        downBorderColor: body.down,
        noChangeBorderColor: body.level,
        upWickColor: body.up,
        downWickColor: body.down,
        noChangeWickColor: body.level,
      },
      area: {
        lineColor: accent,
        lineSize: 2,
        value: 'close',
        backgroundColor: [
          { offset: 0, color: look === 'area' ? `${accent}00` : 'transparent' },
          { offset: 1, color: look === 'area' ? `${accent}40` : 'transparent' },
        ],
        point: { show: false },
      },
      priceMark: {
        high: { color: muted, textSize: captionPx, textFamily: face },
        low: { color: muted, textSize: captionPx, textFamily: face },
        last: {
          ...change,
          line: { style: 'dashed', dashedValue: [2, 4], size: 1 },
          text: { size: captionPx, family: face, color: palette.onChange, borderRadius: 4, paddingLeft: 5, paddingRight: 5 },
        },
      },
      // The legend is the page's own.
      tooltip: { showRule: 'none' },
    },
    indicator: {
      ohlc: change,
      bars: [{ ...change, upColor: translucent(gain), downColor: translucent(loss), noChangeColor: translucent(muted) }],
      // None of them gain's or loss's own: a line is no verdict.
      lines: lineColors(palette).map((color) => ({ color, size: 1 })),
      tooltip: { showRule: 'none' },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { size: 1, color: line, activeBackgroundColor: translucent(accent) },
    crosshair: { horizontal: crosshair, vertical: crosshair },
    overlay: {
      point: { color: accent, borderColor: surface, activeColor: accent, activeBorderColor: surface },
      line: { color: accent, size: 1 },
      rect: { color: translucent(accent), borderColor: accent },
      polygon: { color: translucent(accent), borderColor: accent },
      circle: { color: translucent(accent), borderColor: accent },
      arc: { color: accent },
      text: { color: text, size: captionPx, family: face, backgroundColor: raised, borderColor: raised },
    },
  };
}

/** Of the lines of an indicator, in their order. */
export const lineColors = ({ accent, info, violet, muted, text }: Palette): string[] => [accent, info, violet, muted, text];

/** Tokens are written as #rrggbb. */
function translucent(color: string): string {
  return `${color}80`;
}
