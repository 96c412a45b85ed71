import {
  add,
  divide,
  type Fixed,
  fixed,
  formatFixed,
  multiply,
  negate,
  one,
  subtract,
  toFixed,
  zero,
  compare,
} from '../money/fixed.ts';

/** What a result follows from, with no amount in it: quotes, rates and terms alone. Plain decimals, as on the wire. */
export type SharedFigures =
  | {
      readonly kind: 'contract';
      readonly side: 'long' | 'short';
      readonly leverage: string;
      readonly feeRate: string;
      /** Of a day; negative is received. */
      readonly financingRate: string;
      /** Days' worth of it that fell due. */
      readonly financingDays: number;
      /** Where less of it was charged than fell due, since no more was there: how much, as a multiple of the margin that opening needed. */
      readonly financed: string | null;
      readonly open: string;
      readonly close: string;
      /** Where loss or closing fee took all of the margin: how much that was, as a multiple of what opening needed. */
      readonly cover: string | null;
    }
  | {
      readonly kind: 'option';
      readonly direction: 'up' | 'down';
      readonly payoutRate: string;
      readonly strike: string;
      /** Null where no fresh price was there at expiry, or where the demo account began anew: the stake came back. */
      readonly settlement: string | null;
    }
  | { readonly kind: 'plan'; readonly dailyYield: string; readonly days: string };

const percentDecimals = 2;
/** More than enough for a share that is shown with two decimals. */
const workDecimals = 12;

/**
 * The result of an order in percent of what it bound, two decimals, cut towards nothing: of a contract the move of the price
 * less both fees and its nights, on its margin; of an option what its stake brought; of a plan its income to the end.
 */
export function sharedResult(figures: SharedFigures): string {
  return formatFixed(cutPercent(shareOf(figures)), percentDecimals);
}

function shareOf(figures: SharedFigures): Fixed {
  if (figures.kind === 'contract') return contractShare(figures);
  if (figures.kind === 'option') return optionShare(figures);
  return multiply(toFixed(figures.dailyYield), toFixed(figures.days));
}

/**
 * leverage × (±(close / open − 1) − feeRate × (1 + close / open) − financingRate × days). A loss is no more than the margin, the
 * closing fee no more than that leaves, and financing no more than was there to pay it.
 */
function contractShare(figures: Extract<SharedFigures, { kind: 'contract' }>): Fixed {
  const { side, leverage, feeRate, financingRate, financingDays, financed, open, close, cover } = figures;
  const onMargin = (share: Fixed) => multiply(toFixed(leverage), share);
  const ratio = divide(toFixed(close), toFixed(open), workDecimals, 'down');
  const moved = subtract(ratio, one);
  const whole = onMargin(side === 'long' ? moved : negate(moved));
  const gross = cover === null ? whole : greater(whole, negate(toFixed(cover)));
  const wholeFee = onMargin(multiply(toFixed(feeRate), ratio));
  const closeFee = cover === null ? wholeFee : smaller(wholeFee, add(toFixed(cover), gross));
  const openFee = onMargin(toFixed(feeRate));
  const due = onMargin(multiply(toFixed(financingRate), fixed(BigInt(financingDays), 0)));
  const financing = financed === null ? due : toFixed(financed);
  return [closeFee, openFee, financing].reduce(subtract, gross);
}

const greater = (a: Fixed, b: Fixed): Fixed => (compare(a, b) < 0 ? b : a);
const smaller = (a: Fixed, b: Fixed): Fixed => (compare(a, b) > 0 ? b : a);

function optionShare({ direction, payoutRate, strike, settlement }: Extract<SharedFigures, { kind: 'option' }>): Fixed {
  if (settlement === null) return zero;
  const above = compare(toFixed(settlement), toFixed(strike));
  if (above === 0) return zero;
  return above > 0 === (direction === 'up') ? toFixed(payoutRate) : negate(one);
}

function cutPercent(share: Fixed): Fixed {
  const { units, scale } = multiply(share, fixed(100n, 0));
  if (scale <= percentDecimals) return { units, scale };
  // Whole-number division cuts towards nothing on both sides.
  return fixed(units / 10n ** BigInt(scale - percentDecimals), percentDecimals);
}
