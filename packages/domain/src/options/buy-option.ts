import { type Desk, houseFor, opensNow, pricesAllowed } from '../dealing/desk.ts';
import { type Draft, type Asked, draftOf, withPosting, withQuote } from '../dealing/draft.ts';
import { optionBought } from '../ledger/recipes/options.ts';
import type { Instrument } from '../market/instrument.ts';
import { formatFixed } from '../money/fixed.ts';
import { type Refused, isRefused, refused } from '../positions/refused.ts';
import { type BuyDecision, type BuyRequest, decideBuy } from './decide-buy.ts';
import type { OptionRow } from './option.ts';
import { optionPeriods } from './periods.ts';

export type OptionPurchase = Asked<BuyRequest & { readonly code: string }>;

export interface BuyingSituation {
  /** The new option's number. */
  readonly id: number;
  /** Whether the instrument's options are offered to the buyer, or 10018 when that can't be said. */
  readonly offered: boolean | Refused;
  /** Options that the account has open. */
  readonly openOptions: number;
}

/**
 * Buys a fixed-time option at the last good quote of the moment of decision: what it is from then on, what is booked,
 * and the quote that decided it. Refusals: those of `mayOpen`, those of `decideBuy`, 10014 also for an instrument that
 * there is not, 10018 without the list of restricted countries; 11212 price too old; 10011 balance, when it is booked.
 */
export function buyOption(
  desk: Desk,
  { owner, input, orderNo }: OptionPurchase,
  { id, offered, openOptions }: BuyingSituation,
): Draft<OptionRow> | Refused {
  const { market, mode, view } = desk;
  const stopped = view.mayOpen(owner);
  if (stopped !== undefined) return stopped;
  const instrument = market.instrument(input.code);
  if (instrument === undefined) return refused('10014', 'code');
  if (isRefused(offered)) return offered;
  const quote = market.quote(input.code);
  if (quote === undefined) return refused('10015');
  const source = market.feedKind(instrument);
  const decision = decideBuy(input, {
    instrument,
    feed: source,
    periods: optionPeriods(instrument),
    offered,
    quote,
    tradable: opensNow(desk, input.code),
    pricesAllowed: pricesAllowed(mode, owner.book, source),
    now: view.now,
    openOptions,
    limits: houseFor(view, owner)?.limitsOf(instrument),
  });
  if (isRefused(decision)) return decision;
  if (!market.fresh(input.code)) return refused('11212');
  const row = rowOf({ id, orderNo, ...owner, source }, instrument, decision);
  const recipe = optionBought({ userId: owner.userId, stake: decision.terms.stake });
  return withQuote(withPosting(draftOf(row, null), view.now, recipe), { moment: 'open', instrument, quote, source });
}

type Named = Pick<OptionRow, 'id' | 'orderNo' | 'userId' | 'book' | 'source'>;

function rowOf(named: Named, instrument: Instrument, { terms, period }: BuyDecision): OptionRow {
  return {
    ...named,
    instrumentId: instrument.id,
    code: instrument.code,
    direction: terms.direction,
    stake: terms.stake,
    periodId: period.id,
    periodCount: period.count,
    periodUnit: period.unit,
    payoutRate: formatFixed(terms.payoutRate),
    strike: terms.strike,
    priceScale: terms.priceScale,
    staleAfterMs: terms.staleAfterMs,
    openedAt: new Date(terms.openedAt),
    expiresAt: new Date(terms.expiresAt),
    status: 'open',
    voidReason: null,
    settlement: null,
    profit: null,
    settledAt: null,
    splits: null,
  };
}
