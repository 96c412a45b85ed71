import {
  type Decimal,
  Difference,
  type Receipt,
  type Recomputed,
  type Step,
  decimal,
  less,
  moves,
  must,
  paid,
  plus,
  quoteOf,
  received,
  rounded,
  scaleOf,
  sign,
  text,
  times,
  zero,
} from './reading.ts';
import { fillTrigger } from './trigger.ts';

/** What an order was before it was amended, and what it held then. */
interface Version {
  readonly quantity: string;
  readonly limitPrice: string;
  readonly held: Decimal;
}

/** A spot order: quantity × price, and the fee in what is received. */
export function recomputeSpot(receipt: Receipt): Recomputed {
  const { terms, status } = receipt;
  const [coins = '', coin = ''] = String(terms['quantity']).split(' ');
  const buys = terms['side'] === 'buy';
  const { feeRate = '' } = terms;
  const limitPrice = terms['limitPrice'] ?? terms['takeProfit'];
  const quantity = decimal(coins);
  const [fill, place] = [quoteOf(receipt, 'fill'), quoteOf(receipt, 'place')];
  const price = decimal(fill === undefined ? limitPrice : buys ? fill.ask : fill.bid);
  const limit = limitPrice === undefined ? price : decimal(limitPrice);
  const [payingAsset, receivingAsset] = buys ? ['USDT', coin] : [coin, 'USDT'];
  const payFor = (each: Decimal, of = quantity) => (buys ? paid(times(of, each)) : of);
  const versions = versionsOf(receipt, payFor);
  // An amendment that the price has reached holds what it pays, and no more.
  const atOnce = fill !== undefined && versions.length > 0 && lastAmended(receipt) === fill.time;
  const held = place === undefined ? zero : atOnce ? payFor(price) : payFor(limit);
  const turnover = times(quantity, price);
  const steps: Step[] = versions.map((before) => ({
    name: 'heldBefore',
    numbers: { quantity: before.quantity, limitPrice: before.limitPrice },
    result: `${text(before.held)} ${payingAsset}`,
  }));
  steps.push(...beginTrigger(receipt, buys), ...(fill === undefined ? [] : reached(receipt, buys, price)));
  steps.push({ name: 'turnover', numbers: { quantity: coins, price: text(price) }, result: text(turnover) });
  const transfers = holding([...versions.map((before) => before.held), held], payingAsset);
  if (fill === undefined) {
    steps.push({ name: 'held', numbers: {}, result: `${text(held)} ${payingAsset}` });
    if (status === 'cancelled') transfers.push(...moves('spot.cancelled', [['order → available', held, payingAsset]]));
    return { statuses: statusesOf(receipt), steps, transfers };
  }
  const given = payFor(price);
  const got = buys ? quantity : received(turnover);
  const fee = rounded(times(got, decimal(feeRate)), scaleOf(receivingAsset), 'up');
  const net = less(got, fee);
  steps.push(
    { name: 'paid', numbers: {}, result: `${text(given)} ${payingAsset}` },
    { name: 'received', numbers: {}, result: `${text(got)} ${receivingAsset}` },
    { name: 'fee', numbers: { received: text(got), feeRate }, result: `${text(fee)} ${receivingAsset}` },
    { name: 'credited', numbers: { received: text(got), fee: text(fee) }, result: `${text(net)} ${receivingAsset}` },
  );
  if (!buys) steps.push(profitStep(receipt, { received: received(turnover), net }, coins));
  transfers.push(
    ...moves('spot.filled', [
      [`${place === undefined ? 'available' : 'order'} → house:trading`, given, payingAsset],
      ['house:trading → available', got, receivingAsset],
      ['available → house:fees', fee, receivingAsset],
      ['order → available', place === undefined ? zero : less(held, given), payingAsset],
    ]),
  );
  return { statuses: ['filled'], steps, transfers };
}

/** What was set aside when it was placed, and with each amendment more of it or less. */
function holding(helds: readonly Decimal[], asset: string): Recomputed['transfers'][number][] {
  return helds.flatMap((held, place) => {
    const before = helds[place - 1];
    if (before === undefined) return moves('spot.placed', [['available → order', held, asset]]);
    const more = less(held, before);
    return sign(more) < 0
      ? moves('spot.amended', [['order → available', less(before, held), asset]])
      : moves('spot.amended', [['available → order', more, asset]]);
  });
}

