import { type Point, disc, glow, gradient, ground, group, n, side, smooth, tag } from './draw.ts';
import { type Random, noiseFrom } from './random.ts';

interface Palette {
  readonly sky: readonly string[];
  readonly mist: readonly [string, string];
  readonly land: string;
  readonly star: string;
}

const palettes: readonly [Palette, ...Palette[]] = [
  { sky: ['#070b1f', '#122152', '#34437f', '#e08e79'], mist: ['#5c6bc0', '#8e4585'], land: '#060914', star: '#fff4d6' },
  { sky: ['#04121c', '#0b3142', '#136f63', '#9fd3a8'], mist: ['#22aaa1', '#4062bb'], land: '#03100f', star: '#f3ffe3' },
  { sky: ['#120a24', '#2d1b4e', '#6b2d6b', '#f4a261'], mist: ['#b5179e', '#4361ee'], land: '#0b0616', star: '#fff1e0' },
];

interface Figure {
  readonly stars: readonly Point[];
  readonly lines: readonly (readonly number[])[];
}

/** Figures on a square of 100, each line through its stars in order. */
const figures: readonly [Figure, ...Figure[]] = [
  // A kite with its tail.
  {
    stars: [
      [50, 4],
      [76, 34],
      [50, 66],
      [24, 34],
      [50, 34],
      [56, 76],
      [46, 84],
      [57, 92],
      [48, 99],
    ],
    lines: [
      [0, 1, 2, 3, 0],
      [0, 4, 2],
      [3, 4, 1],
      [2, 5, 6, 7, 8],
    ],
  },
  // A whale.
  {
    stars: [
      [6, 50],
      [18, 34],
      [40, 28],
      [62, 36],
      [78, 50],
      [92, 38],
      [98, 24],
      [99, 46],
      [60, 66],
      [36, 70],
      [16, 64],
      [30, 16],
      [38, 8],
      [22, 8],
    ],
    lines: [
      [0, 1, 2, 3, 4, 5, 6],
      [5, 7],
      [4, 8, 9, 10, 0],
      [2, 11, 12],
      [11, 13],
    ],
  },
  // A swan.
  {
    stars: [
      [20, 12],
      [30, 22],
      [28, 40],
      [40, 56],
      [62, 58],
      [92, 44],
      [80, 62],
      [60, 78],
      [36, 76],
      [8, 16],
    ],
    lines: [[9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 3]],
  },
  // A bear on its way.
  {
    stars: [
      [12, 40],
      [22, 28],
      [30, 36],
      [54, 30],
      [80, 40],
      [88, 60],
      [86, 84],
      [72, 62],
      [66, 82],
      [44, 62],
      [40, 84],
      [28, 60],
      [24, 82],
      [6, 46],
    ],
    lines: [
      [13, 0, 1, 2, 3, 4, 5, 6],
      [5, 7, 8],
      [7, 9, 10],
      [9, 11, 12],
      [11, 0],
    ],
  },
];

/** A night over quiet land, with a figure among the stars. */
export function constellation(random: Random): string {
  const { sky, mist, land, star } = random.pick(palettes);
  const figure = random.pick(figures);
  const defs = tag(
    'defs',
    {},
    gradient('sky', sky) + glow('mist0', mist[0], 0.5) + glow('mist1', mist[1], 0.45) + glow('glow', star, 0.9),
  );
  return (
    defs +
    ground('url(#sky)') +
    clouds(random) +
    dust(random, star) +
    drawn(random, figure, star) +
    landscape(random, land, sky.at(-1) ?? star)
  );
}

function clouds(random: Random): string {
  return Array.from({ length: 6 }, (_, place) => {
    const [rx, ry] = [random.between(120, 260), random.between(60, 130)];
    const [cx, cy] = [random.between(0, side), random.between(40, 380)];
    const turned = `rotate(${n(random.between(-35, 10))} ${n(cx)} ${n(cy)})`;
    return tag('ellipse', { cx, cy, rx, ry, fill: `url(#mist${place % 2})`, transform: turned });
  }).join('');
}

