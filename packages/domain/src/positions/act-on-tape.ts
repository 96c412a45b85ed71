import { type Booked, bookedToo, nothingBooked, viewAfter } from '../dealing/booked-view.ts';
import type { Quote, Ticks } from '../market/quote.ts';
import { isOfOldUnits } from '../splits/split.ts';
import { type Reaching, actOnQuote } from './act-on-quote.ts';
import { decideTrigger } from './decide-trigger.ts';
import {
  type ContractDesk,
  type ContractDraft,
  type PositionRow,
  openPositionOf,
  postingsOf,
  stepAfter,
  writtenRow,
} from './position.ts';
import { better } from './stops.ts';
import { closingPrice } from './terms.ts';

/** A quote that may still trigger something. A parked one includes how far a trailing stop had followed by then. */
export interface Unjudged extends Quote {
  readonly reached?: Reaching['reached'];
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
 * the result is the same for every caller. A position of which targets alone were reached goes on with the rest, and one whose
 * trigger alone was reached rests at its limit and waits on. Only those after the quote that last decided about it count.
 * `deskAt` is the market state when a quote was made. Null when none does.
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
    const draft = actOnQuote(deskAt(quote), { quote, reached: null }, now);
    if (draft === null) continue;
    const reached: Reached = { draft: rests === null ? draft : goneOn(rests.draft, draft), quote };
    if (draft.row.status !== 'awaiting') return reached;
    rests = reached;
  }
  return rests;
}

/**
 * What was decided about an order and then, within the same transaction, about what it had become: one step where it waited, several
 * where parts of it have been closed.
 */
export function goneOn(first: ContractDraft, then: ContractDraft): ContractDraft {
  if (first.row.status === 'open') return stepAfter(first, then);
  return {
    ...then,
    before: first.before,
    postings: [...first.postings, ...then.postings],
    quotes: [...first.quotes, ...then.quotes],
  };
}

function closedBy(deskAt: (quote: Quote) => ContractDesk, first: PositionRow, quotes: readonly Unjudged[]): Reached | null {
  let reached: Reached | null = null;
  let row = first;
  let best: Ticks | null = row.trailingBest;
  for (const quote of quotes.filter((each) => isNews(row, each))) {
    best = bestBefore(row, best, quote);
    if (takesFrom(row, best, quote)) {
      const reaching = { quote, reached: { version: row.version, best } };
      const draft: ContractDraft | null = actOnQuote(deskAfter(deskAt(quote), reached), reaching, row);
      if (draft !== null) {
        reached = { draft: reached === null ? draft : goneOn(reached.draft, draft), quote };
        if (draft.row.status !== 'open') return reached;
        // Targets have closed parts of it: the rest is judged by later quotes.
        row = writtenRow(draft);
        best = row.trailingBest;
        continue;
      }
    }
    best = bestAfter(row, best, quote);
  }
  return reached;
}

/** How far a trailing stop had come when a quote was made: parked quotes include it. */
function bestBefore({ version, side }: PositionRow, best: Ticks | null, { reached }: Unjudged): Ticks | null {
  const parked = reached?.version === version ? reached.best : null;
  return best === null || parked === null ? best : better(side, best, parked);
}

function bestAfter({ side }: PositionRow, best: Ticks | null, quote: Quote): Ticks | null {
  return best === null ? null : better(side, best, closingPrice(side, quote));
}

/** Whether a quote ends an open position, or takes the profit of shares of it. */
function takesFrom(row: PositionRow, best: Ticks | null, quote: Quote): boolean {
  const verdict = decideTrigger(openPositionOf(row), { warned: row.marginWarned, followed: best }, quote);
  return verdict?.kind === 'close' || verdict?.kind === 'targets';
}

/**
 * Whether any of the quotes that came after the tape was read takes from an open position, as `actOnTape` would find once they are
 * read. What was on the tape has not: its trailing stop may have followed that.
 */
export function isReachedSince(row: PositionRow, tape: readonly Unjudged[], since: readonly Quote[]): boolean {
  const from = Math.min(...since.map(({ time }) => time));
  const known = tape.filter((quote) => quote.time < from && isNews(row, quote));
  let best = known.reduce((so, quote) => bestAfter(row, bestBefore(row, so, quote), quote), row.trailingBest);
  return since.some((quote) => {
    if (!isNews(row, quote)) return false;
    const takes = takesFrom(row, best, quote);
    best = bestAfter(row, best, quote);
    return takes;
  });
}

/** The desk of a later decision about the same order, which is never made before the earlier one: quotes may be ahead of the clock. */
export function deskAfter(desk: ContractDesk, reached: Reached | null): ContractDesk {
  if (reached === null) return desk;
  const { draft, quote } = reached;
  const beside = deskBeside(desk, decidedToo(nothingDecided, draft));
  const now = postingsOf(draft).reduce((latest, { at }) => Math.max(latest, at), Math.max(desk.view.now, quote.time));
  return { ...beside, view: { ...beside.view, now } };
}

/** What decisions about other orders have booked within one command, and how many numbers of parts they have used. */
export interface DecidedBefore {
  readonly booked: Booked;
  readonly used: number;
}

export const nothingDecided: DecidedBefore = { booked: nothingBooked, used: 0 };

export function decidedToo({ booked, used }: DecidedBefore, draft: ContractDraft): DecidedBefore {
  return { booked: bookedToo(booked, postingsOf(draft)), used: used + partsIn(draft) };
}

/** The desk of a decision about another order: accounts as those before it leave them, and the numbers that they have not used. */
export function deskBeside(desk: ContractDesk, { booked, used }: DecidedBefore): ContractDesk {
  return {
    ...desk,
    view: viewAfter(desk.view, booked),
    numbers: (many) => desk.numbers(used + many).slice(used),
  };
}

/** How many parts are closed by the steps of a plan about an order. */
function partsIn({ earlier, part }: ContractDraft): number {
  return [...earlier.map((step) => step.part), part].filter((each) => each !== null).length;
}
