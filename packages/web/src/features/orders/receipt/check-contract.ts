import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, amount, formatAmount, minus, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, multiply, parseFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { combined, inverse, ratio, same as unchanged } from '@assay/domain/money/ratio.ts';
import { type Cover, liquidationPrice } from '@assay/domain/positions/liquidation.ts';
import { type Stake, sharesOf } from '@assay/domain/positions/parts/shares.ts';
import { settle } from '@assay/domain/positions/settle.ts';
import { type Terms, closingPrice, notionalAt, openingAt, openingPrice, readTicks } from '@assay/domain/positions/terms.ts';
import { type Splits, splitAgain, unsplit } from '@assay/domain/splits/split.ts';
import { checkHeld } from './check-held.ts';
import { checkEntryTrigger, checkFillTrigger, checkTrigger } from './check-triggers.ts';
import { type Check, decimalsIn, joined, quoteIn, same } from './compare.ts';

/** Computes a contract's receipt again; null when it lacks what the computation needs. */
export function checkContract(receipt: Receipt): Check | null {
  const stated = new Map(receipt.steps.map((step) => [step.name, step]));
  const priceText = stated.get('notional')?.numbers['price'];
  if (priceText === undefined) return null;
  const terms = termsOf(receipt, decimalsIn(priceText));
  const open = readTicks(priceText, terms.priceScale);
  if (open === undefined) return null;
  const isOpened = receipt.quotes.some(({ moment }) => moment === 'open');
  const then = isOpened ? atOpening(terms) : { ...terms, splits: unsplit };
  const opening = openingAt(then, open);
  const found = new Map<string, string>([
    ['quantity', formatFixed(terms.quantity)],
    ['notional', formatFixed(notionalAt(then, open))],
    ['openFee', money(opening.fee)],
    ['maintenance', money(opening.maintenance)],
  ]);

  // A limit order pays its margin out of what was held for it, which may be less; it is then the step's own figure. A stop order
  // is what one at the market would be.
  const atMarket = receipt.terms['limitPrice'] === undefined;
  const margin = atMarket ? opening.margin : (moneyIn(stated.get('margin')?.result) ?? opening.margin);
  if (atMarket) found.set('margin', money(margin));
  const { stake, share } = stakeLeft(receipt, {
    ...nothingYet,
    lots: formatFixed(terms.lots),
    margin,
    maintenance: opening.maintenance,
  });
  if (share !== null) found.set('part', money(share));
  const lots = toFixed(stake.lots);
  const after = { ...terms, lots, quantity: multiply(lots, terms.lotSize) };
  const cover = { openPrice: open, margin: amount(stake.margin), maintenance: amount(stake.maintenance) };
  const liquidation = liquidationPrice(after, cover);
  const isTold = isOpened || !receipt.steps.some(isSplit);
  if (liquidation !== null && isTold) found.set('liquidationPrice', price(terms, liquidation));
  foundInQuotes(receipt, terms, open, found);
  foundAtClose(receipt, after, cover, found);

  const checked = [...found.keys()].filter((name) => stated.has(name) || name.endsWith('Quote'));
  const differs = checked.filter((name) => {
    const result = stated.get(name)?.result ?? expectedQuote(receipt, name, priceText);
    return result === undefined || !same(result, found.get(name) ?? '');
  });
  const fill = checkFillTrigger(receipt, 'open', terms.side === 'long');
  const entry = [checkHeld(receipt, terms), checkEntryTrigger(receipt, terms.side)];
  return joined({ checked, differs }, ...entry, fill, checkTrigger(receipt, { terms: after, cover }));
}

const nothingYet = { marginTaken: 0n, openFee: 0n, financing: 0n };

