import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { absent, useFormat } from '../words/format.ts';

type Direction = 'rise' | 'fall' | null;

/** The direction of the last change of a decimal; null before there was one. */
function useDirection(value: string): Direction {
  const [seen, setSeen] = useState<{ value: string; direction: Direction }>({ value, direction: null });
  if (seen.value === value) return seen.direction;
  const known = seen.value !== '' && value !== '';
  const next = { value, direction: known ? (Number(value) > Number(seen.value) ? 'rise' : 'fall') : null } as const;
  setSeen(next);
  return next.direction;
}

interface PriceProps {
  /** A plain decimal; empty while there is none. */
  value: string;
  /** Decimals of the instrument; those of the string when left out. */
  scale?: number;
  /** Colours the figure by the direction of its last change, for the one price that a page is about. */
  coloured?: boolean;
  className?: string;
}

/** A live price: tabular figures, a brief tint in the direction of each change. */
export function Price({ value, scale, coloured = false, className }: PriceProps) {
  const format = useFormat();
  const direction = useDirection(value);
  return (
    <bdi
      // A new element starts the tint anew.
      key={value}
      dir="ltr"
      className={cx(
        'numbers -mx-[0.25em] rounded-small px-[0.25em]',
        direction === 'rise' && 'tint-rise',
        direction === 'fall' && 'tint-fall',
        coloured && direction !== null && (direction === 'rise' ? 'text-rise' : 'text-fall'),
        className,
      )}
    >
      {value === '' ? absent : format.price(value, scale)}
    </bdi>
  );
}

/** Which colour a change or profit has: rising above zero, falling below, and exactly zero as the specification says, green. */
export function changeTone(value: string | null | undefined): string {
  const number = Number(value ?? '');
  return number > 0 ? 'text-rise' : number < 0 ? 'text-fall' : 'text-flat';
}

/** A change in percent with sign, arrow and colour: none of the three alone. Zero has no arrow. */
export function Change({ value, className }: { value: string | null | undefined; className?: string }) {
  const format = useFormat();
  if (value === null || value === undefined || value === '')
    return <span className={cx('text-muted', className)}>{absent}</span>;
  const number = Number(value);
  const Arrow = number > 0 ? ArrowUp : ArrowDown;
  return (
    <bdi
      dir="ltr"
      className={cx('numbers inline-flex items-center gap-[0.15em] whitespace-nowrap', changeTone(value), className)}
    >
      {number === 0 ? null : <Arrow aria-hidden className="size-[0.9em] shrink-0" strokeWidth={2.5} />}
      {format.change(value)}
    </bdi>
  );
}