/** Small stars, closer together along a band across the sky. */
function dust(random: Random, star: string): string {
  const tilt = random.between(-0.7, 0.7);
  const stars = Array.from({ length: 330 }, (_, place) => {
    const x = random.between(0, side);
    const spread = (random.next() + random.next() + random.next() - 1.5) * 150;
    const y = place % 2 === 0 ? 210 + (x - 300) * tilt + spread : random.between(0, 470);
    return disc(x, y, random.between(0.4, 1.3), star, { opacity: n(random.between(0.3, 1)) });
  });
  return stars.join('');
}

function drawn(random: Random, { stars, lines }: Figure, star: string): string {
  const [size, turn] = [random.between(300, 350), random.between(-10, 10)];
  const [left, top] = [(side - size) / 2 + random.between(-20, 20), random.between(50, 80)];
  const at = ([x, y]: Point): Point => [
    left + (x / 100) * size + random.between(-3, 3),
    top + (y / 100) * size + random.between(-3, 3),
  ];
  const points = stars.map(at);
  const line = (places: readonly number[]) => places.map((place) => (points[place] ?? [0, 0]).map(n).join(' ')).join('L');
  const drawing = tag('path', {
    d: lines.map((places) => `M${line(places)}`).join(''),
    fill: 'none',
    stroke: star,
    'stroke-width': 1.3,
    'stroke-dasharray': '1 5',
    'stroke-linecap': 'round',
    opacity: '0.85',
  });
  const bright = points.map(([x, y]) => {
    const r = random.between(2.4, 4.6);
    const ray = r * 3.4;
    const cross = `M${n(x - ray)} ${n(y)}H${n(x + ray)}M${n(x)} ${n(y - ray)}V${n(y + ray)}`;
    return (
      disc(x, y, r * 5.5, 'url(#glow)', { opacity: '0.6' }) +
      tag('path', { d: cross, stroke: star, 'stroke-width': 0.8, opacity: '0.8' }) +
      disc(x, y, r, star)
    );
  });
  return group({ transform: `rotate(${n(turn)} 300 240)` }, [drawing, ...bright]);
}

/** Two ridges, firs, and a house where somebody is still awake. */
function landscape(random: Random, land: string, light: string): string {
  const noise = noiseFrom(random);
  const ridge = (base: number, height: number, row: number): Point[] =>
    Array.from({ length: 21 }, (_, step): Point => [step * 30, base - noise(step * 0.32, row) * height]);
  const shape = (points: readonly Point[], fill: string, opacity: string) =>
    tag('path', { d: `${smooth(points)}L${side} ${side}L0 ${side}Z`, fill, opacity });
  const [far, near] = [ridge(530, 120, 3), ridge(572, 80, 9)];
  const firs = Array.from({ length: 26 }, () => {
    const [x, y] = near[random.whole(0, 20)] ?? [0, side];
    const [height, across] = [random.between(16, 46), x + random.between(-14, 14)];
    const tier = (share: number) => `${n(across - height * 0.24 * share)} ${n(y + 8 - height * (1 - share))}`;
    const right = (share: number) => `${n(across + height * 0.24 * share)} ${n(y + 8 - height * (1 - share))}`;
    return tag('path', {
      d: `M${n(across)} ${n(y + 8 - height)}L${right(0.5)}L${right(0.95)}L${tier(0.95)}L${tier(0.5)}Z`,
      fill: land,
    });
  });
  const [x, y] = near[random.whole(5, 15)] ?? [300, 540];
  const house =
    tag('path', { d: `M${n(x - 15)} ${n(y + 10)}v-18l15 -13l15 13v18Z`, fill: land }) +
    tag('rect', { x: x - 4, y: y - 6, width: 8, height: 8, fill: light });
  return shape(far, land, '0.55') + shape(near, land, '1') + firs.join('') + house;
}
