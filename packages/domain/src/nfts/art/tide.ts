import { disc, glow, gradient, ground, group, mix, n, side, tag } from './draw.ts';
import type { Random } from './random.ts';

interface Palette {
  readonly sky: readonly [string, string];
  readonly moon: string;
  readonly crest: string;
  readonly deep: string;
  readonly foam: string;
  readonly boat: string;
}

const palettes: readonly [Palette, ...Palette[]] = [
  { sky: ['#f7d9c4', '#f2a08a'], moon: '#e4473c', crest: '#3f88a5', deep: '#12355b', foam: '#f7efe2', boat: '#fffaf0' },
  { sky: ['#0c1635', '#2b3f77'], moon: '#ffe8a3', crest: '#3c8dad', deep: '#0a1e3c', foam: '#dff3f0', boat: '#f6c453' },
  { sky: ['#f5ecd7', '#dfe3c9'], moon: '#f0a04b', crest: '#5aa17f', deep: '#183a37', foam: '#fbf7ea', boat: '#c44536' },
  { sky: ['#e8dff5', '#b8a9d9'], moon: '#fff7d6', crest: '#6c7fc4', deep: '#2b2559', foam: '#fdf4ff', boat: '#ef767a' },
];

/** Waves like scales, row upon row, with a boat of folded paper on its way. */
export function tide(random: Random): string {
  const palette = random.pick(palettes);
  const width = random.pick([75, 100, 120]);
  const sway = random.between(10, 22);
  const step = width * 0.36 * (100 / width) ** 0.35;
  const rows = Math.ceil((side + width * 0.3 - 262) / step);
  const boatRow = random.whole(2, 3);
  const water = Array.from({ length: rows }, (_, row) => {
    const share = row / (rows - 1);
    const y = 262 + row * step;
    const drawn = swell(random, palette, { y, row, share, width, sway });
    return row === boatRow ? boat(random, palette, y - width * 0.34) + drawn : drawn;
  });
  return (
    tag('defs', {}, gradient('sky', palette.sky) + glow('halo', palette.moon, 0.55)) +
    ground('url(#sky)') +
    moon(random, palette) +
    mist(random, palette) +
    gulls(random, palette) +
    water.join('')
  );
}

function moon(random: Random, palette: Palette): string {
  const [x, y, r] = [random.between(150, 450), random.between(120, 170), random.between(52, 78)];
  return disc(x, y, r * 2.4, 'url(#halo)') + disc(x, y, r, palette.moon);
}

/** Bands of cloud, rounded at their ends. */
function mist(random: Random, { foam }: Palette): string {
  return Array.from({ length: 5 }, (_, place) => {
    const wide = random.between(90, 230);
    const attributes = {
      x: random.between(-40, side - 120),
      y: 60 + place * 36 + random.between(-8, 8),
      width: wide,
      height: random.between(7, 13),
      rx: 6,
    };
    return tag('rect', { ...attributes, fill: foam, opacity: '0.55' });
  }).join('');
}

interface Swell {
  readonly y: number;
  readonly row: number;
  readonly share: number;
  readonly width: number;
  readonly sway: number;
}

/** One row of scales: circles within circles, each row half a scale further. */
function swell(random: Random, { crest, deep, foam }: Palette, { y, row, share, width, sway }: Swell): string {
  const tone = mix(crest, deep, share);
  const count = Math.ceil(side / width) + 2;
  const phase = random.between(0, 6);
  const scales = Array.from({ length: count }, (_, place) => {
    const x = (place - 0.5) * width + (row % 2 === 0 ? 0 : width / 2) - width / 2;
    const up = y + Math.sin(place * 0.9 + phase) * sway * (1 - share * 0.5);
    const r = width * 0.58;
    const rings = [1, 0.78, 0.56, 0.34].map((size, ring) =>
      disc(x, up + r * 0.35, r * size, ring % 2 === 0 ? mix(tone, foam, ring * 0.06) : mix(tone, foam, 0.62), {
        ...(ring === 0 && { stroke: foam, 'stroke-width': 3 }),
      }),
    );
    return rings.join('');
  });
  return group({}, scales);
}

function boat(random: Random, { boat: paper, deep }: Palette, y: number): string {
  const x = random.between(190, 410);
  const shade = mix(paper, deep, 0.22);
  const [hull, keel] = ['M-74 -20L74 -20L46 26L-46 26Z', 'M-74 -20L0 -20L-12 26L-46 26Z'];
  const [sail, fold] = ['M0 -92L38 -20L-38 -20Z', 'M0 -92L0 -20L-38 -20Z'];
  const parts = [
    tag('path', { d: sail, fill: paper }),
    tag('path', { d: fold, fill: shade }),
    tag('path', { d: hull, fill: paper }),
    tag('path', { d: keel, fill: shade, opacity: '0.8' }),
    tag('path', { d: 'M0 -92V-128M0 -126l26 8l-26 9', stroke: deep, 'stroke-width': 2.5, fill: deep }),
  ];
  return group({ transform: `translate(${n(x)} ${n(y)}) rotate(${n(random.between(-9, 9))}) scale(1.15)` }, parts);
}

function gulls(random: Random, { deep }: Palette): string {
  const flock = Array.from({ length: random.whole(2, 5) }, () => {
    const [x, y, s] = [random.between(60, 540), random.between(50, 200), random.between(7, 13)];
    return tag('path', { d: `M${n(x - s)} ${n(y)}q${n(s / 2)} ${n(-s * 0.7)} ${n(s)} 0q${n(s / 2)} ${n(-s * 0.7)} ${n(s)} 0` });
  });
  return group({ fill: 'none', stroke: deep, 'stroke-width': 2.2, 'stroke-linecap': 'round' }, flock);
}
