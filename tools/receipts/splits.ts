import { type Decimal, type Receipt, type Step, decimal, quotient, times } from './reading.ts';

/** New units for old ones. */
export interface Units {
  readonly to: Decimal;
  readonly from: Decimal;
}

const none: Units = { to: decimal('1'), from: decimal('1') };

/** What one unit had become: when it opened, and by the end. */
export function unitsOf({ steps, quotes }: Receipt): { readonly opened: Units; readonly ended: Units } {
  const splits = steps.filter(isSplit);
  // What never opened is shown as it was placed.
  const waited = quotes.every(({ moment }) => moment !== 'open') ? [] : splits.filter(({ name }) => name === 'splitWaiting');
  return { opened: waited.reduce(after, none), ended: splits.reduce(after, none) };
}

function after({ to, from }: Units, { numbers }: Receipt['steps'][number]): Units {
  return { to: times(to, decimal(numbers['to'])), from: times(from, decimal(numbers['from'])) };
}

/** As it is written: in lowest terms, and nothing for one that has stayed one. */
export function shown(units: Units): Record<string, string> {
  const { to, from } = lowest(units);
  return to === from ? {} : { units: `${to}/${from}` };
}

export function lowest({ to, from }: Units): { readonly to: bigint; readonly from: bigint } {
  const common = divisor(to.units, from.units);
  return { to: to.units / common, from: from.units / common };
}

/** Splits as they were recorded, each with what one unit had become by then. */
export function splitSteps({ steps }: Receipt): Step[] {
  let units = none;
  return steps.filter(isSplit).map((step) => {
    units = after(units, step);
    const { to, from } = lowest(units);
    return { name: step.name, numbers: step.numbers, result: `${to}/${from}` };
  });
}

/** value × to / from: exact where nothing is divided, else with thirty decimals more. */
export function inUnits(value: Decimal, units: Units, rounding: 'up' | 'down'): Decimal {
  const { to, from } = lowest(units);
  const more = times(value, whole(to));
  return from === 1n ? more : quotient(more, whole(from), value.scale + 30, rounding);
}

/** A price that waits, after splits: the tick that the same worth reaches. */
export function priceAfter(price: Decimal, scale: number, units: Units, rounding: 'up' | 'down'): Decimal {
  const { to, from } = lowest(units);
  return quotient(times(price, whole(from)), whole(to), scale, rounding);
}

const whole = (units: bigint): Decimal => ({ units, scale: 0 });

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b);
}

/** While it waited, or since it opened. */
export function isSplit({ name }: { readonly name: string }): boolean {
  return name === 'split' || name === 'splitWaiting';
}