/** What charges and parts have left of the order, or what the part that the receipt is of has got; with the share of its last part. */
function stakeLeft({ steps, terms }: Receipt, opened: Stake): { readonly stake: Stake; readonly share: Amount | null } {
  let stake = opened;
  let share: Amount | null = null;
  let parts = 0;
  for (const { name, numbers } of steps) {
    if (name === 'financing' || name === 'dividend') {
      stake = { ...stake, margin: minus(amount(stake.margin), moneyIn(numbers['fromMargin']) ?? nothing) };
    }
    if (name === 'marginAdded' || name === 'marginRemoved') {
      const moved = moneyIn(numbers['amount']) ?? nothing;
      stake = { ...stake, margin: name === 'marginAdded' ? stake.margin + moved : stake.margin - moved };
    }
    const lots = name === 'part' ? parseFixed(numbers['lots'] ?? '') : undefined;
    if (lots === undefined) continue;
    const { part, rest } = sharesOf(stake, lots);
    parts += 1;
    share = amount(part.margin);
    stake = terms['part'] === String(parts) ? part : rest;
  }
  return { stake, share };
}

/** The opening and closing price must be those of the recorded quotes. */
function foundInQuotes(receipt: Receipt, terms: Terms, open: Ticks, found: Map<string, string>): void {
  for (const moment of ['open', 'close'] as const) {
    const quote = quoteIn(receipt, moment, terms.priceScale);
    if (quote === undefined) continue;
    const ticks = moment === 'open' ? openingPrice(terms.side, quote) : closingPrice(terms.side, quote);
    if (moment === 'open' ? open > 0 : expectedQuote(receipt, 'closeQuote', '') !== undefined) {
      found.set(`${moment}Quote`, price(terms, ticks));
    }
  }
}

/** The price that the receipt says it opened or closed at. */
function expectedQuote(receipt: Receipt, name: string, open: string): string | undefined {
  if (name === 'openQuote') return open;
  return receipt.steps.find((step) => step.name === 'profit')?.numbers['closePrice'];
}

function foundAtClose(receipt: Receipt, terms: Terms, cover: Cover, found: Map<string, string>): void {
  const step = receipt.steps.find(({ name }) => name === 'profit');
  const close = readTicks(step?.numbers['closePrice'] ?? '', terms.priceScale);
  if (close === undefined) return;
  const settlement = settle(terms, cover, close);
  found.set('profit', money(settlement.profit));
  found.set('closeFee', money(settlement.fee));
  found.set('returned', money(amount(cover.margin + settlement.profit - settlement.fee)));
}

function termsOf(receipt: Receipt, priceScale: number): Terms {
  const term = (name: string) => receipt.terms[name] ?? '';
  const lots = toFixed(term('lots'));
  const lotSize = toFixed(term('lotSize'));
  return {
    side: term('side') === 'short' ? 'short' : 'long',
    leverage: Number(term('leverage')),
    lots,
    lotSize,
    quantity: multiply(lots, lotSize),
    priceScale,
    conversion: toFixed(term('conversion')),
    feeRate: toFixed(term('feeRate')),
    maintenanceRate: toFixed(term('maintenanceRate')),
    financingRate: toFixed(term('financingRate')),
    splits: receipt.steps.filter(isSplit).reduce(withSplit, unsplit),
  };
}

const isSplit = ({ name }: Receipt['steps'][number]) => name === 'split' || name === 'splitWaiting';

function withSplit(splits: Splits, { name, numbers }: Receipt['steps'][number]): Splits {
  const split = ratio(BigInt(numbers['to'] ?? '1'), BigInt(numbers['from'] ?? '1'));
  return splitAgain(splits, split, name === 'split');
}

/** Shown with the splits up to then, and with nothing that came later. */
function atOpening(terms: Terms): Terms {
  const { ordered, opened } = terms.splits;
  return { ...terms, splits: { ordered: combined(ordered, inverse(opened)), opened: unchanged } };
}

function money(value: Amount): string {
  return formatAmount(value, usdt);
}

function moneyIn(text: string | undefined): Amount | undefined {
  return text === undefined ? undefined : parseAmount(text, usdt);
}

function price(terms: Terms, ticks: Ticks): string {
  return formatFixed(priceOf(ticks, terms), terms.priceScale);
}
