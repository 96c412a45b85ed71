import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { type Quote, type Ticks, mid, priceOf } from '@assay/domain/market/quote.ts';
import { amount, exact, formatAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { type Ratio, combined, ratio, same } from '@assay/domain/money/ratio.ts';
import { type OptionTerms, winOf } from '@assay/domain/options/decide-buy.ts';
import { settleOption } from '@assay/domain/options/settle.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { type Check, compareSteps, decimalsIn } from './compare.ts';

/** Computes an option's receipt again from its frozen terms and the two quotes; null without what that needs. */
export function checkOption(receipt: Receipt): Check | null {
  const terms = termsOf(receipt);
  if (terms === null) return null;
  const price = (ticks: Ticks) => formatFixed(priceOf(ticks, terms), terms.priceScale);
  const money = (units: bigint) => formatAmount(amount(units), usdt);
  const found = new Map([['expectedReturn', money(sum(terms.stake, winOf(terms)))]]);
  const open = quoteOf(receipt, 'open', terms.priceScale);
  // The strike of the terms must be that of the recorded quote, not only of the step.
  if (open !== undefined) found.set('strike', price(mid(open)));
  if (open !== undefined && mid(open) !== terms.strike) return { checked: ['strike'], differs: ['strike'] };
  if (receipt.status === 'open') return compareSteps(receipt, found);

  const quote = quoteOf(receipt, 'settle', terms.priceScale);
  if (quote !== undefined) found.set('ageMs', String(terms.expiresAt - quote.time));
  if (quote !== undefined && quote.time > terms.expiresAt) return { checked: ['ageMs'], differs: ['ageMs'] };
  // A demo account that was started afresh voids its options whatever the price is.
  const settlement = settleOption(terms, isReset(receipt) ? undefined : quote);
  if (settlement.price !== null) found.set('settlement', price(settlement.price));
  found.set('outcome', settlement.outcome);
  found.set('returned', money(settlement.returned));
  const check = compareSteps(receipt, found);
  return receipt.status === settlement.outcome ? check : { ...check, differs: [...new Set([...check.differs, 'outcome'])] };
}

function isReset({ steps }: Receipt): boolean {
  return steps.some(({ name, formula }) => name === 'outcome' && formula.startsWith('demo reset'));
}

function quoteOf(receipt: Receipt, moment: string, priceScale: number): Quote | undefined {
  const shown = receipt.quotes.findLast((quote) => quote.moment === moment);
  const bid = readTicks(shown?.bid ?? '', priceScale);
  const ask = readTicks(shown?.ask ?? '', priceScale);
  if (shown === undefined || bid === undefined || ask === undefined) return undefined;
  return { code: '', bid, ask, time: Date.parse(shown.time), volume: 0 };
}

/** What one unit of the purchase had become when it was settled. */
function splitOf({ steps }: Receipt): Ratio {
  const splits = steps.filter(({ name }) => name === 'split');
  return splits.reduce(
    (units, { numbers: { to = '1', from = '1' } }) => combined(units, ratio(BigInt(to), BigInt(from))),
    same,
  );
}

function termsOf(receipt: Receipt): OptionTerms | null {
  const { terms } = receipt;
  const { direction, stake, payoutRate, strike, tick, openedAt, expiresAt, staleAfterMs } = terms;
  const priceScale = decimalsIn(tick);
  const strikeTicks = readTicks(strike ?? '', priceScale);
  if ((direction !== 'up' && direction !== 'down') || stake === undefined || payoutRate === undefined) return null;
  if (strikeTicks === undefined || expiresAt === undefined || staleAfterMs === undefined) return null;
  return {
    direction,
    stake: exact(toFixed(stake), usdt),
    payoutRate: toFixed(payoutRate),
    strike: strikeTicks,
    priceScale,
    openedAt: Date.parse(openedAt ?? ''),
    expiresAt: Date.parse(expiresAt),
    staleAfterMs: Number(staleAfterMs),
    split: splitOf(receipt),
  };
}
