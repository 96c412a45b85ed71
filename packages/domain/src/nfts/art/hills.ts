import { type Point, around, disc, gradient, ground, group, mix, n, side, smooth, tag } from './draw.ts';
import { type Random, noiseFrom } from './random.ts';

interface Palette {
  readonly sky: readonly [string, string];
  readonly sun: string;
  readonly far: string;
  readonly near: string;
  readonly accent: string;
}

const palettes: readonly [Palette, ...Palette[]] = [
  { sky: ['#fbe3c8', '#f7b79b'], sun: '#fff3dc', far: '#f0937d', near: '#43213f', accent: '#ffd27d' },
  { sky: ['#d9eef2', '#a9d3de'], sun: '#fffbe8', far: '#86bcc7', near: '#123347', accent: '#f2a65a' },
  { sky: ['#f9efc9', '#e9d79a'], sun: '#fff9e6', far: '#b9c48a', near: '#1f3d2b', accent: '#d96c4f' },
  { sky: ['#2a1f4e', '#5a3a77'], sun: '#ffe9b8', far: '#7d5292', near: '#150e2b', accent: '#ffb36b' },
];

const layers = 6;

/** A landscape of cut paper: each sheet lies on the one behind it and throws its shadow there. */
export function hills(random: Random): string {
  const palette = random.pick(palettes);
  const noise = noiseFrom(random);
  const heart: Point = [random.between(180, 420), random.between(150, 215)];
  const sheets = Array.from({ length: layers }, (_, layer) => sheet(random, noise, palette, layer));
  return (
    tag('defs', {}, gradient('sky', palette.sky)) +
    ground('url(#sky)') +
    sun(heart, palette) +
    clouds(random, palette) +
    birds(random, palette) +
    sheets.slice(0, 3).join('') +
    balloon(random, palette) +
    sheets.slice(3).join('')
  );
}

function sun(heart: Point, { sun: light, sky }: Palette): string {
  return [150, 118, 88, 58]
    .map((radius, ring) => disc(heart[0], heart[1], radius, mix(sky[1], light, [0.18, 0.36, 0.6, 1][ring] ?? 1)))
    .join('');
}

/** A sheet with its torn edge, what grows on it, and its shadow. */
function sheet(random: Random, noise: ReturnType<typeof noiseFrom>, palette: Palette, layer: number): string {
  const share = layer / (layers - 1);
  const fill = mix(palette.far, palette.near, share ** 0.9);
  const base = 300 + layer * 52;
  const height = 165 - layer * 15;
  const points = Array.from({ length: 25 }, (_, step): Point => {
    const slow = noise(step * 0.16 + layer * 7, layer * 3.7);
    const quick = noise(step * 0.6, layer * 9.1 + 40);
    return [step * 25, base - (slow * 0.85 + quick * 0.15) * height + 40];
  });
  const edge = smooth(points);
  const shape = `${edge}L${side} ${side}L0 ${side}Z`;
  const shadow = group({ transform: 'translate(0 -7)', opacity: '0.16' }, [tag('path', { d: shape, fill: palette.near })]);
  const light = tag('path', { d: edge, fill: 'none', stroke: mix(fill, '#ffffff', 0.35), 'stroke-width': 1.6, opacity: '0.7' });
  const grown = layer < 2 ? '' : trees(random, points, mix(fill, palette.near, 0.35), 0.45 + share * 0.75);
  const home = layer === 4 ? house(random, points, palette, fill) : '';
  return shadow + grown + home + tag('path', { d: shape, fill }) + light;
}

