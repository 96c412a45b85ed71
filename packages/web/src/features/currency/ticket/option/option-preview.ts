import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { FeedQuote } from '@assay/contract/feed.ts';
import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import { mid, priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, exact, formatAmount, least, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { fixed, formatFixed } from '@assay/domain/money/fixed.ts';
import { type BuyDecision, type BuySituation, type Direction, decideBuy } from '@assay/domain/options/decide-buy.ts';
import { type OptionPeriod, readPeriod } from '@assay/domain/options/periods.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { quoteOf } from '../../../../shared/trading/market/situation.ts';
import { seenAt, strikeSlippageBps } from '../../../../shared/trading/slippage.ts';
import { isFilledIn } from '../../../../shared/words/read-number.ts';

export interface OptionForm {
  readonly direction: Direction;
  /** The stake in USDT. */
  readonly amount: string;
  readonly periodId: string;
}

/** Without the balance: a stake that it cannot carry still shows its figures. */
export type OptionSituation = Omit<BuySituation, 'available' | 'openOptions'>;

export interface OptionPreview {
  /** The figures of the option, also where the balance forbids it. */
  readonly decision: BuyDecision | null;
  /** Why it cannot be bought; `closedAtExpiry` when no price could settle it. */
  readonly blocked: Code | 'missing' | 'closedAtExpiry' | null;
}

/**
 * What the rules need to know, read from the wire. The time of the newest quote is that of the preview: the business
 * clock as far as known from the market. Null where there are no options or there is no price yet.
 */
export function optionSituation(info: MarketInfo, live: FeedQuote | undefined, pricesAllowed: boolean): OptionSituation | null {
  const { assetClass, priceScale, feed, hours } = info;
  const quote = quoteOf(info, live);
  if (assetClass === 'plan' || quote === null || info.options.length === 0) return null;
  return {
    instrument: { assetClass, priceScale, hours: hours.id },
    feed,
    periods: info.options.map(readPeriod),
    offered: true,
    quote,
    tradable: true,
    pricesAllowed,
    now: quote.time,
  };
}

/** The option that would be bought and its possible results, by the function with which the server decides. */
export function previewOption(form: OptionForm, situation: OptionSituation, available: Amount | undefined): OptionPreview {
  if (isClosedAtExpiry(form.periodId, situation)) return { decision: null, blocked: 'closedAtExpiry' };
  if (!isFilledIn(form.amount)) return { decision: null, blocked: 'missing' };
  const decision = decideBuy(form, situation);
  if (isRefused(decision)) return { decision: null, blocked: decision.refused };
  return { decision, blocked: available !== undefined && available < decision.terms.stake ? '10011' : null };
}

/** The strike on the screen, by which a worse one is asked about before it is taken. */
export function seenStrike({ quote, instrument }: OptionSituation) {
  return seenAt(formatFixed(priceOf(mid(quote), instrument)), strikeSlippageBps);
}

/** Whether the market is closed when an option that is bought now would expire: then it is not sold. */
export function isClosedAtExpiry(periodId: string, situation: OptionSituation): boolean {
  const period = situation.periods.find(({ id }) => id === periodId);
  if (period === undefined) return false;
  const smallest = { direction: 'up', amount: formatAmount(period.stakeMin, usdt), periodId } as const;
  const decision = decideBuy(smallest, situation);
  return isRefused(decision) && decision.refused === '10015';
}

/** The shortest period that can be bought now; the shortest of all where none can. */
export function firstPeriod(situation: OptionSituation): string {
  const { periods } = situation;
  return (periods.find(({ id }) => !isClosedAtExpiry(id, situation)) ?? periods[0])?.id ?? '';
}

/** The largest stake that period and balance allow, in whole cents; empty where not even the smallest is in reach. */
export function largestStake(period: OptionPeriod, available: Amount): string {
  const most = least(period.stakeMax, available);
  if (most < period.stakeMin) return '';
  const cents = most / 10n ** BigInt(usdt.scale - 2);
  return formatAmount(exact(fixed(cents, 2), usdt), usdt);
}

export function stakeOf(text: string): Amount | undefined {
  return parseAmount(text, usdt);
}
