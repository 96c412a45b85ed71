import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { absent, useFormat } from '../../words/format.ts';
import { gainTone, listedTone } from '../tones.ts';

type Direction = 'rise' | 'fall' | null;

const listedTints = { rise: 'tint-rise', fall: 'tint-fall' };
const tints = { rise: 'tint-gain', fall: 'tint-loss' };

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
  /** In a list of the market, whose colours are the specification's. */
  listed?: boolean;
  className?: string;
}

/** A live price: tabular figures, a brief tint in the direction of each change. */
export function Price({ value, scale, listed = false, className }: PriceProps) {
  const format = useFormat();
  const direction = useDirection(value);
  return (
    <bdi
      // A new element starts the tint anew.
      key={value}
      dir="ltr"
      className={cx(
        'numbers -mx-[0.25em] rounded-small px-[0.25em]',
        direction !== null && (listed ? listedTints : tints)[direction],
        className,
      )}
    >
      {value === '' ? absent : format.price(value, scale)}
    </bdi>
  );
}

const changeTones = { listed: listedTone, gain: gainTone, plain: () => 'text-muted' };

interface ChangeProps {
  /** In percent; empty while it is unknown. */
  value: string | null | undefined;
  /** The specification's colours of a list, those of gain and loss, or none where prices stand close. */
  tone?: keyof typeof changeTones;
  className?: string;
}

/**
 * A change in percent with sign, arrow and, as a rule, colour: never colour alone. Zero has no arrow. It moves more seldom than
 * the price that it stands beside.
 */
export const Change = memo(function Change({ value, tone = 'listed', className }: ChangeProps) {
  const format = useFormat();
  if (value === null || value === undefined || value === '')
    return <span className={cx('text-muted', className)}>{absent}</span>;
  const number = Number(value);
  const Arrow = number > 0 ? ArrowUp : ArrowDown;
  return (
    <bdi
      dir="ltr"
      className={cx('numbers inline-flex items-center gap-[0.15em] whitespace-nowrap', changeTones[tone](value), className)}
    >
      {number === 0 ? null : <Arrow aria-hidden className="size-[0.9em] shrink-0" strokeWidth={2.5} />}
      {format.change(value)}
    </bdi>
  );
});