function trees(random: Random, points: readonly Point[], fill: string, scale: number): string {
  const round = random.chance(0.5);
  return Array.from({ length: random.whole(6, 11) }, () => {
    const [x, y] = points[random.whole(1, 23)] ?? [0, 0];
    const height = random.between(34, 66) * scale;
    const foot = y + 9;
    if (round) {
      const trunk = tag('path', {
        d: `M${n(x)} ${n(foot)}V${n(foot - height * 0.6)}`,
        stroke: fill,
        'stroke-width': 3 * scale,
      });
      const crown = { cx: x, cy: foot - height * 0.72, rx: height * 0.25, ry: height * 0.36, fill };
      return trunk + tag('ellipse', crown);
    }
    const tier = (at: number, wide: number) =>
      `M${n(x)} ${n(foot - height * at)}l${n(height * wide)} ${n(height * 0.42)}h${n(-2 * height * wide)}Z`;
    return tag('path', { d: `${tier(1, 0.16)}${tier(0.76, 0.21)}${tier(0.5, 0.26)}`, fill });
  }).join('');
}

function house(random: Random, points: readonly Point[], { accent, sun: light }: Palette, paper: string): string {
  const [x, y] = points[random.whole(6, 18)] ?? [300, 400];
  const wall = tag('rect', { x: x - 19, y: y - 18, width: 38, height: 40, fill: mix(light, paper, 0.12) });
  const roof = tag('path', { d: `M${n(x - 26)} ${n(y - 16)}L${n(x)} ${n(y - 42)}L${n(x + 26)} ${n(y - 16)}Z`, fill: accent });
  const chimney = tag('rect', { x: x + 9, y: y - 40, width: 7, height: 16, fill: accent });
  const window = tag('rect', { x: x - 6, y: y - 11, width: 12, height: 12, rx: 1.5, fill: accent });
  return chimney + roof + wall + window;
}

function clouds(random: Random, { sun: light }: Palette): string {
  return Array.from({ length: 3 }, (_, place) => {
    const [x, y] = [random.between(20, 480), 52 + place * 62 + random.between(-14, 14)];
    const wide = random.between(70, 130);
    const d = `M${n(x)} ${n(y)}h${n(wide)}a14 14 0 0 0 -6 -26a22 22 0 0 0 -38 -10a26 26 0 0 0 ${n(-wide + 78)} 8a15 15 0 0 0 -34 28Z`;
    return (
      group({ opacity: '0.14', transform: 'translate(3 5)' }, [tag('path', { d, fill: '#000000' })]) +
      tag('path', { d, fill: light, opacity: '0.85' })
    );
  }).join('');
}

function birds(random: Random, { near }: Palette): string {
  const [x, y] = [random.between(80, 420), random.between(70, 150)];
  const flock = Array.from({ length: random.whole(3, 6) }, (_, place) => {
    const [bx, by] = [x + place * 20 + random.between(-6, 6), y + Math.abs(place - 2) * 9 + random.between(-4, 4)];
    return tag('path', { d: `M${n(bx - 8)} ${n(by - 3)}q4 -4 8 3q4 -7 8 -3` });
  });
  return group({ fill: 'none', stroke: near, 'stroke-width': 2, 'stroke-linecap': 'round' }, flock);
}

/** A balloon in strips of two papers. */
function balloon(random: Random, { accent, sun: light, near }: Palette): string {
  const [x, y, r] = [random.between(90, 510), random.between(150, 250), random.between(26, 40)];
  const strip = (share: number, fill: string) => tag('ellipse', { cx: x, cy: y, rx: r * share, ry: r * 1.12, fill });
  const [left, right] = [around([x, y], r * 1.02, 2.1), around([x, y], r * 1.02, 1.04)];
  const foot = y + r * 1.75;
  const ropes = `M${n(left[0])} ${n(left[1])}L${n(x - 6)} ${n(foot)}M${n(right[0])} ${n(right[1])}L${n(x + 6)} ${n(foot)}`;
  return (
    tag('path', { d: ropes, stroke: near, 'stroke-width': 1.2 }) +
    strip(1, accent) +
    strip(0.72, light) +
    strip(0.4, accent) +
    tag('rect', { x: x - 7, y: foot - 1, width: 14, height: 10, rx: 2, fill: near })
  );
}
