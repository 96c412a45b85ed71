import { type Language, localeTags, tightSpan } from '@assay/contract/vocabulary/languages.ts';
import type { Recipe } from '@assay/domain/ledger/recipes/recipe.ts';
import type { Asset } from '@assay/domain/money/amount.ts';
import type { Refused } from '@assay/domain/positions/refused.ts';
import { availableIn, post } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { tellBalance } from '../platform/private-events.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { type FundsContext, book } from './context.ts';

const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** A wait in the largest unit that counts at least two of it, rounded up: no customer returns too early. */
function waitInWords(ms: number, language: Language): string {
  const [unit, size] = units.find(([, length]) => ms >= 2 * length) ?? (['second', 1000] as const);
  const text = new Intl.NumberFormat(localeTags[language], { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(ms / size),
  );
  return tightSpan(language, text);
}

/** A rule's no as the answer of a call: what it names, and how long there is to wait, in the caller's language. */
export function refusalOf({ refused, field, values = {} }: Refused, language: Language): Refusal {
  const { waitMs, ...named } = values;
  const time = waitMs === undefined ? {} : { time: waitInWords(Number(waitMs), language) };
  return refuse(refused, field === null ? {} : { [field]: refused }, { ...named, ...time });
}

/** What is booked for a deposit or withdrawal, and sent to its owner's sockets once it is durable. */
export interface Booking {
  readonly userId: string;
  readonly asset: Asset;
  readonly reference: string;
  readonly at: number;
  readonly recipe: Recipe;
}

/** Refused with 10011 or 11013 when the account has too little. */
export async function bookFunds(
  { bus }: Pick<FundsContext, 'bus'>,
  tx: Transaction,
  { userId, asset, reference, at, recipe }: Booking,
): Promise<Refusal | undefined> {
  const posted = await post(tx, { book, reference, at, ...recipe });
  if (isRefusal(posted)) return posted;
  const available = availableIn(posted);
  if (available !== undefined) tx.afterCommit(() => tellBalance(bus, { userId, book }, asset, available));
  return undefined;
}
