import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { type Amount, type Asset, exact, formatAmount } from '@assay/domain/money/amount.ts';
import { formatFixed, subtract, toFixed } from '@assay/domain/money/fixed.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { type SpotTerms, dealAt, fillPrice, paidAsset, receivedAsset, termsFor, turnoverAt } from '@assay/domain/spot/terms.ts';
import { checkBeginTrigger, checkFillTrigger, checkPairTrigger } from './check-triggers.ts';
import { type Check, compareSteps, decimalsIn, joined, quoteIn } from './compare.ts';

/** Computes a spot order's receipt again from its frozen terms and the quote that filled it; null without what that needs. */
export function checkSpot(receipt: Receipt): Check | null {
  const numbers = receipt.steps.find(({ name }) => name === 'turnover')?.numbers;
  const terms = termsOf(receipt, numbers?.['price']);
  if (terms === null) return null;
  const price = readTicks(numbers?.['price'] ?? '', terms.priceScale);
  if (price === undefined) return null;
  const deal = dealAt(terms, price);
  const of = (value: Amount, asset: Asset) => `${formatAmount(value, asset)} ${asset.code}`;
  const found = new Map([['turnover', formatFixed(turnoverAt(terms, price))]]);
  const before = joined(checkHeldBefore(receipt, terms), checkBeginTrigger(receipt, terms.side === 'buy'));
  if (receipt.status !== 'filled') {
    found.set('held', of(deal.paid, paidAsset(terms)));
    return joined(compareSteps(receipt, found), before);
  }
  found.set('paid', of(deal.paid, paidAsset(terms)));
  found.set('received', of(deal.received, receivedAsset(terms)));
  found.set('fee', of(deal.fee, receivedAsset(terms)));
  found.set('credited', of(deal.net, receivedAsset(terms)));
  const profit = receipt.steps.find(({ name }) => name === 'profit')?.numbers;
  const [value, cost] = [profit?.['value'], profit?.['cost']];
  if (value !== undefined && cost !== undefined) found.set('profit', formatFixed(subtract(toFixed(value), toFixed(cost))));
  const check = joined(compareSteps(receipt, found), before);

  // The price must be that of the recorded quote: the ask for a buyer, the bid for a seller.
  const quote = quoteIn(receipt, 'fill', terms.priceScale);
  if (quote === undefined) return check;
  const right = fillPrice(terms.side, quote) === price;
  const pair = receipt.terms['takeProfit'] !== undefined;
  const trigger = pair ? checkPairTrigger(receipt) : checkFillTrigger(receipt, 'fill', terms.side === 'buy');
  return joined(check, { checked: ['price'], differs: right ? [] : ['price'] }, trigger);
}

/** What the order held under the terms that it had before each amendment. */
function checkHeldBefore(receipt: Receipt, terms: SpotTerms): Check {
  const steps = receipt.steps.filter(({ name }) => name === 'heldBefore');
  const right = steps.every(({ numbers, result }) => {
    const limit = readTicks(numbers['limitPrice'] ?? '', terms.priceScale);
    const { paid } = dealAt({ ...terms, quantity: exact(toFixed(numbers['quantity'] ?? '0'), terms.base) }, limit ?? 0);
    return limit !== undefined && result === `${formatAmount(paid, paidAsset(terms))} ${paidAsset(terms).code}`;
  });
  return { checked: steps.length === 0 ? [] : ['heldBefore'], differs: right ? [] : ['heldBefore'] };
}

function termsOf({ terms }: Receipt, price: string | undefined): SpotTerms | null {
  const { side, quantity, feeRate } = terms;
  const [coins, coin] = (quantity ?? '').split(' ');
  if ((side !== 'buy' && side !== 'sell') || coins === undefined || coin === undefined) return null;
  if (feeRate === undefined || price === undefined) return null;
  return termsFor(coin, decimalsIn(price), toFixed(feeRate), side, toFixed(coins));
}
