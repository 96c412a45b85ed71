import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Mode } from '../src/dealing/desk.ts';
import type { Draft, OrderRow } from '../src/dealing/draft.ts';
import { accountName } from '../src/ledger/accounts.ts';
import { formatAmount, nothing, parseAmount, type Amount } from '../src/money/amount.ts';
import { one } from '../src/money/fixed.ts';
import type { ContractDesk } from '../src/positions/position.ts';
import type { Refused } from '../src/positions/refused.ts';
import { coin } from './coin.ts';

/** Monday noon. */
export const now = Date.UTC(2030, 0, 7, 12);

export const quoteOf = (bid: number, ask = bid, time = now) => ({ code: coin.code, bid, ask, time, volume: 0 });

export interface DeskTerms {
  readonly price?: number | null;
  readonly at?: number;
  readonly mode?: Mode;
  readonly feed?: FeedKind;
  readonly tradable?: boolean;
  readonly fresh?: boolean;
  /** In which instruments an operator has stopped what opens; null is all that has none. */
  readonly halted?: readonly (string | null)[];
  /** Why the owner may open nothing. */
  readonly stopped?: Refused;
  /** What accounts have, by names such as `available` and `house:treasury`; nothing where it is not said. */
  readonly balances?: Readonly<Record<string, Amount>>;
}

/** A market of one coin at 100, and accounts: plain values all of it. */
export function deskOf(terms: DeskTerms = {}): ContractDesk {
  const {
    price = 10_000,
    at = now,
    mode = 'sandbox',
    feed = 'simulated',
    tradable = true,
    fresh = true,
    halted = [],
    stopped,
    balances = {},
  } = terms;
  return {
    mode,
    market: {
      instrument: (code) => (code === coin.code ? coin : undefined),
      quote: (code) => (code === coin.code && price !== null ? quoteOf(price, price, at) : undefined),
      tradable: () => tradable,
      fresh: () => fresh,
      feedKind: () => feed,
      quoteToUsdt: () => one,
    },
    numbers: (many) => Array.from({ length: many }, (_, place) => 100 + place),
    view: {
      now: at,
      balanceOf: (_, account) => balances[accountName(account)] ?? nothing,
      mayOpen: () => stopped,
      halted: (code) => halted.includes(code),
    },
  };
}

export const owner = (book: Book = 'demo') => ({ userId: '7', book });

/** USDT in its smallest unit, or so much of another asset. */
export function units(text: string, scale = 6): Amount {
  const value = parseAmount(text, { code: 'ANY', scale });
  if (value === undefined) throw new Error(`${text} is no amount`);
  return value;
}

/** What a draft books, as a bookkeeper reads it: `option.bought: available → order 10 USDT`. */
export function booked({ postings }: Pick<Draft<OrderRow>, 'postings'>): string[] {
  return postings.flatMap(({ reason, transfers }) =>
    transfers.map(
      ({ from, to, asset, amount }) =>
        `${reason}: ${accountName(from)} → ${accountName(to)} ${formatAmount(amount, asset)} ${asset.code}`,
    ),
  );
}
