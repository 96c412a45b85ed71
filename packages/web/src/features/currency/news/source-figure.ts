import type { Format } from '../../../shared/words/format.ts';

/** A figure as its source writes it, such as -2.4%; anything else, or one with a unit of its own, stays as it was written. */
export function sourceFigure(format: Format, text: string): string {
  const [, sign = '', figure = '', percent] = /^([+-]?)(\d+(?:\.\d+)?)\s?(%?)$/.exec(text) ?? [];
  if (figure === '') return text;
  const number = `${sign === '+' ? '+' : ''}${format.price(sign === '-' ? `-${figure}` : figure)}`;
  // With its own decimals, and the sign of percent as the language sets it.
  return percent === '%' ? format.rate('0').replace('0', () => number) : number;
}