/** The terms of before are the receipt's own; what they held is worked out from them. */
function versionsOf({ steps }: Receipt, payFor: (price: Decimal, quantity: Decimal) => Decimal): Version[] {
  return steps.flatMap(({ name, numbers }) => {
    const { quantity = '', limitPrice = '' } = numbers;
    return name === 'heldBefore' ? [{ quantity, limitPrice, held: payFor(decimal(limitPrice), decimal(quantity)) }] : [];
  });
}

function lastAmended({ quotes }: Receipt): string | undefined {
  return quotes.findLast(({ moment }) => moment === 'amend')?.time;
}

/** A stop-limit order that has begun shows the quote that had reached its trigger, and none fills before. */
function beginTrigger(receipt: Receipt, buys: boolean): Step[] {
  if (receipt.terms['orderType'] !== 'stopLimit') return [];
  const quote = quoteOf(receipt, 'trigger');
  const fill = quoteOf(receipt, 'fill');
  if (quote === undefined) {
    must(fill === undefined, 'it was filled, and had not begun');
    return [];
  }
  must(fill === undefined || quote.time <= fill.time, 'it was filled before it began');
  const { triggerPrice = '' } = receipt.terms;
  const price = buys ? quote.ask : quote.bid;
  const beyond = sign(less(decimal(price), decimal(triggerPrice))) * (buys ? 1 : -1);
  must(beyond >= 0, `it began at ${price}, short of its trigger of ${triggerPrice}`);
  return [{ name: 'entryTrigger', numbers: { [buys ? 'ask' : 'bid']: price, triggerPrice }, result: 'reached' }];
}

/** What it waited for when it was filled: a limit, or one of take-profit and stop-loss. */
function reached({ terms, closeReason }: Receipt, buys: boolean, price: Decimal): Step[] {
  const { limitPrice, takeProfit, stopLoss } = terms;
  if (limitPrice !== undefined) return [fillTrigger(buys, price, limitPrice)];
  if (takeProfit === undefined || stopLoss === undefined) return [];
  must(closeReason === 'takeProfit' || closeReason === 'stopLoss', 'a pair ends by its take-profit or its stop-loss');
  const [name, level] = closeReason === 'takeProfit' ? ['takeProfit', takeProfit] : ['stopLoss', stopLoss];
  const beyond = sign(less(price, decimal(level))) * (closeReason === 'takeProfit' ? 1 : -1);
  must(beyond >= 0, `at ${text(price)} it had not reached a ${name} of ${level}`);
  return [{ name: 'fillTrigger', numbers: { bid: text(price), [name]: level }, result: 'reached' }];
}

/** An order that has no fill waits on, or says what withdrew it. */
function statusesOf({ closeReason, terms, transfers }: Receipt): string[] {
  if (closeReason === undefined) return ['open', 'cancelled'];
  if (closeReason !== 'expired') return ['cancelled'];
  const back = transfers.at(-1)?.time;
  must(back === terms['expiresAt'], `it expired at ${terms['expiresAt'] ?? 'no time'}, and gave back at ${back ?? 'none'}`);
  return ['cancelled'];
}

/** The cost of the coins is on the receipts of their purchases: here it can only be taken from the value. */
function profitStep({ steps }: Receipt, got: { readonly received: Decimal; readonly net: Decimal }, coins: string): Step {
  const told = steps.find(({ name }) => name === 'profit');
  if (told === undefined) throw new Difference('a sale has a profit, and none is told');
  const { numbers, formula = '' } = told;
  const value = decimal(numbers['value']);
  // Orders of a time in which fees were left out say so.
  const most = formula.includes('fees apart') ? got.received : got.net;
  must(sign(less(value, most)) <= 0, `profit: a value of ${text(value)} is more than what was received`);
  const cost = decimal(numbers['cost']);
  const numbersOfIt = { value: text(value), cost: text(cost), quantity: coins };
  return { name: 'profit', numbers: numbersOfIt, result: text(plus(value, less(zero, cost))) };
}
