import { useFormat } from '../../shared/words/format.ts';

interface Bounds {
  readonly min: string | null;
  readonly max: string | null;
}

/** What a fee is no less and no more than, as it is written; null for one without bounds. */
export function useFeeBounds(): (bounds: Bounds) => string | null {
  const format = useFormat();
  return ({ min, max }) => {
    if (max === null) return min === null ? null : `≥ ${format.amount(min)}`;
    return min === null ? `≤ ${format.amount(max)}` : `${format.amount(min)} – ${format.amount(max)}`;
  };
}
