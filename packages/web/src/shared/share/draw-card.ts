import { qrModules } from '../../ui/share/qr-code.tsx';
import { isLoss } from './is-loss.ts';

/** The texts of a card, in the person's language. */
export interface Card {
  readonly title: string;
  readonly text: string;
  /** The one figure that it is about, large. */
  readonly figure?: string;
  /** Further figures with their names, at most four. */
  readonly rows?: readonly (readonly [name: string, value: string])[];
  /** Beside the code that is scanned: what it leads to. */
  readonly hint: string;
  /** To type where nothing can be scanned. */
  readonly code: string;
  readonly link: string;
  /** Of the language that the sentences are in. */
  readonly direction: 'ltr' | 'rtl';
  /** A picture that it shows. */
  readonly art?: CanvasImageSource;
}

/** The shape that messengers and feeds show whole. */
export const cardSize = { width: 1080, height: 1350 } as const;

const { width, height } = cardSize;
const side = 96;
const ink = '#0a0f1d';
const gold = '#e6b94e';
const light = '#f2f4fa';
const grey = '#9aa8c4';

/** Draws the card; the same picture in every theme, since it is shown to others. */
export function drawCard(canvas: HTMLCanvasElement, card: Card): void {
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  ground(pen);
  const face = getComputedStyle(document.documentElement).getPropertyValue('--face') || 'system-ui, sans-serif';
  const write = writer(pen, face, card.direction);
  write('ASSAY', { y: 132, size: 40, weight: 700, colour: gold, spacing: '14px', latin: true });
  const top = card.art === undefined ? 240 : art(pen, card.art);
  const isPlain = card.figure === undefined && card.art === undefined;
  let y = wrapped(write, pen, card.title, { y: top, size: isPlain ? 72 : 48, weight: 650, colour: light });
  if (card.figure !== undefined) {
    y += 176;
    write(card.figure, { y, size: 156, weight: 700, colour: isLoss(card.figure) ? light : gold, latin: true });
  }
  y = wrapped(write, pen, card.text, { y: y + (isPlain ? 88 : 72), size: isPlain ? 40 : 34, weight: 500, colour: grey });
  if (isPlain) touchstone(pen, Math.max(y + 70, 520));
  rows(pen, write, card.rows ?? [], y + 84);
  foot(pen, write, card);
}

function ground(pen: CanvasRenderingContext2D): void {
  const fill = pen.createLinearGradient(0, 0, width, height);
  fill.addColorStop(0, '#16233d');
  fill.addColorStop(1, ink);
  pen.fillStyle = fill;
  pen.fillRect(0, 0, width, height);
  const glow = pen.createRadialGradient(width, 0, 0, width, 0, 900);
  glow.addColorStop(0, 'rgba(230, 185, 78, 0.24)');
  glow.addColorStop(1, 'rgba(230, 185, 78, 0)');
  pen.fillStyle = glow;
  pen.fillRect(0, 0, width, height);
  // The streaks of the touchstone, fainter the less gold there is in them.
  pen.lineCap = 'round';
  for (let place = 0; place < 6; place += 1) {
    pen.strokeStyle = `rgba(230, 185, 78, ${0.05 + place * 0.05})`;
    pen.lineWidth = 14 + place * 2;
    pen.beginPath();
    pen.moveTo(690 + place * 56, 190);
    pen.quadraticCurveTo(702 + place * 56, 120, 726 + place * 56, 52);
    pen.stroke();
  }
}

interface Style {
  readonly y: number;
  readonly size: number;
  readonly weight: number;
  readonly colour: string;
  readonly spacing?: string;
  /** Figures and codes, which read from left to right in every language. */
  readonly latin?: boolean;
  /** At the far edge of the line. */
  readonly end?: boolean;
  /** Where the line begins, from the side that the language begins at. */
  readonly from?: number;
}

type Write = (text: string, style: Style) => void;

function writer(pen: CanvasRenderingContext2D, face: string, direction: 'ltr' | 'rtl'): Write {
  return (text, { y, size, weight, colour, spacing = '0px', latin = false, end = false, from = side }) => {
    const isRight = (direction === 'rtl') !== end;
    pen.direction = latin ? 'ltr' : direction;
    pen.textAlign = isRight ? 'right' : 'left';
    pen.font = `${weight} ${size}px ${face}`;
    pen.letterSpacing = spacing;
    pen.fillStyle = colour;
    const inset = end ? side : from;
    pen.fillText(text, isRight ? width - inset : inset, y, width - inset - side);
  };
}

