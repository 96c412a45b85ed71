import type { Option } from '@assay/contract/endpoints/order-shapes.ts';
import type { OverlayFigure } from 'klinecharts';
import { placeOf } from '../../../shared/trading/units.ts';

/** More of them would hide the prices; the newest are drawn. */
const marksMax = 6;

/** When an option was bought, when it expires, and the strike between them. */
export interface OptionMark {
  readonly id: string;
  readonly openedAt: number;
  readonly expiresAt: number;
  readonly strike: number;
  readonly up: boolean;
}

/** Where the options that run are to be drawn, in the units of today's prices. */
export function marksOf(options: readonly Option[]): OptionMark[] {
  return options.slice(0, marksMax).map(({ id, openedAt, expiresAt, strike, split, direction }) => ({
    id,
    openedAt: Date.parse(openedAt),
    expiresAt: Date.parse(expiresAt),
    strike: placeOf(Number(strike), split),
    up: direction === 'up',
  }));
}

/** How a mark looks, and what its ends are called. */
export interface MarkLook {
  readonly color: string;
  readonly ink: string;
  readonly size: number;
  readonly family: string;
  readonly bought: string;
  readonly expires: string;
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Figures of one mark: a dot at the purchase, the strike up to the expiry, and a line at the expiry over the whole height. */
export function figuresOf(from: Spot, to: Spot, height: number, extra: MarkLook): OverlayFigure[] {
  const { color, ink, size, family, bought, expires } = extra;
  const label = (text: string, x: number, y: number): OverlayFigure => ({
    type: 'text',
    attrs: { x, y, text, align: 'center', baseline: 'middle' },
    styles: {
      style: 'fill',
      color: ink,
      size,
      family,
      weight: '600',
      backgroundColor: color,
      borderSize: 0,
      borderRadius: 4,
      paddingLeft: 5,
      paddingRight: 5,
      paddingTop: 2,
      paddingBottom: 2,
    },
  });
  const line = (a: Spot, b: Spot, style: 'solid' | 'dashed'): OverlayFigure => ({
    type: 'line',
    attrs: { coordinates: [a, b] },
    styles: { style, dashedValue: [4, 4], size: style === 'solid' ? 2 : 1, color },
  });
  return [
    line(from, to, 'solid'),
    line({ x: to.x, y: 0 }, { x: to.x, y: height }, 'dashed'),
    { type: 'circle', attrs: { x: from.x, y: from.y, r: 4 }, styles: { style: 'fill', color } },
    label(bought, from.x, from.y - 16),
    label(expires, to.x, height - 14),
  ];
}
