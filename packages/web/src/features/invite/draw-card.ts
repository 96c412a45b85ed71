import { qrModules } from '../../ui/share/qr-code.tsx';

/** What stands on the card, in the person's language. */
export interface CardWords {
  readonly title: string;
  readonly text: string;
  readonly codeLabel: string;
  readonly code: string;
  readonly link: string;
  /** Of the language that the sentences are in. */
  readonly direction: 'ltr' | 'rtl';
}

/** The shape that messengers and feeds show whole. */
export const cardSize = { width: 1080, height: 1350 } as const;

const ink = '#0b1220';
const gold = '#e2b95b';
const light = '#f4f1e8';
const grey = '#9aa6bd';
const face = 'Inter, system-ui, "PingFang SC", "Noto Sans CJK SC", "Segoe UI", sans-serif';

/** Draws the card; the same picture in every theme, since it is shown to others. */
export function drawCard(canvas: HTMLCanvasElement, words: CardWords): void {
  const { width, height } = cardSize;
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const ground = pen.createLinearGradient(0, 0, width, height);
  ground.addColorStop(0, '#16233d');
  ground.addColorStop(1, ink);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  const glow = pen.createRadialGradient(width, 0, 0, width, 0, 900);
  glow.addColorStop(0, 'rgba(226, 185, 91, 0.28)');
  glow.addColorStop(1, 'rgba(226, 185, 91, 0)');
  pen.fillStyle = glow;
  pen.fillRect(0, 0, width, height);

  pen.textAlign = 'center';
  pen.direction = 'ltr';
  line(pen, 'ASSAY', { y: 132, size: 40, weight: 700, colour: gold, spacing: '14px' });
  pen.direction = words.direction;
  const titleEnd = wrapped(pen, words.title, { y: 262, size: 68, weight: 650, colour: light, lead: 84 });
  wrapped(pen, words.text, { y: titleEnd + 76, size: 40, weight: 500, colour: grey, lead: 54 });

  // Whole pixels for each module, so that every edge is sharp.
  const { dark, size } = qrModules(words.link);
  const module = Math.floor(460 / size);
  const side = module * size;
  const left = Math.floor((width - side) / 2);
  const top = 610;
  pen.fillStyle = '#fff';
  pen.beginPath();
  pen.roundRect(left, top, side, side, 28);
  pen.fill();
  pen.fillStyle = '#000';
  for (const [column, row] of dark) pen.fillRect(left + column * module, top + row * module, module, module);

  line(pen, words.codeLabel, { y: 1156, size: 38, weight: 500, colour: grey });
  pen.direction = 'ltr';
  line(pen, words.code, { y: 1230, size: 64, weight: 700, colour: gold, spacing: '8px' });
  line(pen, new URL(words.link).host, { y: 1296, size: 36, weight: 500, colour: grey });
}

interface Style {
  readonly y: number;
  readonly size: number;
  readonly weight: number;
  readonly colour: string;
  readonly spacing?: string;
}

function line(pen: CanvasRenderingContext2D, text: string, { y, size, weight, colour, spacing = '0px' }: Style): void {
  pen.font = `${weight} ${size}px ${face}`;
  pen.letterSpacing = spacing;
  pen.fillStyle = colour;
  pen.fillText(text, cardSize.width / 2, y, cardSize.width - 120);
}

/** Breaks a sentence into lines that fit, between words or, where a language writes none, between characters. */
function wrapped(pen: CanvasRenderingContext2D, text: string, style: Style & { readonly lead: number }): number {
  pen.font = `${style.weight} ${style.size}px ${face}`;
  pen.letterSpacing = '0px';
  const parts = Array.from(new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text), ({ segment }) => segment);
  const lines = [''];
  for (const part of parts) {
    const current = lines.at(-1) ?? '';
    const fits = pen.measureText(current + part).width <= cardSize.width - 160;
    if (fits || !/[\p{L}\p{N}]/u.test(part)) lines[lines.length - 1] = current + part;
    else lines.push(part);
  }
  for (const [index, one] of lines.entries()) line(pen, one.trim(), { ...style, y: style.y + index * style.lead });
  return style.y + (lines.length - 1) * style.lead;
}

/** The card as a file. */
export function cardFile(canvas: HTMLCanvasElement): Promise<File> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the card could not be made'));
      else resolve(new File([blob], 'assay-invitation.png', { type: blob.type }));
    }, 'image/png');
  });
}
