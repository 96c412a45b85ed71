import type { Format } from './format.ts';

/** How far a price lies from another, in whole percents, always with its sign. */
export const distanceText = (format: Format, percent: number): string =>
  `${percent < 0 ? '−' : '+'}${format.rate(String(Math.abs(percent) / 100))}`;