/** Breaks a sentence into lines that fit, between words or, where a language writes none, between characters. Answers where it ends. */
function wrapped(write: Write, pen: CanvasRenderingContext2D, text: string, style: Style): number {
  write('', style);
  const room = width - (style.from ?? side) - side;
  const parts = Array.from(new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text), ({ segment }) => segment);
  const lines = [''];
  for (const part of parts) {
    const current = lines.at(-1) ?? '';
    if (pen.measureText(current + part).width <= room || !/[\p{L}\p{N}]/u.test(part)) lines[lines.length - 1] = current + part;
    else lines.push(part);
  }
  const lead = style.size * 1.3;
  for (const [index, one] of lines.entries()) write(one.trim(), { ...style, y: style.y + index * lead });
  return style.y + (lines.length - 1) * lead;
}

function rows(pen: CanvasRenderingContext2D, write: Write, all: readonly (readonly [string, string])[], top: number): void {
  for (const [index, [name, value]] of all.slice(0, 4).entries()) {
    const y = top + index * 76;
    if (index > 0) {
      pen.fillStyle = 'rgba(154, 168, 196, 0.2)';
      pen.fillRect(side, y - 50, width - 2 * side, 1);
    }
    write(name, { y, size: 34, weight: 500, colour: grey });
    write(value, { y, size: 36, weight: 600, colour: light, end: true, latin: true });
  }
}

/** The stone with its streaks and the seal of what was found. */
function touchstone(pen: CanvasRenderingContext2D, top: number): void {
  const [left, stone] = [side + 40, { width: width - 2 * side - 80, height: 380 }];
  const slab = (inset: number, fill: string) => {
    pen.fillStyle = fill;
    pen.beginPath();
    pen.roundRect(left + inset, top + inset, stone.width - 2 * inset, stone.height - 2 * inset, 56 - inset);
    pen.fill();
  };
  slab(0, '#1c2740');
  slab(28, ink);
  for (let place = 0; place < 6; place += 1) {
    const x = left + 110 + place * 112;
    pen.strokeStyle = `rgba(230, 185, 78, ${0.2 + place * 0.16})`;
    pen.lineWidth = 18 + place * 3;
    pen.beginPath();
    pen.moveTo(x, top + stone.height - 84);
    pen.quadraticCurveTo(x + 12, top + stone.height / 2, x + 52, top + 84);
    pen.stroke();
  }
  const [x, y] = [left + stone.width - 96, top + stone.height - 70];
  pen.fillStyle = gold;
  pen.beginPath();
  pen.arc(x, y, 70, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = '#1a1405';
  pen.lineWidth = 14;
  pen.lineJoin = 'round';
  pen.beginPath();
  pen.moveTo(x - 30, y);
  pen.lineTo(x - 8, y + 22);
  pen.lineTo(x + 34, y - 24);
  pen.stroke();
}

/** The piece itself, square. Answers where the title goes. */
function art(pen: CanvasRenderingContext2D, image: CanvasImageSource): number {
  const size = 540;
  pen.save();
  pen.beginPath();
  pen.roundRect((width - size) / 2, 190, size, size, 32);
  pen.clip();
  pen.drawImage(image, (width - size) / 2, 190, size, size);
  pen.restore();
  return 190 + size + 84;
}

const qrSide = 250;

function foot(pen: CanvasRenderingContext2D, write: Write, { hint, code, link, direction }: Card): void {
  // Whole pixels for each module, so that every edge is sharp.
  const { dark, size } = qrModules(link);
  const module = Math.floor(qrSide / size);
  const whole = module * size;
  const left = direction === 'rtl' ? width - side - whole : side;
  const top = height - 84 - whole;
  pen.fillStyle = '#fff';
  pen.beginPath();
  pen.roundRect(left, top, whole, whole, 20);
  pen.fill();
  pen.fillStyle = '#000';
  for (const [column, row] of dark) pen.fillRect(left + column * module, top + row * module, module, module);
  const from = side + whole + 44;
  // Three lines of it end above the code.
  wrapped(write, pen, hint, { y: top + 44, size: 32, weight: 600, colour: light, from });
  write(code, {
    y: top + whole - 62,
    size: code.length > 12 ? 30 : 52,
    weight: 700,
    colour: gold,
    spacing: '2px',
    latin: true,
    from,
  });
  write(hostOf(link), { y: top + whole - 14, size: 30, weight: 500, colour: grey, latin: true, from });
}

/** The site's name; a number or the name of one's own machine says nothing to others. */
function hostOf(link: string): string {
  const { host, hostname } = new URL(link);
  return /^[\d.]+$|^\[|^localhost$/.test(hostname) ? '' : host;
}

/** The card as a file. */
export function cardFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the card could not be made'));
      else resolve(new File([blob], name, { type: blob.type }));
    }, 'image/png');
  });
}
