import type { CalendarItem } from '@assay/contract/endpoints/instruments/calendar.ts';
import type { OverlayFigure } from 'klinecharts';

/** More of them would overlap; the first ones are drawn. */
const marksMax = 12;

export interface EventMark {
  readonly at: number;
  /** A currency, or what its company does. */
  readonly what: string;
}

/** What is marked: events that move markets, splits and dividends; several at once are one mark. */
export function eventMarksOf(items: readonly CalendarItem[]): EventMark[] {
  const marks = items.flatMap(({ at, kind, importance, currency }): EventMark[] => {
    const time = Date.parse(at);
    if (kind === 'split' || kind === 'reverseSplit') return [{ at: time, what: 'split' }];
    if (kind === 'dividend') return [{ at: time, what: 'dividend' }];
    return importance === 3 && currency !== null ? [{ at: time, what: currency }] : [];
  });
  const once = new Map(marks.map((mark) => [`${mark.at} ${mark.what}`, mark]));
  return [...once.values()].slice(0, marksMax);
}

export interface EventLook {
  readonly text: string;
  readonly line: string;
  readonly ink: string;
  readonly size: number;
  readonly family: string;
}

/** How far above the axis its label is, and how far its line reaches. */
const rise = 12;
const reach = 36;

/** A short line up from the axis of time, and a word on it: prices stay in sight. */
export function eventFigures(x: number, height: number, { text, line, ink, size, family }: EventLook): OverlayFigure[] {
  return [
    {
      type: 'line',
      attrs: {
        coordinates: [
          { x, y: height - reach },
          { x, y: height },
        ],
      },
      styles: { style: 'dashed', dashedValue: [3, 3], size: 1, color: line },
    },
    {
      type: 'text',
      attrs: { x, y: height - rise, text, align: 'center', baseline: 'middle' },
      styles: {
        style: 'fill',
        color: ink,
        size,
        family,
        weight: '600',
        backgroundColor: line,
        borderSize: 0,
        borderRadius: 3,
        paddingLeft: 4,
        paddingRight: 4,
        paddingTop: 2,
        paddingBottom: 2,
      },
    },
  ];
}
