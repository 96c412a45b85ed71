import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { changePercent } from '@assay/domain/market/day-window.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, formatAmount, minus } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { divide, formatFixed, one, toFixed } from '@assay/domain/money/fixed.ts';
import { settle } from '@assay/domain/positions/settle.ts';
import { openingAt, readTicks, termsFor } from '@assay/domain/positions/terms.ts';
import { contractedOf } from '../../../shared/trading/market/contracted.ts';

/** What a contract from the first quote of the last 24 hours to the last one comes to, in plain decimals. */
export interface ExampleReceipt {
  readonly quantity: string;
  readonly leverage: number;
  readonly feeRate: string;
  readonly open: string;
  readonly close: string;
  readonly margin: string;
  readonly openingFee: string;
  readonly profit: string;
  readonly closingFee: string;
  /** Profit less both fees. */
  readonly net: string;
  /** The change between the two quotes, worked out here, and as the server says it. */
  readonly change: string;
  readonly told: string;
}

const coins = '0.1';
const leverageWanted = 10;
const lotDecimals = 8;

/** Works it out by the rules that open and settle orders; null where the market cannot say enough. */
export function exampleReceipt(info: MarketInfo): ExampleReceipt | null {
  const { priceScale, price, nowPrice, zdf } = info;
  const [open, close] = [readTicks(price, priceScale), readTicks(nowPrice, priceScale)];
  const contracted = contractedOf(info);
  if (contracted === null || open === undefined || close === undefined) return null;
  const { lotSize, leverages, feeRate } = contracted.contract;
  const leverage = leverages.includes(leverageWanted) ? leverageWanted : (leverages[0] ?? 1);
  const terms = termsFor(contracted, 'long', leverage, divide(toFixed(coins), lotSize, lotDecimals, 'down'), one);
  const opening = openingAt(terms, open);
  const cover = { openPrice: open, margin: opening.margin, maintenance: opening.maintenance };
  const { profit, fee } = settle(terms, cover, close);
  const money = (amount: Amount) => formatAmount(amount, usdt);
  return {
    quantity: formatFixed(terms.quantity),
    leverage,
    feeRate: formatFixed(feeRate),
    open: formatFixed(priceOf(open, info), 2),
    close: formatFixed(priceOf(close, info), 2),
    margin: money(opening.margin),
    openingFee: money(opening.fee),
    profit: money(profit),
    closingFee: money(fee),
    net: money(minus(minus(profit, opening.fee), fee)),
    change: changePercent(open, close),
    told: zdf,
  };
}
