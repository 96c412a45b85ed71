import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, multiply } from '@assay/domain/money/fixed.ts';
import { reachesLimit, reachesTrigger } from '@assay/domain/positions/decide-open.ts';
import {
  type PositionRow,
  limitNow,
  marginLeft,
  openPositionOf,
  termsOf,
  triggerNow,
} from '@assay/domain/positions/position.ts';
import { type TriggerReason, reaches, triggerReasons } from '@assay/domain/positions/settle.ts';
import { exactProfit, notionalAt, readTicks } from '@assay/domain/positions/terms.ts';

type Step = Receipt['steps'][number];

/** That an order's trigger was reached, by the quote that did so; nothing for other orders, and while it waits for that. */
export function entryTriggerSteps(row: PositionRow, quotes: Receipt['quotes']): Step[] {
  const { side, orderType } = row;
  const decided = orderType === 'stop' && row.openPrice !== null ? 'open' : 'trigger';
  const quote = quotes.findLast(({ moment }) => moment === decided);
  const triggerPrice = quote === undefined ? null : triggerNow(row, Date.parse(quote.time));
  if (quote === undefined || triggerPrice === null) return [];
  const [opens, sign] = side === 'long' ? (['ask', '≥'] as const) : (['bid', '≤'] as const);
  const price = readTicks(quote[opens], row.priceScale);
  return [
    {
      name: 'entryTrigger',
      formula: `${opens} ${sign} triggerPrice`,
      numbers: {
        [opens]: price === undefined ? quote[opens] : priceText(row, price),
        triggerPrice: priceText(row, triggerPrice),
      },
      result: resultOf(price !== undefined && reachesTrigger(side, price, triggerPrice)),
    },
  ];
}

/** That a limit order opened at its limit or better; nothing for other orders, and while it waits. */
export function fillTriggerSteps(row: PositionRow): Step[] {
  const { side, openPrice } = row;
  const limitPrice = limitNow(row);
  if (openPrice === null || limitPrice === null) return [];
  const [opens, sign] = side === 'long' ? ['ask', '≤'] : ['bid', '≥'];
  return [
    {
      name: 'fillTrigger',
      formula: `${opens} ${sign} limitPrice`,
      numbers: { [opens]: priceText(row, openPrice), limitPrice: priceText(row, limitPrice) },
      result: resultOf(reachesLimit(side, openPrice, limitPrice)),
    },
  ];
}

/** What the closing price reached, by the numbers of that moment; nothing where no price closed the position. */
export function triggerSteps(row: PositionRow): Step[] {
  const { closePrice } = row;
  const reason = triggerReasons.find((each) => each === row.closeReason);
  if (reason === undefined || closePrice === null) return [];
  const result = resultOf(reaches(openPositionOf(row), reason, closePrice));
  return [{ name: 'trigger', ...conditionOf(row, reason, closePrice), result }];
}

function conditionOf(row: PositionRow, reason: TriggerReason, closePrice: Ticks): Pick<Step, 'formula' | 'numbers'> {
  if (reason === 'liquidation') return liquidationCondition(row, closePrice);
  const long = row.side === 'long';
  const closes = long ? 'bid' : 'ask';
  const [losing, winning] = long ? ['≤', '≥'] : ['≥', '≤'];
  const price = (ticks: Ticks | null) => (ticks === null ? '' : priceText(row, ticks));
  const seen = { [closes]: price(closePrice) };
  if (reason === 'stopLoss') {
    return { formula: `${closes} ${losing} stopLoss`, numbers: { ...seen, stopLoss: price(row.stopLoss) } };
  }
  if (reason === 'takeProfit') {
    return { formula: `${closes} ${winning} takeProfit`, numbers: { ...seen, takeProfit: price(row.takeProfit) } };
  }
  return {
    formula: `${closes} ${losing} best ${long ? '−' : '+'} distance`,
    numbers: { ...seen, best: price(row.trailingBest), distance: price(row.trailingDistance) },
  };
}

/** The rule weighs exact numbers: a profit that is neither rounded nor cut off at the margin, a fee that nothing limits. */
function liquidationCondition(row: PositionRow, closePrice: Ticks): Pick<Step, 'formula' | 'numbers'> {
  const terms = termsOf(row);
  return {
    formula: 'margin + profit − closeFee ≤ maintenance, in exact numbers',
    numbers: {
      margin: formatAmount(marginLeft(row), usdt),
      profit: formatFixed(exactProfit(terms, openPositionOf(row).cover.openPrice, closePrice)),
      closeFee: formatFixed(multiply(notionalAt(terms, closePrice), terms.feeRate)),
      maintenance: formatAmount(amount(row.maintenance), usdt),
    },
  };
}

function priceText(row: PositionRow, ticks: Ticks): string {
  return formatFixed(priceOf(ticks, row), row.priceScale);
}

/** Recomputed, not repeated: a receipt would show it if a position had closed without reaching anything. */
function resultOf(reached: boolean): 'reached' | 'notReached' {
  return reached ? 'reached' : 'notReached';
}
