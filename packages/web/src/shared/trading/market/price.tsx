import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { cx } from '../../../ui/cx.ts';
import { absent, useFormat } from '../../words/format.ts';
import { gainTone, listedTone } from '../tones.ts';

const listedTints = { rise: 'rise', fall: 'fall' };
const tints = { rise: 'gain', fall: 'loss' };

/**
 * Tints an element by the direction of each change of a decimal. The element stays, with what is selected in it: a tint begins anew
 * under another name of the same.
 */
function useTint(value: string, names: typeof tints) {
  const element = useRef<HTMLElement>(null);
  const before = useRef(value);
  useEffect(() => {
    const last = before.current;
    before.current = value;
    if (element.current === null || last === value) return;
    const { dataset } = element.current;
    if (last === '' || value === '') {
      delete dataset['tint'];
      return;
    }
    const name = Number(value) > Number(last) ? names.rise : names.fall;
    dataset['tint'] = dataset['tint'] === name ? `${name}-again` : name;
  }, [value, names]);
  return element;
}

export interface PriceProps {
  /** A plain decimal; empty while there is none. */
  value: string;
  /** Decimals of the instrument; those of the string when left out. */
  scale?: number;
  /** In a list of the market, whose colours are the specification's. */
  listed?: boolean;
  className?: string;
  /** As the server has written it, word for word; where it has not, it is written here. */
  text?: string | undefined;
}

/** A live price: tabular figures, a brief tint in the direction of each change. */
export const Price = memo(function Price({ value, scale, listed = false, className, text }: PriceProps) {
  const format = useFormat();
  const element = useTint(value, listed ? listedTints : tints);
  return (
    <bdi ref={element} dir="ltr" className={cx('numbers -mx-[0.25em] rounded-small px-[0.25em]', className)}>
      {text ?? (value === '' ? absent : format.price(value, scale))}
    </bdi>
  );
});

const changeTones = { listed: listedTone, gain: gainTone, plain: () => 'text-muted' };

export interface ChangeProps {
  /** In percent; empty while it is unknown. */
  value: string | null | undefined;
  /** The specification's colours of a list, those of gain and loss, or none where prices are dense. */
  tone?: keyof typeof changeTones;
  className?: string;
  /** As the server has written it, word for word. */
  text?: string | undefined;
}

/**
 * A change in percent with sign, arrow and, as a rule, colour: never colour alone. Zero has no arrow. It moves more seldom than
 * the price beside it.
 */
export const Change = memo(function Change({ value, tone = 'listed', className, text }: ChangeProps) {
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
      {text ?? format.change(value)}
    </bdi>
  );
});
