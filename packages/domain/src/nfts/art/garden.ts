import { type Point, around, disc, ground, group, mix, n, side, tag } from './draw.ts';
import type { Random } from './random.ts';

interface Palette {
  readonly paper: string;
  readonly leaf: string;
  readonly stem: string;
  readonly vase: string;
  readonly petals: readonly [string, string, ...string[]];
}

const palettes: readonly [Palette, ...Palette[]] = [
  { paper: '#16324f', leaf: '#5aa786', stem: '#3f7d67', vase: '#f0c987', petals: ['#ef6f6c', '#f7b538', '#f4e9cd', '#7ea8e0'] },
  { paper: '#f7ecdc', leaf: '#4f7c5a', stem: '#2f5d50', vase: '#2d4a6b', petals: ['#c8553d', '#f28f3b', '#588b8b', '#d9a5b3'] },
  { paper: '#f3d9d0', leaf: '#3d6b5c', stem: '#2f4f46', vase: '#8a3b4a', petals: ['#b23a48', '#fcb9b2', '#f3a738', '#fff4e6'] },
  { paper: '#20313a', leaf: '#88b08a', stem: '#6a8f6d', vase: '#e9e3d5', petals: ['#e8b4bc', '#f5d061', '#d64550', '#9ad1d4'] },
];

/** Flowers in a vase, cut from a folded sheet: what grows on one side grows on the other. */
export function garden(random: Random): string {
  const palette = random.pick(palettes);
  const half = branches(random, palette);
  const mirrored = group({ transform: `translate(${side} 0) scale(-1 1)` }, [half]);
  const crown = flower(random, palette, [300, random.between(96, 116)], random.between(58, 70));
  const stem = tag('path', { d: 'M300 440V110', stroke: palette.stem, 'stroke-width': 7, 'stroke-linecap': 'round' });
  return ground(palette.paper) + border(palette) + stem + half + mirrored + crown + vase(random, palette);
}

/** One half of the bunch: stems that lean out, each with leaves along it and a flower at its end. */
function branches(random: Random, palette: Palette): string {
  const count = random.whole(3, 4);
  const stems = Array.from({ length: count }, (_, place) => {
    const reach = (place + 0.6) / count;
    const end: Point = [270 - reach * 178 + random.between(-12, 12), 175 + reach * 150 + random.between(-16, 16)];
    const bend: Point = [292 - reach * 60, end[1] + 70 - reach * 10];
    const at = (t: number): Point => [
      (1 - t) ** 2 * 298 + 2 * t * (1 - t) * bend[0] + t * t * end[0],
      (1 - t) ** 2 * 430 + 2 * t * (1 - t) * bend[1] + t * t * end[1],
    ];
    const d = `M298 430Q${n(bend[0])} ${n(bend[1])} ${n(end[0])} ${n(end[1])}`;
    const leaves = [0.35, 0.5, 0.65, 0.8].map((t, side_) => {
      const [here, ahead] = [at(t), at(t + 0.04)];
      const angle = Math.atan2(ahead[1] - here[1], ahead[0] - here[0]) + (side_ % 2 === 0 ? 0.75 : -0.75);
      return leaf(here, angle, random.between(34, 50) * (1.15 - t * 0.4), palette);
    });
    const bloom = flower(random, palette, end, random.between(34, 50));
    return (
      tag('path', { d, fill: 'none', stroke: palette.stem, 'stroke-width': 5, 'stroke-linecap': 'round' }) +
      leaves.join('') +
      bloom
    );
  });
  const berries = Array.from({ length: 3 }, (_, place) => {
    const end = around([297, 330], 64 + place * 34, Math.PI + 0.85 + place * 0.28);
    const d = `M298 ${n(400 - place * 40)}Q${n(290)} ${n(end[1] + 20)} ${n(end[0])} ${n(end[1])}`;
    const fruit = [0, 1, 2].map((each) =>
      disc(...around(end, 8, each * 2.1 + place), 6.5, palette.petals[place % 2] ?? palette.leaf),
    );
    return tag('path', { d, fill: 'none', stroke: palette.stem, 'stroke-width': 3 }) + fruit.join('');
  });
  return berries.join('') + stems.join('');
}

