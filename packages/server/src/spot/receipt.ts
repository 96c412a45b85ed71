import type { Receipt } from '@assay/contract/endpoints/order.ts';
import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type SpotRow, limitOf, termsOf } from '@assay/domain/spot/order.ts';
import {
  type Deal,
  type SpotTerms,
  dealAt,
  paidAsset,
  reachesLimit,
  receivedAsset,
  turnoverAt,
} from '@assay/domain/spot/terms.ts';
import { type FindReceipt, evidenceOf } from '../portfolio/index.ts';
import type { SpotContext } from './context.ts';
import { findOwn } from './row.ts';

type Step = Receipt['steps'][number];

/** Receipts by an id such as `s12`: frozen terms, quotes, formulas with their numbers, ledger transfers. */
export function spotReceipts({ db, market }: SpotContext): FindReceipt {
  return async (account, id) => {
    const row = await findOwn(db, account, id);
    if (row === undefined) return undefined;
    const evidence = await evidenceOf(db, market, row.orderNo);
    return { id, kind: 'spot', status: row.status, terms: termsShown(row), steps: stepsOf(row), ...evidence };
  };
}

function priceText(row: SpotRow, ticks: Ticks): string {
  return formatFixed(priceOf(ticks, row), row.priceScale);
}

function termsShown(row: SpotRow): Record<string, string> {
  const { base, quantity, feeRate } = termsOf(row);
  return {
    orderNo: row.orderNo,
    instrument: row.instrumentId,
    orderType: row.orderType,
    side: row.side,
    sizedBy: row.sizedBy,
    quantity: `${formatAmount(quantity, base)} ${base.code}`,
    feeRate: formatFixed(feeRate),
    ...(row.limitPrice === null ? {} : { limitPrice: priceText(row, row.limitPrice) }),
  };
}

/** From quantity to what was received; for an order that was not filled, what it held. */
function stepsOf(row: SpotRow): Step[] {
  const terms = termsOf(row);
  const price = row.filledPrice ?? limitOf(row);
  const deal = dealAt(terms, price);
  const turnover = turnoverStep(row, terms, price);
  if (row.status !== 'filled') return [turnover, heldStep(terms, deal.paid)];
  return [...fillTriggerSteps(row, price), turnover, ...dealSteps(terms, deal), ...profitSteps(row, terms)];
}

/** That a limit order was filled at its limit or better. */
function fillTriggerSteps(row: SpotRow, price: Ticks): Step[] {
  const { side, limitPrice } = row;
  if (limitPrice === null) return [];
  const [fills, sign] = side === 'buy' ? ['ask', '≤'] : ['bid', '≥'];
  const numbers = { [fills]: priceText(row, price), limitPrice: priceText(row, limitPrice) };
  const result = reachesLimit(side, price, limitPrice) ? 'reached' : 'notReached';
  return [{ name: 'fillTrigger', formula: `${fills} ${sign} limitPrice`, numbers, result }];
}

function turnoverStep(row: SpotRow, terms: SpotTerms, price: Ticks): Step {
  const numbers = { quantity: formatAmount(terms.quantity, terms.base), price: priceText(row, price) };
  return { name: 'turnover', formula: 'quantity × price', numbers, result: formatFixed(turnoverAt(terms, price)) };
}

function heldStep(terms: SpotTerms, held: Amount): Step {
  const formula = terms.side === 'buy' ? 'turnover at the limit, rounded up' : 'quantity';
  return { name: 'held', formula, numbers: {}, result: withAsset(held, terms) };
}

function dealSteps(terms: SpotTerms, { paid, received, fee, net }: Deal): Step[] {
  const buys = terms.side === 'buy';
  const asset = receivedAsset(terms);
  const shown = (value: Amount) => formatAmount(value, asset);
  return [
    { name: 'paid', formula: buys ? 'turnover, rounded up' : 'quantity', numbers: {}, result: withAsset(paid, terms) },
    {
      name: 'received',
      formula: buys ? 'quantity' : 'turnover, rounded down',
      numbers: {},
      result: `${shown(received)} ${asset.code}`,
    },
    {
      name: 'fee',
      formula: 'received × feeRate, rounded up',
      numbers: { received: shown(received), feeRate: formatFixed(terms.feeRate) },
      result: `${shown(fee)} ${asset.code}`,
    },
    {
      name: 'credited',
      formula: 'received − fee',
      numbers: { received: shown(received), fee: shown(fee) },
      result: `${shown(net)} ${asset.code}`,
    },
  ];
}

/** What a sale has earned, of the coins that were bought here. */
function profitSteps(row: SpotRow, terms: SpotTerms): Step[] {
  if (row.profit === null || row.cost === null || row.filledPrice === null) return [];
  const profit = formatAmount(amount(row.profit), usdt);
  const value = formatAmount(amount(row.profit + row.cost), usdt);
  const numbers = { value, cost: formatAmount(amount(row.cost), usdt), quantity: formatAmount(terms.quantity, terms.base) };
  const formula = 'value of the coins bought here − their average cost, fees apart; other coins bring neither profit nor loss';
  return [{ name: 'profit', formula, numbers, result: profit }];
}

function withAsset(paid: Amount, terms: SpotTerms): string {
  const asset = paidAsset(terms);
  return `${formatAmount(paid, asset)} ${asset.code}`;
}
