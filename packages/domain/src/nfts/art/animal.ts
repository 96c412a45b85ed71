import { type Point, around, disc, ground, group, n, side, smooth, tag } from './draw.ts';
import type { Random } from './random.ts';

interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly coat: string;
  readonly second: string;
  readonly sun: string;
  readonly grass: string;
  readonly cheek: string;
}

const palettes: readonly [Palette, ...Palette[]] = [
  { paper: '#fdf6e3', ink: '#2f2a3a', coat: '#f4a259', second: '#fbe0b8', sun: '#f6c945', grass: '#6fae75', cheek: '#f08080' },
  { paper: '#eef6fb', ink: '#1f2d4a', coat: '#5b8fd6', second: '#cfe2fb', sun: '#ffcf56', grass: '#58a4b0', cheek: '#ff9aa2' },
  { paper: '#fff0f0', ink: '#3c2434', coat: '#9c6fb0', second: '#ecd6f2', sun: '#ffb84c', grass: '#7fb069', cheek: '#ff8fa3' },
  { paper: '#f3f8e8', ink: '#26342b', coat: '#7d9f5d', second: '#dcebc2', sun: '#f7b32b', grass: '#4a7c59', cheek: '#f28482' },
];

interface Crayon {
  readonly random: Random;
  readonly palette: Palette;
  /** What each shape's clip is called. */
  nextName(): string;
}

/** An animal as a child draws it: a shaky outline, crayon that leaves the paper showing, and the sun in its corner. */
export function animal(random: Random): string {
  let shapes = 0;
  const crayon: Crayon = { random, palette: random.pick(palettes), nextName: () => `s${(shapes += 1)}` };
  const creature = random.pick([cat, owl, whale, snail, bird])(crayon);
  return ground(crayon.palette.paper) + sun(crayon) + scenery(crayon) + creature;
}

/** A closed shape round a middle, as an unsteady hand closes it. */
function blob({ random }: Crayon, [x, y]: Point, [rx, ry]: Point, shake = 0.03): string {
  const count = 14;
  const points = Array.from({ length: count }, (_, place): Point => {
    const angle = (place / count) * Math.PI * 2;
    const off = 1 + random.between(-shake, shake);
    return [x + Math.cos(angle) * rx * off, y + Math.sin(angle) * ry * off];
  });
  return smooth(points, true);
}

/** A shape filled with strokes of a crayon, a little beyond its lines, and outlined twice. */
function coloured(
  crayon: Crayon,
  d: string,
  colour: string,
  [left, top, right, bottom]: readonly [number, number, number, number],
): string {
  const { random, palette } = crayon;
  const id = crayon.nextName();
  const slope = random.between(0.3, 0.6);
  const lines: string[] = [];
  for (let at = left - (bottom - top) * slope; at < right + 10; at += random.between(5.5, 8)) {
    const run = (bottom - top) * slope;
    lines.push(`M${n(at + random.between(-3, 3))} ${n(bottom)}L${n(at + run + random.between(-3, 3))} ${n(top)}`);
  }
  const hatch = tag('path', {
    d: lines.join(''),
    stroke: colour,
    'stroke-width': 7,
    'stroke-linecap': 'round',
    opacity: '0.85',
    'clip-path': `url(#${id})`,
  });
  const outline = {
    d,
    fill: 'none',
    stroke: palette.ink,
    'stroke-width': 4.5,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  };
  return (
    tag('clipPath', { id }, tag('path', { d })) +
    tag('path', { d, fill: colour, opacity: '0.3' }) +
    hatch +
    tag('path', outline)
  );
}

