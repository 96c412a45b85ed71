import { type Amount, amount, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { CoinBalance } from './use-balances.ts';

const bound = ['contract', 'option', 'plan'] as const;
export type Bound = (typeof bound)[number];

/** A part of what is owned: free USDT, a coin with its name, what a product binds, or what is set aside for anything else. */
export type Slice = { readonly value: Amount } & (
  | { readonly kind: 'free' | 'coins' | 'aside' | Bound }
  | { readonly kind: 'coin'; readonly coin: string }
);

/** So many coins are shown by name; the smaller ones are one part together. */
const coinsMax = 4;

/** What the balances are made of, largest first within its kind; the parts add up to what they are worth. */
export function slicesOf(
  balances: readonly CoinBalance[],
  products: readonly { readonly product: string; readonly held: string }[],
): readonly Slice[] {
  const dollars = balances.find(({ asset }) => asset === usdt.code);
  const held = read(dollars?.held);
  const parts = bound.map((kind) => ({ kind, value: read(products.find(({ product }) => product === kind)?.held) }));
  const named = sum(...parts.map(({ value }) => value));
  const coins = balances
    .filter(({ asset, valueUsdt }) => asset !== usdt.code && valueUsdt !== null)
    .map(({ asset, valueUsdt }) => ({ kind: 'coin' as const, coin: asset, value: read(valueUsdt) }))
    .toSorted((one, other) => (one.value < other.value ? 1 : -1));
  const few = coins.slice(coinsMax).map(({ value }) => value);
  // The figures of the products come a moment later than the balances: what does not fit yet is not split up.
  const split = named <= held ? parts : [];
  const rest = amount(held - (named <= held ? named : nothing));
  return [
    { kind: 'free' as const, value: read(dollars?.available) },
    ...coins.slice(0, coinsMax),
    { kind: 'coins' as const, value: sum(...few) },
    ...split,
    { kind: 'aside' as const, value: rest },
  ].filter(({ value }) => value > nothing);
}

function read(text: string | null | undefined): Amount {
  const value = text === null || text === undefined ? nothing : parseAmount(text, usdt);
  if (value === undefined) throw new Error(`${text} is no amount of USDT`);
  return value;
}
