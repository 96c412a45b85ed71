import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { compare, formatFixed, multiply, toFixed } from '@assay/domain/money/fixed.ts';
import { ratio } from '@assay/domain/money/ratio.ts';
import { type OpenPosition, type TriggerReason, reaches, triggerReasons } from '@assay/domain/positions/settle.ts';
import { type Side, closingPrice, exactProfit, notionalAt, readTicks } from '@assay/domain/positions/terms.ts';
import { limitAfter } from '@assay/domain/splits/adjust-contract.ts';
import { type Check, decimalsIn, quoteIn, same } from './compare.ts';

type Step = Receipt['steps'][number];

/** Whether the recorded quote had reached an order's limit, and the receipt says so. Buyers pay the ask, sellers get the bid. */
export function checkFillTrigger(receipt: Receipt, moment: 'open' | 'fill', buys: boolean): Check {
  const step = stepOf(receipt, 'fillTrigger');
  const limit = limitAt(receipt, buys);
  const quote = receipt.quotes.findLast((one) => one.moment === moment);
  if (limit === undefined || quote === undefined) return claim('fillTrigger', step === undefined ? null : false);
  const price = buys ? quote.ask : quote.bid;
  const reached = compare(toFixed(price), toFixed(limit)) * (buys ? 1 : -1) <= 0;
  return claim('fillTrigger', reached && says(step, { [buys ? 'ask' : 'bid']: price, limitPrice: limit }));
}

/** Whether a recorded quote had reached the trigger of a stop entry, and the receipt says so. */
export function checkEntryTrigger(receipt: Receipt, side: Side): Check {
  const { terms, quotes } = receipt;
  const step = stepOf(receipt, 'entryTrigger');
  const trigger = terms['triggerPrice'];
  const opens = terms['orderType'] === 'stop' && quotes.some(({ moment }) => moment === 'open') ? 'open' : 'trigger';
  const quote = quotes.findLast(({ moment }) => moment === opens);
  if (trigger === undefined || quote === undefined) return claim('entryTrigger', step === undefined ? null : false);
  const [name, price] = side === 'long' ? (['ask', quote.ask] as const) : (['bid', quote.bid] as const);
  // Splits that it waited over have moved it; how often by then the receipt alone says.
  const level = receipt.steps.some((one) => one.name === 'splitWaiting') ? (step?.numbers['triggerPrice'] ?? trigger) : trigger;
  const reached = compare(toFixed(price), toFixed(level)) * (side === 'long' ? 1 : -1) >= 0;
  return claim('entryTrigger', reached && says(step, { [name]: price, triggerPrice: level }));
}

/** Whether a stop-limit order began once the recorded quote had reached its trigger, and filled no sooner. */
export function checkBeginTrigger(receipt: Receipt, buys: boolean): Check {
  if (receipt.terms['orderType'] !== 'stopLimit') return claim('entryTrigger', null);
  const quote = receipt.quotes.find((one) => one.moment === 'trigger');
  if (quote === undefined) return claim('entryTrigger', receipt.status === 'filled' ? false : null);
  const level = receipt.terms['triggerPrice'];
  const price = buys ? quote.ask : quote.bid;
  const reached = level !== undefined && compare(toFixed(price), toFixed(level)) * (buys ? 1 : -1) >= 0;
  const told = { [buys ? 'ask' : 'bid']: price, triggerPrice: level ?? '' };
  return claim('entryTrigger', reached && says(stepOf(receipt, 'entryTrigger'), told));
}

/** Whether the recorded quote had reached the take-profit or the stop-loss that the receipt says had sold the coins. */
export function checkPairTrigger(receipt: Receipt): Check {
  const { closeReason: name = '', terms, quotes } = receipt;
  const level = name === 'takeProfit' || name === 'stopLoss' ? terms[name] : undefined;
  const quote = quotes.findLast((one) => one.moment === 'fill');
  if (level === undefined || quote === undefined) return claim('fillTrigger', false);
  const reached = compare(toFixed(quote.bid), toFixed(level)) * (name === 'takeProfit' ? 1 : -1) >= 0;
  return claim('fillTrigger', reached && says(stepOf(receipt, 'fillTrigger'), { bid: quote.bid, [name]: level }));
}

/**
 * Whether the recorded quote had reached what closed a contract, and the receipt says so. A level is the receipt's own: its
 * holder had set it.
 */
export function checkTrigger(receipt: Receipt, { terms, cover }: Pick<OpenPosition, 'terms' | 'cover'>): Check {
  const step = stepOf(receipt, 'trigger');
  const reason = triggerReasons.find((each) => each === receipt.closeReason);
  if (reason === undefined) return claim('trigger', step === undefined ? null : false);
  const quote = quoteIn(receipt, 'close', terms.priceScale);
  if (quote === undefined || step === undefined) return claim('trigger', false);
  const level = (name: string) => readTicks(step.numbers[name] ?? '', terms.priceScale) ?? null;
  const distance = level('distance');
  const stops = {
    stopLoss: level('stopLoss'),
    takeProfit: level('takeProfit'),
    trailing: distance === null ? null : { distance, best: level('best') },
  };
  const position = { terms, cover, stops };
  const reached = reaches(position, reason, closingPrice(terms.side, quote));
  return claim('trigger', reached && says(step, numbersOf(position, reason, closingPrice(terms.side, quote))));
}

/** The numbers of a trigger that do not depend on what its holder had set. */
function numbersOf({ terms, cover }: OpenPosition, reason: TriggerReason, close: number): Readonly<Record<string, string>> {
  if (reason !== 'liquidation') return { [terms.side === 'long' ? 'bid' : 'ask']: formatFixed(priceOf(close, terms)) };
  return {
    margin: formatAmount(cover.margin, usdt),
    profit: formatFixed(exactProfit(terms, cover.openPrice, close)),
    closeFee: formatFixed(multiply(notionalAt(terms, close), terms.feeRate)),
    maintenance: formatAmount(cover.maintenance, usdt),
  };
}

function stepOf(receipt: Receipt, name: string): Step | undefined {
  return receipt.steps.find((step) => step.name === name);
}

function says(step: Step | undefined, numbers: Readonly<Record<string, string>>): boolean {
  if (step?.result !== 'reached') return false;
  return Object.entries(numbers).every(([name, number]) => same(step.numbers[name] ?? '', number));
}

/** Null where nothing had to be reached. */
function claim(name: string, right: boolean | null): Check {
  return { checked: right === null ? [] : [name], differs: right === false ? [name] : [] };
}

/** Splits that it waited over have moved the limit to the tick that the same worth reaches. */
function limitAt({ terms, steps }: Receipt, buys: boolean): string | undefined {
  const limit = terms['limitPrice'];
  const waited = steps.filter(({ name }) => name === 'splitWaiting');
  const priceScale = decimalsIn(limit ?? '');
  const ticks = readTicks(limit ?? '', priceScale);
  if (ticks === undefined || waited.length === 0) return limit;
  const moved = waited.reduce<Ticks | null>((level, { numbers }) => {
    const split = ratio(BigInt(numbers['to'] ?? '1'), BigInt(numbers['from'] ?? '1'));
    return level === null ? null : limitAfter(buys ? 'long' : 'short', level, split);
  }, ticks);
  return moved === null ? undefined : formatFixed(priceOf(moved, { priceScale }), priceScale);
}
