import type { Quote, Ticks } from '../market/quote.ts';
import { type Amount, amount } from '../money/amount.ts';
import { type Cover, liquidationPrice } from './liquidation.ts';
import { isWorse } from './stops.ts';
import { type Closing, type Terms, closingPrice } from './terms.ts';

// The holder is warned when margin, unrealised profit and closing fee together have come down to 150% of the maintenance
// margin, once, and again only after they have been above 200%: a price that trembles at the line warns once.
const warnedAtPercent = 150n;
const recoveredAbovePercent = 200n;

/** The first closing price on the losing side at which the holder is warned; null where there is none. */
export function warningPrice(terms: Closing, cover: Cover): Ticks | null {
  return liquidationPrice(terms, { ...cover, maintenance: share(cover.maintenance, warnedAtPercent) });
}

/** The first closing price on the winning side at which a warned position counts as recovered; null where there is none. */
export function recoveryPrice(terms: Terms, cover: Cover): Ticks | null {
  const last = liquidationPrice(terms, { ...cover, maintenance: share(cover.maintenance, recoveredAbovePercent) });
  if (last === null) return null;
  const recovered = terms.side === 'long' ? last + 1 : last - 1;
  return recovered > 0 ? recovered : null;
}

/** What a quote means for an open position: to be warned now, recovered, or nothing new. */
export function judgeMargin(terms: Terms, cover: Cover, warned: boolean, quote: Quote): 'warn' | 'recovered' | null {
  const price = closingPrice(terms.side, quote);
  if (warned) {
    const recovery = recoveryPrice(terms, cover);
    return recovery !== null && !isWorse(terms.side, price, recovery) ? 'recovered' : null;
  }
  const warning = warningPrice(terms, cover);
  return warning !== null && !isWorse(terms.side, warning, price) ? 'warn' : null;
}

function share(maintenance: Amount, percent: bigint): Amount {
  return amount((maintenance * percent + 99n) / 100n);
}
