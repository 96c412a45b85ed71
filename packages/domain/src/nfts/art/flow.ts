import { type Point, ground, group, n, side, smooth, tag } from './draw.ts';
import { type Random, noiseFrom } from './random.ts';

interface Palette {
  readonly ground: string;
  readonly colours: readonly [string, ...string[]];
}

const palettes: readonly [Palette, ...Palette[]] = [
  { ground: '#f4ede0', colours: ['#1f3a5f', '#d1495b', '#edae49', '#66a182', '#2e4057', '#e9d8a6'] },
  { ground: '#101b30', colours: ['#f2c14e', '#f78154', '#4d9078', '#5fad56', '#b4436c', '#e8eddf'] },
  { ground: '#0f2a2e', colours: ['#e0f2e9', '#5fb49c', '#98dfaf', '#f2e94e', '#da3e52', '#96e6b3'] },
  { ground: '#fbf3ec', colours: ['#5b2a86', '#7785ac', '#9ac6c5', '#a5e6ba', '#e56399', '#f3b61f'] },
];

const spacing = 5;
const cell = 24;
const stride = 11;

/** Lines that follow one current and never touch: broad ones first, fine ones in what is left. */
export function flow(random: Random): string {
  const { ground: paper, colours } = random.pick(palettes);
  const noise = noiseFrom(random);
  const [scale, turn, tilt] = [random.between(0.0026, 0.0044), random.between(1.6, 2.6), random.between(0, Math.PI * 2)];
  const angleAt = ([x, y]: Point) => tilt + noise(x * scale, y * scale) * Math.PI * turn;
  const taken = new Taken();
  const lines: string[] = [];
  for (const [width, tries] of [
    [26, 70],
    [15, 160],
    [8, 320],
    [3.5, 420],
  ] as const) {
    for (let each = 0; each < tries; each += 1) {
      const line = trace([random.between(20, side - 20), random.between(20, side - 20)], width, angleAt, taken);
      if (line.length < 5) continue;
      for (const point of line) taken.add(point, width / 2);
      const [start = [0, 0] as Point] = line;
      // Neighbours share a colour: the hue follows the place, and chance breaks it up.
      const hue = noise(start[0] * 0.006 + 90, start[1] * 0.006) * colours.length * 1.4 + random.between(0, 1.1);
      const stroke = colours[Math.floor(hue) % colours.length] ?? colours[0];
      lines.push(tag('path', { d: smooth(line), stroke, 'stroke-width': width }));
    }
  }
  const frame = { x: 14, y: 14, width: side - 28, height: side - 28, fill: 'none', stroke: colours[0], 'stroke-width': 1.5 };
  return ground(paper) + group({ fill: 'none', 'stroke-linecap': 'round' }, lines) + tag('rect', frame);
}

/** From a start both ways along the current, as far as it stays free. */
function trace(start: Point, width: number, angleAt: (point: Point) => number, taken: Taken): Point[] {
  if (!isFree(start, width, taken)) return [];
  const walk = (direction: 1 | -1): Point[] => {
    const points: Point[] = [];
    for (let [point, steps] = [start, 0] as [Point, number]; steps < 24; steps += 1) {
      const angle = angleAt(point);
      point = [point[0] + Math.cos(angle) * stride * direction, point[1] + Math.sin(angle) * stride * direction];
      if (!isFree(point, width, taken)) break;
      points.push(point);
    }
    return points;
  };
  return [...walk(-1).toReversed(), start, ...walk(1)];
}

function isFree(point: Point, width: number, taken: Taken): boolean {
  const margin = 26 + width / 2;
  const inside = point.every((value) => value > margin && value < side - margin);
  return inside && taken.leaves(point, width / 2 + spacing);
}

/** Where something is drawn already, by cells of the square. */
class Taken {
  readonly #cells = new Map<string, { readonly point: Point; readonly radius: number }[]>();

  add(point: Point, radius: number): void {
    const name = nameOf(point[0], point[1]);
    const known = this.#cells.get(name);
    if (known === undefined) this.#cells.set(name, [{ point, radius }]);
    else known.push({ point, radius });
  }

  leaves([x, y]: Point, distance: number): boolean {
    for (let across = -2; across <= 2; across += 1) {
      for (let down = -2; down <= 2; down += 1) {
        for (const { point, radius } of this.#cells.get(nameOf(x + across * cell, y + down * cell)) ?? []) {
          if (Math.hypot(point[0] - x, point[1] - y) < distance + radius) return false;
        }
      }
    }
    return true;
  }
}

function nameOf(x: number, y: number): string {
  return `${n(Math.floor(x / cell))},${n(Math.floor(y / cell))}`;
}
