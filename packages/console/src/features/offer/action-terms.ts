import type { DeskAction } from '@assay/contract/endpoints/console/actions.ts';
import type { Values } from '../../shared/desk/act.tsx';
import type { Say } from '../../shared/words/words.ts';

/** What is typed for a split, as it is sent; what is no whole number is for the contract to refuse. */
export function splitOf({ toUnits = '', fromUnits = '', ...others }: Values) {
  return { ...recordOf(others), toUnits: wholeOf(toUnits), fromUnits: wholeOf(fromUnits) };
}

export function dividendOf({ perUnit = '', ...others }: Values) {
  return { ...recordOf(others), perUnit: perUnit.trim() };
}

/** What the split that is typed would make of shares and their price, in numbers without a fraction; null until all of it is there. */
export function splitMeans(values: Values, say: Say): string | null {
  const { kind, code, firstDay, toUnits, fromUnits } = { kind: '', ...splitOf(values) };
  if (!isDay(firstDay) || code === '' || kind === '' || !(toUnits > 0) || !(fromUnits > 0)) return null;
  if (kind === 'split' ? toUnits <= fromUnits : toUnits >= fromUnits) return say('offer.actions.otherWay');
  const [oldUnits, newUnits] = [fromUnits * 100, toUnits * 100];
  // The price goes the other way than the shares.
  return say('offer.actions.splitMeans', { day: firstDay, code, oldUnits, newUnits, oldPrice: newUnits, newPrice: oldUnits });
}

export function dividendMeans(values: Values, say: Say): string | null {
  const { code, firstDay, perUnit } = dividendOf(values);
  if (!isDay(firstDay) || code === '' || !/^\d+(\.\d+)?$/.test(perUnit)) return null;
  return say('offer.actions.dividendMeans', { day: firstDay, code, amount: perUnit });
}

/** What an action makes of a share: the old ones and the new ones, or the cash. */
export function termsText(
  { toUnits, fromUnits, perUnit }: Pick<DeskAction, 'toUnits' | 'fromUnits' | 'perUnit'>,
  say: Say,
): string {
  return perUnit === null ? `${fromUnits} → ${toUnits}` : say('offer.actions.eachShare', { amount: perUnit });
}

function recordOf({ code = '', firstDay = '', ...others }: Values) {
  return { ...others, code: code.trim().toUpperCase(), firstDay: firstDay.trim() };
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
const wholeOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
