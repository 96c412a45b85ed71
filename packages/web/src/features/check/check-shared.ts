import type { SharedReceipt } from '@assay/contract/endpoints/sharing.ts';
import { add, compare, divide, fixed, formatFixed, subtract, toFixed } from '@assay/domain/money/fixed.ts';
import { sharedResult } from '@assay/domain/sharing/shared-result.ts';

type Quote = SharedReceipt['receipt']['quotes'][number];

/**
 * Whether a shared result follows from the recorded quotes and terms, computed here: null where there is nothing to compute.
 * Amounts are not needed for it.
 */
export function agrees({ figures, percent, receipt }: SharedReceipt): boolean | null {
  if (figures === null || percent === null) return null;
  try {
    if (sharedResult(figures) !== percent) return false;
    const at = (moment: string) => receipt.quotes.filter((quote) => quote.moment === moment);
    if (figures.kind === 'contract') {
      const opened = [...at('open'), ...at('fill')].some((quote) => isSide(quote, figures.open));
      return opened && at('close').some((quote) => isSide(quote, figures.close));
    }
    if (figures.kind === 'option') {
      const tick = receipt.terms['tick'] ?? '0';
      if (!at('open').some((quote) => isMid(quote, figures.strike, tick))) return false;
      const { settlement } = figures;
      return settlement === null || at('settle').some((quote) => isMid(quote, settlement, tick));
    }
    return true;
  } catch {
    return null;
  }
}

const isSame = (one: string, other: string) => compare(toFixed(one), toFixed(other)) === 0;
const isSide = ({ bid, ask }: Quote, price: string) => isSame(bid, price) || isSame(ask, price);

/** The middle of a quote, rounded down to a tick. */
function isMid({ bid, ask }: Quote, price: string, tick: string): boolean {
  const mid = divide(add(toFixed(bid), toFixed(ask)), fixed(2n, 0), 12, 'down');
  const above = subtract(mid, toFixed(price));
  return !formatFixed(above).startsWith('-') && compare(above, toFixed(tick)) < 0;
}
