import { type Ratio, ratio } from '@assay/domain/money/ratio.ts';

/** What became of one unit by splits, as the wire has it: new units for old ones. */
export interface Units {
  readonly to: string;
  readonly from: string;
}

export function ratioOf({ to, from }: Units): Ratio {
  return ratio(BigInt(to), BigInt(from));
}

/** Where an old price is among the present ones: for drawing, since there may be no such tick. */
export function placeOf(price: number, units: Units | null): number {
  return units === null ? price : (price * Number(units.from)) / Number(units.to);
}
