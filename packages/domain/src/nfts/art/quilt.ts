import { type Point, disc, ground, group, polygon, side, tag } from './draw.ts';
import type { Random } from './random.ts';

interface Palette {
  readonly cloth: string;
  readonly thread: string;
  readonly colours: readonly [string, string, string, string, ...string[]];
}

const palettes: readonly [Palette, ...Palette[]] = [
  { cloth: '#f6efe3', thread: '#f6efe3', colours: ['#bc4749', '#386641', '#f2a65a', '#1d3557', '#a7c4a0'] },
  { cloth: '#1f2041', thread: '#f5e9cf', colours: ['#ffc857', '#4b3f72', '#119da4', '#19647e', '#f28482'] },
  { cloth: '#fdf6ec', thread: '#fdf6ec', colours: ['#0d5c63', '#e07a5f', '#f2cc8f', '#81b29a', '#3d405b'] },
  { cloth: '#2b2d42', thread: '#edf2f4', colours: ['#ef476f', '#ffd166', '#06d6a0', '#118ab2', '#f7f4ea'] },
];

const patches = 8;
const margin = 36;
const size = (side - 2 * margin) / patches;

/** A quilt of cut cloth: one quarter is pieced by chance, and turned into the other three. */
export function quilt(random: Random): string {
  const palette = random.pick(palettes);
  const half = patches / 2;
  const motifs = random.shuffled(Object.values(allMotifs)).slice(0, 4);
  const parts: string[] = [];
  for (let row = 0; row < half; row += 1) {
    for (let column = row; column < half; column += 1) {
      const [back, front, accent] = random.shuffled(palette.colours);
      const motif = motifs[(row * 2 + column + random.whole(0, 1)) % motifs.length] ?? allMotifs.leaf;
      const patch = (flip: boolean) => {
        const drawn = motif(back ?? palette.cloth, front ?? palette.thread, accent ?? palette.thread);
        const square = tag('rect', { width: size, height: size, fill: back ?? palette.cloth });
        return flip ? group({ transform: `matrix(0 1 1 0 0 0)` }, [square, drawn]) : square + drawn;
      };
      const places: readonly (readonly [number, number, boolean])[] =
        row === column
          ? [[column, row, false]]
          : [
              [column, row, false],
              [row, column, true],
            ];
      for (const [x, y, flip] of places)
        for (const [sx, sy] of [
          [1, 1],
          [-1, 1],
          [1, -1],
          [-1, -1],
        ] as const) {
          const at = `translate(${side / 2} ${side / 2}) scale(${sx} ${sy}) translate(${-(half - x) * size} ${-(half - y) * size})`;
          parts.push(group({ transform: at }, [patch(flip)]));
        }
    }
  }
  return ground(palette.cloth) + parts.join('') + stitches(palette.thread);
}

/** Along every seam, a hand's width inside. */
function stitches(thread: string): string {
  const lines = Array.from({ length: patches + 1 }, (_, seam) => {
    const at = margin + seam * size;
    const ends = `M${margin} ${at}H${side - margin}M${at} ${margin}V${side - margin}`;
    return tag('path', { d: ends });
  });
  const border = tag('rect', { x: 18, y: 18, width: side - 36, height: side - 36, rx: 6 });
  return group({ fill: 'none', stroke: thread, 'stroke-width': 1.6, 'stroke-dasharray': '5 4', opacity: '0.75' }, [
    ...lines,
    border,
  ]);
}

type Motif = (back: string, front: string, accent: string) => string;

const triangle = (points: readonly Point[], fill: string) => tag('path', { d: polygon(points), fill });

/** What is cut from cloth for one patch, the middle of the quilt lying at its lower right. */
const allMotifs = {
  leaf: (_, front, accent) =>
    tag('path', { d: `M0 ${size}A${size} ${size} 0 0 1 ${size} 0A${size} ${size} 0 0 1 0 ${size}Z`, fill: front }) +
    tag('path', { d: `M8 ${size - 8}L${size - 8} 8`, stroke: accent, 'stroke-width': 2, fill: 'none' }),
  fan: (back, front, accent) =>
    [1, 0.72, 0.44].reduce((drawn, share, ring) => {
      const r = size * share;
      const fill = [front, accent, back][ring] ?? front;
      return drawn + tag('path', { d: `M${size} ${size}V${size - r}A${r} ${r} 0 0 0 ${size - r} ${size}Z`, fill });
    }, ''),
  geese: (_, front, accent) =>
    triangle(
      [
        [0, size],
        [size / 2, 0],
        [size, size],
      ],
      front,
    ) +
    triangle(
      [
        [size / 4, size],
        [size / 2, size / 2],
        [(size * 3) / 4, size],
      ],
      accent,
    ),
  half: (_, front, accent) =>
    triangle(
      [
        [0, 0],
        [size, 0],
        [size, size],
      ],
      front,
    ) + disc(size * 0.68, size * 0.32, size * 0.13, accent),
  diamond: (back, front, accent) => {
    const h = size / 2;
    const at = (r: number): Point[] => [
      [h, h - r],
      [h + r, h],
      [h, h + r],
      [h - r, h],
    ];
    return triangle(at(h), front) + triangle(at(h * 0.62), accent) + triangle(at(h * 0.26), back);
  },
  star: (_, front, accent) => {
    const h = size / 2;
    const points = Array.from({ length: 16 }, (_point, place): Point => {
      const r = place % 2 === 0 ? h * 0.96 : h * 0.42;
      const angle = (place / 16) * Math.PI * 2 - Math.PI / 2;
      return [h + Math.cos(angle) * r, h + Math.sin(angle) * r];
    });
    return triangle(points, front) + disc(h, h, h * 0.26, accent);
  },
} as const satisfies Record<string, Motif>;
