import { type Decimal, type Recomputed, less, moves, sign, zero } from './reading.ts';

/** What a position ends with, in money. */
export interface Closing {
  readonly margin: Decimal;
  readonly profit: Decimal;
  readonly fee: Decimal;
  readonly gap: Decimal;
  readonly insured: Decimal;
}

/** A gain is paid beside the margin; a loss comes out of it first, then the fee, and the rest returns. */
export function closingMoves(name: string, { margin, profit, fee, gap, insured }: Closing): Recomputed['transfers'] {
  if (sign(profit) >= 0 && sign(gap) === 0) {
    return moves(name, [
      ['house:trading → available', profit],
      ['margin → available', margin],
      ['available → house:fees', fee],
    ]);
  }
  const lost = less(zero, profit);
  return moves(name, [
    ['margin → house:trading', lost],
    ['margin → house:fees', fee],
    ['margin → available', less(less(margin, lost), fee)],
    ['house:insurance → house:trading', insured],
  ]);
}
