import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
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
    const ended = row.reason === null ? {} : { closeReason: row.reason };
    const steps = stepsOf(row, evidence.quotes);
    return { id, kind: 'spot', status: row.status, ...ended, terms: termsShown(row), steps, ...evidence };
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
    ...levelsShown(row),
    ...(row.expiresAt === null ? {} : { expiresAt: row.expiresAt.toISOString() }),
  };
}

/** What an order waits for; a pair has a take-profit and a stop-loss. */
function levelsShown(row: SpotRow): Record<string, string> {
  const { orderType, limitPrice, triggerPrice } = row;
  if (limitPrice === null) return {};
  const [limit, trigger] = orderType === 'oco' ? ['takeProfit', 'stopLoss'] : ['limitPrice', 'triggerPrice'];
  const shown = { [limit]: priceText(row, limitPrice) };
  return triggerPrice === null ? shown : { ...shown, [trigger]: priceText(row, triggerPrice) };
}

/** From quantity to what was received; for an order that was not filled, what it held. */
function stepsOf(row: SpotRow, quotes: Receipt['quotes']): Step[] {
  const terms = termsOf(row);
  const price = row.filledPrice ?? limitOf(row);
  const deal = dealAt(terms, price);
  const turnover = turnoverStep(row, terms, price);
  const before = [...amendedSteps(row), ...beginSteps(row, quotes)];
  if (row.status !== 'filled') return [...before, turnover, heldStep(terms, deal.paid)];
  return [...before, ...fillTriggerSteps(row, price), turnover, ...dealSteps(terms, deal), ...profitSteps(row, terms)];
}

/** What the order held under the terms that it had before each amendment. */
function amendedSteps(row: SpotRow): Step[] {
  return (row.amendments ?? []).map(({ quantity, limitPrice }) => {
    const terms = { ...termsOf(row), quantity: amount(BigInt(quantity)) };
    const numbers = { quantity: formatAmount(terms.quantity, terms.base), limitPrice: priceText(row, limitPrice) };
    const held = heldStep(terms, dealAt(terms, limitPrice).paid);
    return { ...held, name: 'heldBefore', numbers };
  });
}

/** That a stop-limit order began once its trigger was reached. */
function beginSteps({ side, triggerPrice, triggeredAt, ...row }: SpotRow, quotes: Receipt['quotes']): Step[] {
  const quote = quotes.find(({ moment }) => moment === 'trigger');
  if (triggerPrice === null || triggeredAt === null || quote === undefined) return [];
  const [told, sign] = side === 'buy' ? (['ask', '≥'] as const) : (['bid', '≤'] as const);
  const level = formatFixed(priceOf(triggerPrice, row), row.priceScale);
  const numbers = { [told]: quote[told], triggerPrice: level };
  return [{ name: 'entryTrigger', formula: `${told} ${sign} triggerPrice`, numbers, result: 'reached' }];
}

/** That an order was filled at its limit or better, or at its stop-loss. */
function fillTriggerSteps(row: SpotRow, price: Ticks): Step[] {
  const { side, limitPrice } = row;
  if (limitPrice === null) return [];
  if (row.orderType === 'oco') return [pairStep(row, price)];
  const [fills, sign] = side === 'buy' ? ['ask', '≤'] : ['bid', '≥'];
  const numbers = { [fills]: priceText(row, price), limitPrice: priceText(row, limitPrice) };
  const result = reachesLimit(side, price, limitPrice) ? 'reached' : 'notReached';
  return [{ name: 'fillTrigger', formula: `${fills} ${sign} limitPrice`, numbers, result }];
}

/** Which of the two of a pair was reached. */
function pairStep(row: SpotRow, price: Ticks): Step {
  const level =
    row.reason === 'takeProfit'
      ? (['takeProfit', '≥', row.limitPrice] as const)
      : (['stopLoss', '≤', row.triggerPrice] as const);
  const [name, sign, ticks] = level;
  const numbers = { bid: priceText(row, price), [name]: priceText(row, ticks ?? 0) };
  return { name: 'fillTrigger', formula: `bid ${sign} ${name}`, numbers, result: 'reached' };
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
  const formula = row.withFees
    ? 'credited for the coins bought here − their average cost, its fees counted; other coins bring neither profit nor loss'
    : 'value of the coins bought here − their average cost, fees apart; other coins bring neither profit nor loss';
  return [{ name: 'profit', formula, numbers, result: profit }];
}

function withAsset(paid: Amount, terms: SpotTerms): string {
  const asset = paidAsset(terms);
  return `${formatAmount(paid, asset)} ${asset.code}`;
}
