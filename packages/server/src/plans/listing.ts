import type { MarketInfo, MarketItem } from '@assay/contract/endpoints/index.ts';
import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { onSale } from '@assay/domain/plans/decide-buy.ts';
import type { PlanProduct } from '@assay/domain/plans/product.ts';
import type { UnpricedItems } from '../market/index.ts';
import { remembered } from '../platform/statements/remembered.ts';
import type { PlansContext } from './context.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { productsOnSale } from './products.ts';

/** Items are read anew after this long, however many callers ask for the list. */
const itemsAgeMsMax = 1000;

/** The products as items of the market, type 1: without a price, and open as long as the treasury covers the smallest plan. */
export function planItems({ db, clock, mode }: PlansContext): UnpricedItems {
  const read = async (): Promise<MarketItem[]> => {
    const [products, coverage] = await Promise.all([productsOnSale(db), coverageOf(db)]);
    return products.map((product) => itemOf(product, coverage));
  };
  return {
    items: remembered(read, itemsAgeMsMax, () => clock.elapsed()),
    info: async (asked) => {
      const product = (await productsOnSale(db)).find(({ id, code }) => id === asked || code === asked);
      // There is no price to be live: the word says whether the money is.
      return product && infoOf(product, await coverageOf(db), mode === 'live' ? 'live' : 'simulated');
    },
  };
}

function itemOf(product: PlanProduct, { free }: Coverage): MarketItem {
  return {
    code: product.code,
    type: marketTypes.plan,
    id: product.id,
    appName: product.name,
    logo: product.logo,
    price: '',
    nowPrice: '',
    zdf: '0.00',
    hundred: [],
    open: onSale(product, free),
  };
}

function infoOf(product: PlanProduct, coverage: Coverage, feed: MarketInfo['feed']): MarketInfo {
  return {
    ...itemOf(product, coverage),
    assetClass: 'plan',
    base: usdt.code,
    quote: usdt.code,
    priceScale: usdt.scale,
    bid: '',
    ask: '',
    open24h: '',
    high24h: '',
    low24h: '',
    turnover24h: '',
    quoteToUsdt: '1',
    quoteTime: null,
    feed,
    suspended: false,
    hours: { id: 'always', timeZone: 'UTC', opensAt: null, closesAt: null },
    contract: null,
    options: [],
    spot: null,
    plan: {
      amountMin: formatAmount(product.amountMin, usdt),
      amountMax: formatAmount(product.amountMax, usdt),
      penaltyRate: formatFixed(product.penaltyRate),
      startsAt: product.startsAt === null ? null : new Date(product.startsAt).toISOString(),
      periods: product.periods.map(({ days, dailyYield }) => ({ days, dailyYield: formatFixed(dailyYield) })),
    },
  };
}
