import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { formatAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { multiply, one, toFixed } from '@assay/domain/money/fixed.ts';
import { type Terms, openingAt, readTicks } from '@assay/domain/positions/terms.ts';
import { unsplit } from '@assay/domain/splits/split.ts';
import { type Check, same } from './compare.ts';

/**
 * What an order held under each of the terms that it had while it waited: margin and fee at its limit, of a stop order at its
 * trigger. Where the price is not in dollars the rate of each moment is in a quote of another instrument; such steps are left
 * to the script that reads those.
 */
export function checkHeld({ steps, quotes }: Receipt, terms: Terms): Check {
  if (quotes.some(({ moment }) => moment === 'convert')) return { checked: [], differs: [] };
  const given = steps.filter(({ name }) => name === 'placed' || name === 'amended');
  const differs = given.filter(({ numbers, result }) => {
    const lots = toFixed(numbers['lots'] ?? '0');
    const price = readTicks(numbers['limitPrice'] ?? numbers['triggerPrice'] ?? '', terms.priceScale);
    if (price === undefined) return true;
    const then = { ...terms, lots, quantity: multiply(lots, terms.lotSize), conversion: one, splits: unsplit };
    const { margin, fee } = openingAt(then, price);
    return !same(result, formatAmount(sum(margin, fee), usdt));
  });
  const names = (list: typeof given) => [...new Set(list.map(({ name }) => name))];
  return { checked: names(given), differs: names(differs) };
}
