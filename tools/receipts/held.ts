import {
  type Decimal,
  type Receipt,
  type Recomputed,
  type Step,
  decimal,
  less,
  moves,
  must,
  one,
  paid,
  plus,
  quotient,
  rateOf,
  sign,
  text,
  times,
  zero,
} from './reading.ts';

/** What was held for an order that waits, under each of the terms that it had, and how the money moved. */
export interface Held {
  /** Under its last terms; null for an order that never waited. */
  readonly amount: Decimal | null;
  readonly steps: readonly Step[];
  readonly transfers: Recomputed['transfers'];
}

/** Margin and fee at the limit, of a stop order at the trigger, by the conversion of the moment at which it got these terms. */
export function heldFor({ terms, quotes, steps }: Receipt): Held {
  if (quotes.every(({ moment }) => moment !== 'place')) return { amount: null, steps: [], transfers: [] };
  const given = steps.filter(({ name }) => name === 'placed' || name === 'amended');
  const { lots = '', limitPrice, triggerPrice } = terms;
  const price: Step['numbers'] = limitPrice === undefined ? { triggerPrice: triggerPrice ?? '' } : { limitPrice };
  const last: Step['numbers'] = { lots, ...price };
  const stages: readonly Step['numbers'][] = given.length === 0 ? [last] : given.map(({ numbers }) => numbers);
  const told = stages.at(-1) ?? last;
  for (const [name, value] of Object.entries(last))
    must(told[name] === value, `${name}: ${told[name]} held for, ${value} in the terms`);
  const rates = quotes.filter(({ moment }) => moment === 'convert').map(rateOf);
  const holds = stages.map((stage, place) => holdAt(terms, stage, rates[place] ?? one));
  const changes = holds.map((hold, place) => less(hold, holds[place - 1] ?? zero));
  return {
    amount: holds.at(-1) ?? null,
    steps: given.map(({ name, numbers }, place) => ({ name, numbers, result: text(holds[place] ?? zero) })),
    transfers: changes.flatMap((change, place) =>
      sign(change) >= 0
        ? moves(place === 0 ? 'contract.placed' : 'contract.amended', [['available → order', change]])
        : moves('contract.amended', [['order → available', less(zero, change)]]),
    ),
  };
}

function holdAt(terms: Receipt['terms'], { lots, limitPrice, triggerPrice }: Step['numbers'], rate: Decimal): Decimal {
  const notional = times(decimal(lots), decimal(terms['lotSize']), decimal(limitPrice ?? triggerPrice), rate);
  const margin = quotient(notional, decimal(terms['leverage']), 6, 'up');
  return plus(margin, paid(times(notional, decimal(terms['feeRate']))));
}
