import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { amount, formatAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { fixed, formatFixed } from '@assay/domain/money/fixed.ts';
import { type Ratio, combined, same } from '@assay/domain/money/ratio.ts';
import { type OptionTerms, winOf } from '@assay/domain/options/decide-buy.ts';
import { type OptionRow, termsOf } from '@assay/domain/options/option.ts';
import { type FindReceipt, evidenceOf } from '../portfolio/index.ts';
import type { OptionsContext } from './context.ts';
import { findOwn, wireId } from './row.ts';

type Step = Receipt['steps'][number];
type ShownQuote = Receipt['quotes'][number];

const money = (units: bigint) => formatAmount(amount(units), usdt);

/** Receipts by an id such as `o12`, or by order number. */
export function optionReceipts(context: OptionsContext): FindReceipt {
  return async (account, id) => {
    const row = await findOwn(context.db, account, id);
    return row && findReceipt(context, row);
  };
}

/** How an option was or will be settled: its terms and the two quotes give the same result by the steps. */
export async function findReceipt({ db, market }: OptionsContext, row: OptionRow): Promise<Receipt> {
  const evidence = await evidenceOf(db, market, row.orderNo);
  const quoteOf = (moment: string) => evidence.quotes.find((quote) => quote.moment === moment);
  const settled = quoteOf('settle');
  return {
    id: wireId(row.id),
    kind: 'option',
    status: row.status,
    terms: termsShown(row),
    steps: [
      ...purchaseSteps(row, quoteOf('open')),
      ...splitSteps(row, settled === undefined ? Infinity : Date.parse(settled.time)),
      ...settlementSteps(row, settled),
    ],
    ...evidence,
  };
}

function termsShown(row: OptionRow): Record<string, string> {
  return {
    orderNo: row.orderNo,
    instrument: row.instrumentId,
    direction: row.direction,
    stake: money(row.stake),
    period: `${row.periodCount} ${row.periodUnit}`,
    payoutRate: formatFixed(termsOf(row).payoutRate),
    strike: priceText(row, row.strike),
    tick: formatFixed(fixed(1n, row.priceScale)),
    openedAt: row.openedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    staleAfterMs: String(row.staleAfterMs),
  };
}

function priceText(row: OptionRow, ticks: Ticks): string {
  return formatFixed(priceOf(ticks, row), row.priceScale);
}

function midStep(name: string, row: OptionRow, quote: ShownQuote, result: Ticks): Step {
  const numbers = { bid: quote.bid, ask: quote.ask, tick: formatFixed(fixed(1n, row.priceScale)) };
  return { name, formula: '(bid + ask) / 2, rounded down to a tick', numbers, result: priceText(row, result) };
}

function purchaseSteps(row: OptionRow, quote: ShownQuote | undefined): Step[] {
  const terms = termsOf(row);
  const win = winOf(terms);
  return [
    ...(quote === undefined ? [] : [midStep('strike', row, quote, row.strike)]),
    {
      name: 'expectedReturn',
      formula: 'stake + stake × payoutRate, rounded down',
      numbers: { stake: money(row.stake), payoutRate: formatFixed(terms.payoutRate) },
      result: money(sum(terms.stake, win)),
    },
  ];
}

/** Each split between the purchase and the settlement at `until`, whose price is in the units after them. */
function splitSteps({ splits }: OptionRow, until: number): Step[] {
  let units: Ratio = same;
  const told = (splits ?? []).filter(({ since }) => since < until);
  return told.map(({ to, from, since }): Step => {
    units = combined(units, { to: BigInt(to), from: BigInt(from) });
    const formula = `units × to / from, after ${new Date(since).toISOString()}`;
    return { name: 'split', formula, numbers: { to, from }, result: `${units.to}/${units.from}` };
  });
}

/** From the quote at expiry to what returned; nothing while the option is open. */
function settlementSteps(row: OptionRow, quote: ShownQuote | undefined): Step[] {
  if (row.profit === null) return [];
  const returned: Step = {
    name: 'returned',
    formula: 'stake + profit',
    numbers: { stake: money(row.stake), profit: money(row.profit) },
    result: money(row.stake + row.profit),
  };
  const age = quote === undefined ? [] : [ageStep(row, quote)];
  if (quote === undefined || row.settlement === null) return [...age, voidStep(row), returned];
  return [
    ...age,
    midStep('settlement', row, quote, row.settlement),
    outcomeStep(row, termsOf(row, Date.parse(quote.time))),
    returned,
  ];
}

/** How old the quote was at expiry, in milliseconds. */
function ageStep(row: OptionRow, quote: ShownQuote): Step {
  const ageMs = row.expiresAt.getTime() - Date.parse(quote.time);
  const numbers = { expiresAt: row.expiresAt.toISOString(), time: quote.time };
  return { name: 'ageMs', formula: 'expiresAt − time', numbers, result: String(ageMs) };
}

function voidStep(row: OptionRow): Step {
  const formula = row.voidReason === 'reset' ? 'demo reset → void' : 'ageMs > staleAfterMs → void';
  return { name: 'outcome', formula, numbers: { staleAfterMs: String(row.staleAfterMs) }, result: 'void' };
}

/** A split since the purchase is shown beside the strike: a price of today counts for what one unit of then has become. */
function outcomeStep(row: OptionRow, { direction, split: { to, from } }: OptionTerms): Step {
  const [won, lost] = direction === 'up' ? ['>', '<'] : ['<', '>'];
  const isSplit = to !== from;
  const settlement = isSplit ? 'settlement × units' : 'settlement';
  return {
    name: 'outcome',
    formula: `${settlement} ${won} strike → won, ${settlement} = strike → tie, ${settlement} ${lost} strike → lost`,
    numbers: {
      settlement: priceText(row, row.settlement ?? 0),
      ...(isSplit && { units: `${to}/${from}` }),
      strike: priceText(row, row.strike),
    },
    result: row.status,
  };
}