function leaf([x, y]: Point, angle: number, length: number, { leaf: fill, paper }: Palette): string {
  const wide = length * 0.3;
  const d = `M0 0Q${n(length * 0.4)} ${n(-wide)} ${n(length)} 0Q${n(length * 0.4)} ${n(wide)} 0 0Z`;
  const vein = tag('path', {
    d: `M${n(length * 0.12)} 0H${n(length * 0.78)}`,
    stroke: paper,
    'stroke-width': 1.6,
    opacity: '0.7',
  });
  return group({ transform: `translate(${n(x)} ${n(y)}) rotate(${n((angle * 180) / Math.PI)})` }, [
    tag('path', { d, fill }),
    vein,
  ]);
}

/** Rings of petals, each ring turned against the one below. */
function flower(random: Random, palette: Palette, middle: Point, radius: number): string {
  const colours = random.shuffled(palette.petals);
  const petals = random.pick([6, 8, 10, 12]);
  const pointed = random.chance(0.4);
  const rings = random.whole(2, 3);
  const drawn = Array.from({ length: rings }, (_, ring) => {
    const length = radius * (1 - ring * 0.27);
    const wide = (length * 2.5) / petals + (pointed ? 1 : 3);
    const fill = colours[ring % colours.length] ?? palette.vase;
    return Array.from({ length: petals }, (_petal, place) => {
      const angle = (place / petals) * 360 + ring * (180 / petals);
      const d = pointed
        ? `M0 0Q${n(-wide)} ${n(-length * 0.6)} 0 ${n(-length)}Q${n(wide)} ${n(-length * 0.6)} 0 0Z`
        : `M0 0C${n(-wide)} ${n(-length * 0.45)} ${n(-wide)} ${n(-length)} 0 ${n(-length)}C${n(wide)} ${n(-length)} ${n(wide)} ${n(-length * 0.45)} 0 0Z`;
      return tag('path', {
        d,
        fill,
        stroke: mix(fill, palette.paper, 0.4),
        'stroke-width': 1,
        transform: `rotate(${n(angle)})`,
      });
    }).join('');
  });
  const heart = disc(0, 0, radius * 0.2, palette.vase);
  const seeds = Array.from({ length: 8 }, (_, place) =>
    disc(...around([0, 0], radius * 0.12, place * 0.785), radius * 0.03, palette.paper),
  );
  return group({ transform: `translate(${n(middle[0])} ${n(middle[1])})` }, [...drawn, heart, ...seeds]);
}

function vase(random: Random, { vase: fill, paper, petals }: Palette): string {
  const wide = random.between(62, 82);
  const d = `M${n(300 - wide * 0.55)} 402H${n(300 + wide * 0.55)}L${n(300 + wide * 0.45)} 424Q${n(300 + wide * 1.5)} 480 ${n(300 + wide * 0.6)} 540H${n(300 - wide * 0.6)}Q${n(300 - wide * 1.5)} 480 ${n(300 - wide * 0.45)} 424Z`;
  const belt = Array.from({ length: 9 }, (_, place) => {
    const x = 300 + (place - 4) * wide * 0.235;
    return place % 2 === 0
      ? tag('path', { d: `M${n(x)} 462l9 16l-9 16l-9 -16Z`, fill: petals[0] })
      : disc(x, 478, 5, petals[1]);
  });
  const lines = tag('path', {
    d: `M${n(300 - wide * 0.98)} 452H${n(300 + wide * 0.98)}M${n(300 - wide * 0.98)} 504H${n(300 + wide * 0.98)}`,
    stroke: paper,
    'stroke-width': 3,
  });
  return tag('path', { d, fill }) + lines + belt.join('');
}

/** A cut edge all round, and the table. */
function border({ paper, vase: fill, petals }: Palette): string {
  const tooth = (place: number) => 20 + place * 20;
  const dots = Array.from({ length: 29 }, (_, place) => [
    [tooth(place), 20],
    [tooth(place), 580],
    [20, tooth(place)],
    [580, tooth(place)],
  ]).flatMap((points) => points.map(([x = 0, y = 0]) => disc(x, y, 3, petals[1], { opacity: '0.75' })));
  const table = tag('path', { d: 'M60 540H540', stroke: mix(fill, paper, 0.25), 'stroke-width': 5, 'stroke-linecap': 'round' });
  return dots.join('') + table;
}
