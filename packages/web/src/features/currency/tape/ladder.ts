import type { TradeLine } from '../chart/trade-lines.ts';

/** A price above the ask or below the bid, and the person's orders from the rung before it up to this one. */
export interface Rung {
  readonly price: number;
  readonly marks: readonly TradeLine[];
}

export interface Ladder {
  /** From the ask upwards. */
  readonly above: readonly Rung[];
  /** From the bid downwards. */
  readonly below: readonly Rung[];
  /** Between bid and ask, and exactly at them. */
  readonly between: readonly TradeLine[];
  /** Beyond the last rung, the nearest first. */
  readonly higher: readonly TradeLine[];
  readonly lower: readonly TradeLine[];
}

/** How many steps a person may choose from. */
const stepsMax = 5;

/** Steps in ticks that such a spread suggests: from the first of 1, 2, 5, 10, … that is no smaller than it. */
export function stepsOf(spread: number): number[] {
  const sizes: number[] = [];
  for (let unit = 1; sizes.length < stepsMax; unit *= 10) {
    for (const size of [unit, 2 * unit, 5 * unit]) if (size >= spread && sizes.length < stepsMax) sizes.push(size);
  }
  return sizes;
}

/**
 * Prices around bid and ask at round steps, so that they stay fixed while the price moves between them. No quantities: the
 * house deals at its quotes, and there is no book. All prices are ticks; marks have theirs in units of the price.
 */
export function ladderOf(
  { bid, ask, step, rungs, scale }: { bid: number; ask: number; step: number; rungs: number; scale: number },
  lines: readonly TradeLine[],
): Ladder {
  const marks = lines.map((line) => ({ line, at: Math.round(line.price * 10 ** scale) }));
  const within = (from: number, to: number) => marks.filter(({ at }) => at > from && at <= to).map(({ line }) => line);
  const first = { up: Math.floor(ask / step) * step + step, down: Math.ceil(bid / step) * step - step };
  const above = Array.from({ length: rungs }, (_, index): Rung => {
    const price = first.up + index * step;
    return { price, marks: within(index === 0 ? ask : price - step, price) };
  });
  const below = Array.from({ length: rungs }, (_, index) => first.down - index * step)
    .filter((price) => price > 0)
    .map((price, index): Rung => ({ price, marks: within(price - 1, index === 0 ? bid - 1 : price + step - 1) }));
  const top = above.at(-1)?.price ?? ask;
  const bottom = below.at(-1)?.price ?? bid;
  return {
    above,
    below,
    between: within(bid - 1, ask),
    higher: within(top, Infinity).toSorted((one, other) => one.price - other.price),
    lower: within(-Infinity, bottom - 1).toSorted((one, other) => other.price - one.price),
  };
}
