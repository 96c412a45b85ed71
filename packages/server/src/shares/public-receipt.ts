import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import type { SharedReceipt } from '@assay/contract/endpoints/sharing.ts';
import { charge } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { add, compare, divide, fixed, formatFixed, multiply, rescale, toFixed, zero } from '@assay/domain/money/fixed.ts';

type Figures = SharedReceipt['figures'];

/** Terms that reveal no size. */
const sizeless: ReadonlySet<string> = new Set([
  'instrument',
  'orderType',
  'side',
  'leverage',
  'conversion',
  'feeRate',
  'maintenanceRate',
  'financingRate',
  'direction',
  'period',
  'payoutRate',
  'strike',
  'tick',
  'openedAt',
  'expiresAt',
  'staleAfterMs',
  'product',
  'days',
  'dailyYield',
  'penaltyRate',
  'accruesFrom',
]);

/** What others may see of a receipt: no number that leads to its owner, and sizes only where the owner shows them. */
export function publicReceipt(receipt: Receipt, hidesAmounts: boolean): Receipt {
  const { orderNo: _, ...terms } = receipt.terms;
  const shown = Object.entries(terms).filter(([name]) => !hidesAmounts || sizeless.has(name));
  return {
    ...receipt,
    id: '',
    terms: Object.fromEntries(shown),
    steps: hidesAmounts ? [] : receipt.steps,
    transfers: [],
  };
}

/**
 * What the result follows from. Undefined for what can't be shown: an order that has not ended, or coins, which have no result
 * of their own; null where units changed on the way, so that two prices do not compare.
 */
export function figuresOf(receipt: Receipt): Figures | undefined {
  const { terms, steps } = receipt;
  const step = (name: string) => steps.find((one) => one.name === name);
  const term = (name: string) => terms[name] ?? '';
  if (receipt.kind === 'contract') {
    const open = step('notional')?.numbers['price'];
    const close = step('profit')?.numbers['closePrice'];
    if (open === undefined || close === undefined) return undefined;
    if (steps.some(({ name }) => name === 'split' || name === 'splitWaiting' || name === 'dividend')) return null;
    const nights = steps.filter(({ name }) => name === 'financing').map(({ numbers }) => Number(numbers['days'] ?? 0));
    return {
      kind: 'contract',
      side: term('side') === 'short' ? 'short' : 'long',
      leverage: term('leverage'),
      feeRate: term('feeRate'),
      financingRate: term('financingRate'),
      financingDays: nights.reduce((days, one) => days + one, 0),
      financed: financedOf(receipt),
      open,
      close,
      cover: coverOf(receipt),
    };
  }
  if (receipt.kind === 'option') {
    const outcome = step('outcome')?.result;
    if (outcome === undefined) return undefined;
    if (step('split') !== undefined) return null;
    const settlement = outcome === 'void' ? null : (step('settlement')?.result ?? null);
    const direction = term('direction') === 'down' ? 'down' : 'up';
    return { kind: 'option', direction, payoutRate: term('payoutRate'), strike: term('strike'), settlement };
  }
  return receipt.kind === 'plan' ? { kind: 'plan', dailyYield: term('dailyYield'), days: term('days') } : undefined;
}

/**
 * Null where all that fell due was charged. Each night by the value of what was open then: a part that was closed before had its own share
 * of it, and the rest goes on with the rest.
 */
function financedOf({ terms, steps }: Receipt): string | null {
  const nights = steps
    .filter(({ name }) => name === 'financing')
    .map(({ numbers, result }) => ({
      value: toFixed(numbers['notional'] ?? '0'),
      due: multiply(toFixed(numbers['financingRate'] ?? '0'), toFixed(numbers['days'] ?? '0')),
      charged: toFixed(result),
    }));
  const isShort = nights.some(
    ({ value, due, charged }) => compare(charged, fixed(charge(multiply(value, due), usdt), usdt.scale)) < 0,
  );
  if (!isShort) return null;
  const shares = nights.map(({ value, charged }) =>
    value.units === 0n ? zero : divide(multiply(charged, toFixed(terms['leverage'] ?? '1')), value, workDecimals, 'down'),
  );
  return formatFixed(rescale(shares.reduce(add, zero), coverDecimals, 'up'));
}

/** Of what is added up before it is rounded. Cut off there and not rounded up: thirds that make a whole are not to be more than that. */
const workDecimals = 18;

/** Percents of two decimals need no more of it, and reveal no size. */
const coverDecimals = 4;

/** Null where loss and closing fee left something of the margin, or had a gain to go by. */
function coverOf({ terms, steps }: Receipt): string | null {
  const [profit, closeFee] = ['profit', 'closeFee'].map((name) => steps.find((one) => one.name === name));
  const { margin, quantity, openPrice, conversion } = profit?.numbers ?? {};
  const { notional, feeRate } = closeFee?.numbers ?? {};
  const known = [margin, quantity, openPrice, conversion, notional, feeRate].map((text) => toFixed(text ?? '0'));
  const [left = zero, units = zero, price = zero, rate = zero, value = zero, share = zero] = known;
  const isShort = compare(toFixed(closeFee?.result ?? '0'), fixed(charge(multiply(value, share), usdt), usdt.scale)) < 0;
  const isGap = steps.some(({ name }) => name === 'gap');
  const opened = multiply(multiply(units, price), rate);
  if ((!isShort && !isGap) || opened.units === 0n) return null;
  return formatFixed(divide(multiply(left, toFixed(terms['leverage'] ?? '1')), opened, coverDecimals, 'down'));
}
