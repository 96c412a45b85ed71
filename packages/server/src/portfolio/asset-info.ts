import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { balances, held } from '../ledger/index.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Account, PortfolioContext } from './context.ts';
import { pairOf } from './value.ts';

type AssetInfo = ResultOf<typeof order.getAssestInfo>;

const noPrices = { open: null, high: null, low: null, close: null, bid: null, ask: null };

/** A coin's balance, or the balances of a pair with its day's prices. Refused with 11009 when there is neither. */
export async function assetInfo(
  { db, market }: PortfolioContext,
  account: Account,
  code: string,
): Promise<AssetInfo | Refusal> {
  const instrument = market.instrument(code);
  const isCoin = code === usdt.code || pairOf(market, code) !== undefined;
  if (instrument === undefined && !isCoin) return refuse('11009', { code: '11009' });
  // Only coins are held; a pair in dollars is paid for in USDT.
  const coins =
    instrument === undefined ? [code] : instrument.assetClass === 'crypto' ? [instrument.base, usdt.code] : [usdt.code];
  const own = await balances(db, account.book, account.userId, coins.map(assetOf));
  return {
    code,
    balances: own.map((each) => ({
      asset: each.asset.code,
      available: formatAmount(each.available, each.asset),
      held: formatAmount(held(each), each.asset),
      ...(each.loan > 0n && { owed: formatAmount(each.loan, each.asset) }),
    })),
    ...(instrument === undefined ? noPrices : pricesOf(market, instrument)),
  };
}

function pricesOf(market: PortfolioContext['market'], instrument: Instrument): Omit<AssetInfo, 'code' | 'balances'> {
  const price = (ticks: Ticks | undefined) =>
    ticks === undefined ? null : formatFixed(priceOf(ticks, instrument), instrument.priceScale);
  const day = market.day(instrument.code);
  const quote = market.quote(instrument.code);
  return {
    open: price(day?.first),
    high: price(day?.high),
    low: price(day?.low),
    close: price(day?.last),
    bid: price(quote?.bid),
    ask: price(quote?.ask),
  };
}
