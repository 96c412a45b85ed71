import { isFilledIn } from '../../words/read-number.ts';

/** A target as it is filled in. Its share is in percent of a new order, in lots of an existing one. */
export interface TargetEntry {
  /** Distinguishes them while prices are typed. */
  readonly id: number;
  readonly price: string;
  readonly share: string;
}

/** The entries with one more, to be filled in: in percent with a share of what no other has. */
export function withAnother(entries: readonly TargetEntry[], by: 'percent' | 'lots'): readonly TargetEntry[] {
  const id = Math.max(0, ...entries.map((entry) => entry.id)) + 1;
  const left = 100 - entries.reduce((sum, { share }) => sum + (isFilledIn(share) ? Number(share) : 0), 0);
  const share = by === 'lots' || left <= 0 ? '' : String(Math.ceil(left / 2));
  return [...entries, { id, price: '', share }];
}
