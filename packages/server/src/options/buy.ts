import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type BuyDecision, decideBuy } from '@assay/domain/options/decide-buy.ts';
import { optionPeriods } from '@assay/domain/options/periods.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { type Draft, type View, draftOf, withPosting, withQuote } from '../dealing/index.ts';
import { pricesAllowed } from '../market/index.ts';
import { type Refusal, isRefusal, refuse, refusalOf } from '../platform/refusal.ts';
import type { Buying } from './commands.ts';
import type { OptionsContext } from './context.ts';
import type { OptionRow } from './row.ts';

/** What decisions on options look at. */
export interface Desk extends Pick<OptionsContext, 'market' | 'mode'> {
  readonly view: View;
}

export interface BuyingSituation {
  /** The new option's number. */
  readonly id: number;
  /** Whether the instrument's options are offered to the buyer, or 10018 when that can't be said. */
  readonly offered: boolean | Refusal;
  /** Options that the account has open. */
  readonly openOptions: number;
}

/**
 * Buys a fixed-time option at the last good quote of the moment of decision. Refusals: those of `mayOpen`, those of `decideBuy`,
 * 10014 also for an instrument that there is not, 10018 without the list of restricted countries; 10011 balance, when it is
 * booked.
 */
export function buy(
  { market, mode, view }: Desk,
  { owner, input, orderNo }: Buying,
  { id, offered, openOptions }: BuyingSituation,
): Draft<OptionRow> | Refusal {
  const stopped = view.mayOpen(owner);
  if (stopped !== undefined) return stopped;
  const instrument = market.instrument(input.code);
  if (instrument === undefined) return refuse('10014', { code: '10014' });
  if (isRefusal(offered)) return offered;
  const quote = market.quote(input.code);
  if (quote === undefined) return refuse('10015');
  const source = market.feedKind(instrument);
  const decision = decideBuy(input, {
    instrument,
    feed: source,
    periods: optionPeriods(instrument),
    offered,
    quote,
    tradable: market.tradable(input.code),
    pricesAllowed: pricesAllowed(mode, owner.book, source),
    now: view.now,
    openOptions,
  });
  if (isRefused(decision)) return refusalOf(decision);
  const row = rowOf({ id, orderNo, ...owner, source }, instrument, decision);
  const recipe = recipes.optionBought({ userId: owner.userId, stake: decision.terms.stake });
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
  };
}
