import type { Quote, Ticks } from '../market/quote.ts';
import { isOfOldUnits } from '../splits/split.ts';
import { type Reaching, actOnQuote } from './act-on-quote.ts';
import { decideTrigger } from './decide-trigger.ts';
import { type ContractDesk, type ContractDraft, type PositionRow, openPositionOf } from './position.ts';
import { better } from './stops.ts';
import { closingPrice } from './terms.ts';

/** A quote that may still bring something about. With what is parked stands how far a trailing stop had followed by then. */
export interface Unjudged extends Quote {
  readonly followed?: Reaching['followed'];
}

/** What the tape has brought about for an order, and the quote that did. */
export interface Reached {
  readonly draft: ContractDraft;
  readonly quote: Quote;
}

/** How far a trailing stop has followed these quotes; null where none trails. */
export function followedOnTape(row: PositionRow, quotes: readonly Quote[]): Ticks | null {
  return quotes
    .filter((each) => isNews(row, each))
    .reduce<Ticks | null>(
      (best, quote) => (best === null ? null : better(row.side, best, closingPrice(row.side, quote))),
      row.status === 'open' ? row.trailingBest : null,
    );
}

const isNews = (row: PositionRow, quote: Quote) =>
  quote.code === row.code && quote.time > row.quotedAt && !isOfOldUnits(row.splits, quote);

/**
 * The first of these quotes, in their order, that closes an open position, or fills an order that waits or lies beyond its end:
 * that is done, whoever touches it first. One whose trigger alone was reached rests at its limit and waits on. Only those after the quote that last decided about it count. `deskAt` is what was to be seen when a quote was
 * made. Null when none did.
 */
export function actOnTape(
  deskAt: (quote: Quote) => ContractDesk,
  row: PositionRow,
  quotes: readonly Unjudged[],
): Reached | null {
  const later = quotes.filter((each) => isNews(row, each));
  if (row.status === 'open') return closedBy(deskAt, row, later);
  return row.status === 'awaiting' ? filledBy(deskAt, row, later) : null;
}

function filledBy(deskAt: (quote: Quote) => ContractDesk, row: PositionRow, quotes: readonly Quote[]): Reached | null {
  let rests: Reached | null = null;
  for (const quote of quotes) {
    const now: PositionRow = rests?.draft.row ?? row;
    const draft = actOnQuote(deskAt(quote), { quote, followed: null }, now);
    if (draft === null) continue;
    const reached: Reached = { draft: rests === null ? draft : goneOn(rests.draft, draft), quote };
    if (draft.row.status !== 'awaiting') return reached;
    rests = reached;
  }
  return rests;
}

/** What was decided about an order and then, within the same transaction, about what it had become. */
export function goneOn(first: ContractDraft, then: ContractDraft): ContractDraft {
  return {
    ...then,
    before: first.before,
    postings: [...first.postings, ...then.postings],
    quotes: [...first.quotes, ...then.quotes],
  };
}

function closedBy(deskAt: (quote: Quote) => ContractDesk, row: PositionRow, quotes: readonly Unjudged[]): Reached | null {
  let best: Ticks | null = row.trailingBest;
  for (const quote of quotes) {
    if (best !== null && quote.followed?.version === row.version) best = better(row.side, best, quote.followed.best);
    const verdict = decideTrigger(openPositionOf(row), { warned: row.marginWarned, followed: best }, quote);
    if (verdict?.kind === 'close') {
      const followed = best === null ? null : { version: row.version, best };
      const draft = actOnQuote(deskAt(quote), { quote, followed }, row);
      if (draft !== null) return { draft, quote };
    }
    if (best !== null) best = better(row.side, best, closingPrice(row.side, quote));
  }
  return null;
}
