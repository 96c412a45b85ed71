import { ground, group, n, side, tag } from './draw.ts';
import type { Random } from './random.ts';

type Colours = readonly [string, ...string[]];

interface Palette {
  readonly ground: string;
  readonly warp: Colours;
  readonly weft: Colours;
}

const palettes: readonly [Palette, ...Palette[]] = [
  { ground: '#231942', warp: ['#5e548e', '#9f86c0', '#e0b1cb'], weft: ['#f4d35e', '#ee964b', '#f95738'] },
  { ground: '#0b2027', warp: ['#40798c', '#70a9a1', '#cfd7c7'], weft: ['#f6f1d1', '#e4572e', '#f3a712'] },
  { ground: '#3b1c32', warp: ['#a64d79', '#d6819f', '#f3c5c5'], weft: ['#2a9d8f', '#8ab17d', '#e9c46a'] },
  { ground: '#14213d', warp: ['#e5e5e5', '#8ecae6', '#219ebc'], weft: ['#fb8500', '#ffb703', '#fefae0'] },
];

/** Ribbons of two directions, over and under each other by a weaver's rule, on the diagonal. */
export function ribbons(random: Random): string {
  const { ground: back, warp, weft } = random.pick(palettes);
  const count = random.pick([7, 8, 9]);
  const whole = 880;
  const pitch = whole / count;
  const width = pitch * random.between(0.78, 0.88);
  const gap = (pitch - width) / 2;
  // Twill and plain weave: how the crossing of two ribbons is decided.
  const run = random.pick([2, 3, 4]);
  const inset = -(whole - side) / 2;
  const dress = (colours: Colours) =>
    Array.from({ length: count }, (_, place) => {
      const mirrored = Math.min(place, count - 1 - place);
      return { colour: colours[(mirrored + random.whole(0, 1)) % colours.length] ?? colours[0], stripes: random.whole(0, 3) };
    });
  const [down, across] = [dress(warp), dress(weft)];
  const parts: string[] = [];
  across.forEach((row, y) => {
    down.forEach((column, x) => {
      const over = (x + y) % run < run / 2;
      const at = `translate(${n(inset + x * pitch)} ${n(inset + y * pitch)})`;
      const vertical = band(column, pitch, gap, width, true);
      const horizontal = band(row, pitch, gap, width, false);
      const [under, top] = over ? [horizontal, vertical] : [vertical, horizontal];
      parts.push(group({ transform: at }, [under, shade(pitch, gap, width, over), top]));
    });
  });
  const defs = tag('defs', {}, soft('left', 1, 0) + soft('up', 0, 1));
  const frame = tag('rect', {
    x: 15,
    y: 15,
    width: side - 30,
    height: side - 30,
    fill: 'none',
    stroke: back,
    'stroke-width': 30,
  });
  const line = tag('rect', {
    x: 34,
    y: 34,
    width: side - 68,
    height: side - 68,
    fill: 'none',
    stroke: weft[0],
    'stroke-width': 1.5,
  });
  return defs + ground(back) + group({ transform: `rotate(45 300 300)` }, parts) + frame + line;
}

function soft(id: string, x2: number, y2: number): string {
  const stop = (offset: string, opacity: string) => tag('stop', { offset, 'stop-color': '#000', 'stop-opacity': opacity });
  const stops = stop('0%', '0.5') + stop('14%', '0.08') + stop('50%', '0') + stop('86%', '0.08') + stop('100%', '0.5');
  return tag('linearGradient', { id, x1: 0, y1: 0, x2, y2 }, stops);
}

/** A ribbon's piece within one crossing, with its woven stripes. */
function band(
  { colour, stripes }: { readonly colour: string; readonly stripes: number },
  pitch: number,
  gap: number,
  width: number,
  upright: boolean,
): string {
  const strip = (from: number, thick: number, fill: string, opacity: string) =>
    upright
      ? tag('rect', { x: from, y: -0.5, width: thick, height: pitch + 1, fill, opacity })
      : tag('rect', { x: -0.5, y: from, width: pitch + 1, height: thick, fill, opacity });
  const edge = strip(gap, 2.2, '#ffffff', '0.35') + strip(gap + width - 2.2, 2.2, '#000000', '0.28');
  const middle = {
    0: '',
    1: strip(gap + width * 0.42, width * 0.16, '#ffffff', '0.4'),
    2: strip(gap + width * 0.16, width * 0.07, '#ffffff', '0.5') + strip(gap + width * 0.77, width * 0.07, '#ffffff', '0.5'),
    3: strip(gap + width * 0.3, width * 0.4, '#000000', '0.13') + strip(gap + width * 0.47, width * 0.06, '#ffffff', '0.6'),
  }[stripes];
  return strip(gap, width, colour, '1') + (middle ?? '') + edge;
}

/** What the upper ribbon throws on the lower one. */
function shade(pitch: number, gap: number, width: number, uprightOver: boolean): string {
  const reach = gap * 1.5 + 5;
  return uprightOver
    ? tag('rect', { x: gap - reach, y: gap, width: width + 2 * reach, height: width, fill: 'url(#left)' })
    : tag('rect', { x: gap, y: gap - reach, width, height: Math.min(pitch, width + 2 * reach), fill: 'url(#up)' });
}