function line({ palette }: Crayon, d: string, width = 4.5): string {
  return tag('path', {
    d,
    fill: 'none',
    stroke: palette.ink,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
}

function face(crayon: Crayon, [x, y]: Point, apart: number, size: number): string {
  const { ink, cheek } = crayon.palette;
  const eye = (at: number) => disc(at, y, size, ink) + disc(at + size * 0.3, y - size * 0.35, size * 0.32, '#ffffff');
  const blush = (at: number) =>
    tag('ellipse', { cx: at, cy: y + size * 2.3, rx: size * 1.7, ry: size * 1.1, fill: cheek, opacity: '0.6' });
  return eye(x - apart) + eye(x + apart) + blush(x - apart * 1.45) + blush(x + apart * 1.45);
}

function cat(crayon: Crayon): string {
  const { coat, second, ink } = crayon.palette;
  const { random } = crayon;
  const tail =
    line(crayon, `M395 470C500 480 510 380 ${n(random.between(455, 480))} 330`, 22) +
    tag('path', {
      d: 'M395 470C500 480 510 380 468 330',
      fill: 'none',
      stroke: coat,
      'stroke-width': 13,
      'stroke-linecap': 'round',
    });
  const body = coloured(crayon, blob(crayon, [300, 430], [118, 92]), coat, [180, 335, 420, 525]);
  const ears = ['M205 215L212 120L275 170Z', 'M395 215L388 120L325 170Z'].map((d) =>
    coloured(crayon, d, coat, [200, 118, 400, 216]),
  );
  const head = coloured(crayon, blob(crayon, [300, 265], [118, 98]), coat, [180, 165, 420, 365]);
  const belly = coloured(crayon, blob(crayon, [300, 450], [62, 58]), second, [236, 390, 364, 510]);
  const whiskers = line(crayon, 'M232 292L150 280M232 304L152 316M368 292L450 280M368 304L448 316', 3);
  const mouth =
    line(crayon, 'M300 300Q284 326 264 312M300 300Q316 326 336 312') + tag('path', { d: 'M288 288h24l-12 14Z', fill: ink });
  const stripes = line(crayon, 'M272 172l6 28M300 166v32M328 172l-6 28', 6);
  return (
    tail + body + belly + paws(crayon) + ears.join('') + head + face(crayon, [300, 258], 46, 11) + whiskers + mouth + stripes
  );
}

function paws(crayon: Crayon): string {
  const paw = (x: number) =>
    coloured(crayon, blob(crayon, [x, 512], [36, 22]), crayon.palette.second, [x - 38, 488, x + 38, 536]) +
    line(crayon, `M${x - 10} 518v12M${x + 8} 518v12`, 3);
  return paw(248) + paw(352);
}

function owl(crayon: Crayon): string {
  const { coat, second, ink, sun: gold } = crayon.palette;
  const body = coloured(crayon, blob(crayon, [300, 350], [138, 175]), coat, [160, 172, 440, 528]);
  const tufts = ['M196 232L182 138L262 190Z', 'M404 232L418 138L338 190Z'].map((d) =>
    coloured(crayon, d, coat, [180, 136, 420, 234]),
  );
  const belly = coloured(crayon, blob(crayon, [300, 410], [86, 98]), second, [212, 310, 388, 510]);
  const feathers = [0, 1, 2, 3].flatMap((row) =>
    Array.from({ length: 4 - (row % 2) }, (_, place) => {
      const x = 250 + place * 33 + (row % 2) * 16;
      return line(crayon, `M${x - 12} ${366 + row * 32}q12 16 24 0`, 3.5);
    }),
  );
  const wings = [1, -1].map((flip) => {
    const d =
      flip === 1
        ? 'M170 300C120 360 128 440 176 474C190 420 186 350 170 300Z'
        : 'M430 300C480 360 472 440 424 474C410 420 414 350 430 300Z';
    return coloured(crayon, d, coat, flip === 1 ? [120, 298, 190, 476] : [410, 298, 480, 476]);
  });
  const eye = (x: number) =>
    coloured(crayon, blob(crayon, [x, 265], [54, 54], 0.02), '#ffffff', [x - 56, 209, x + 56, 321]) +
    disc(x, 268, 24, ink) +
    disc(x + 8, 259, 8, '#ffffff');
  const beak = coloured(crayon, 'M282 300L318 300L300 338Z', gold, [280, 298, 320, 340]);
  const feet = line(crayon, 'M252 520l-12 22M252 520v24M252 520l12 22M348 520l-12 22M348 520v24M348 520l12 22', 5);
  return feet + tufts.join('') + body + wings.join('') + belly + feathers.join('') + eye(244) + eye(356) + beak;
}

function whale(crayon: Crayon): string {
  const { coat, second, ink } = crayon.palette;
  const hull =
    'M96 330C110 236 220 202 320 214C420 226 470 290 492 350C512 336 524 300 520 262C540 286 560 286 578 262C584 330 556 386 500 402C460 452 360 478 260 464C160 450 92 410 96 330Z';
  const body = coloured(crayon, hull, coat, [92, 205, 582, 470]);
  const belly = coloured(
    crayon,
    'M104 372C180 400 300 410 420 440C360 470 300 470 250 463C160 450 112 416 104 372Z',
    second,
    [100, 370, 422, 472],
  );
  const grooves = line(crayon, 'M160 398q6 24 22 36M210 406q6 26 24 42M264 412q6 26 22 46M318 420q4 20 14 36', 3);
  const eye = disc(196, 322, 12, ink) + disc(200, 317, 4, '#ffffff');
  const smile = line(crayon, 'M104 360Q150 384 214 366');
  const spout = line(crayon, 'M282 204C276 160 240 140 214 158M286 204C286 150 316 120 350 142M284 204V132', 6);
  const fin = coloured(crayon, 'M300 420C310 480 350 510 390 506C380 470 360 440 340 420Z', coat, [298, 418, 392, 508]);
  return spout + body + belly + grooves + fin + eye + smile;
}

function snail(crayon: Crayon): string {
  const { coat, second, cheek } = crayon.palette;
  const { random } = crayon;
  const foot = 'M92 500C96 440 120 400 128 330C132 296 180 290 190 326C198 372 196 420 240 440C330 452 440 430 520 500Z';
  const body = coloured(crayon, foot, second, [88, 290, 524, 504]);
  const shell = coloured(crayon, blob(crayon, [340, 335], [140, 132], 0.02), coat, [196, 200, 484, 470]);
  const turns = Array.from({ length: 46 }, (_, step): Point =>
    around([340, 340], 118 - step * 2.35, step * 0.42 + random.between(-0.03, 0.03)),
  );
  const spiral = line(crayon, smooth(turns), 7);
  const horns =
    line(crayon, 'M142 306C132 270 128 250 108 228M174 304C176 270 186 250 200 232', 6) +
    disc(106, 222, 10, cheek) +
    disc(203, 226, 10, cheek);
  const smile = line(crayon, 'M134 362Q152 380 172 362');
  return horns + body + face(crayon, [155, 336], 16, 6) + smile + shell + spiral;
}

function bird(crayon: Crayon): string {
  const { coat, second, sun: gold } = crayon.palette;
  const legs = line(crayon, 'M280 470v62M280 532l-18 8M280 532l18 8M340 470v62M340 532l-18 8M340 532l18 8', 6);
  const tail = coloured(crayon, 'M430 400L548 340L540 392L560 420L520 440L528 476L424 452Z', coat, [422, 338, 562, 478]);
  const body = coloured(crayon, blob(crayon, [310, 360], [152, 124], 0.025), coat, [156, 232, 464, 488]);
  const head = coloured(crayon, blob(crayon, [210, 246], [88, 80], 0.025), coat, [120, 164, 300, 328]);
  const belly = coloured(crayon, blob(crayon, [270, 400], [92, 70]), second, [176, 328, 364, 472]);
  const wing = coloured(
    crayon,
    'M300 320C370 290 440 330 452 392C410 380 400 420 372 396C350 424 322 400 300 320Z',
    second,
    [298, 296, 454, 424],
  );
  const beak = coloured(crayon, 'M128 240L64 256L128 276Z', gold, [62, 238, 130, 278]);
  const crest = line(crayon, 'M206 168q-18 -40 6 -56M222 168q6 -36 34 -40M236 176q24 -22 46 -14', 5);
  return legs + tail + body + belly + wing + crest + head + beak + face(crayon, [196, 238], 26, 9);
}

function sun(crayon: Crayon): string {
  const { random, palette } = crayon;
  const left = random.chance(0.5);
  const middle: Point = [left ? 40 : side - 40, 40];
  const rays = Array.from({ length: 9 }, (_, place) => {
    const angle = (left ? 0 : Math.PI / 2) + (place / 8) * (Math.PI / 2) + random.between(-0.04, 0.04);
    const [from, to] = [around(middle, 92, angle), around(middle, random.between(118, 150), angle)];
    return `M${n(from[0])} ${n(from[1])}L${n(to[0])} ${n(to[1])}`;
  });
  return (
    tag('path', { d: rays.join(''), stroke: palette.sun, 'stroke-width': 8, 'stroke-linecap': 'round' }) +
    disc(middle[0], middle[1], 76, palette.sun)
  );
}

/** Grass, flowers, and something that floats by. */
function scenery(crayon: Crayon): string {
  const { random, palette } = crayon;
  const blades = Array.from({ length: 74 }, (_, place) => {
    const x = place * 8.2 + random.between(-4, 4);
    return `M${n(x)} 596Q${n(x + random.between(-6, 6))} ${n(random.between(560, 575))} ${n(x + random.between(-9, 9))} ${n(random.between(528, 556))}`;
  });
  const flowers = Array.from({ length: 6 }, () => {
    const [x, y] = [random.between(24, 576), random.between(500, 536)];
    const petals = Array.from({ length: 5 }, (_, place) =>
      disc(...around([x, y], 10, place * 1.257), 7.5, random.pick([palette.cheek, palette.sun])),
    );
    return line(crayon, `M${n(x)} ${n(y)}V582`, 3) + petals.join('') + disc(x, y, 6, '#ffffff');
  });
  const hearts = Array.from({ length: 5 }, () => {
    const [x, y, s] = [random.between(120, 520), random.between(40, 150), random.between(7, 12)];
    const d = `M${n(x)} ${n(y + s)}C${n(x - 2 * s)} ${n(y - s * 0.4)} ${n(x - s * 0.6)} ${n(y - s * 1.3)} ${n(x)} ${n(y - s * 0.3)}C${n(x + s * 0.6)} ${n(y - s * 1.3)} ${n(x + 2 * s)} ${n(y - s * 0.4)} ${n(x)} ${n(y + s)}Z`;
    return tag('path', { d, fill: palette.cheek, opacity: '0.75' });
  });
  const grass = tag('path', {
    d: blades.join(''),
    fill: 'none',
    stroke: palette.grass,
    'stroke-width': 4,
    'stroke-linecap': 'round',
  });
  return group({}, hearts) + grass + flowers.join('');
}
