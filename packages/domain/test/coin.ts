import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import type { Instrument } from '../src/market/instrument.ts';
import { toFixed } from '../src/money/fixed.ts';

/** A coin with round terms: a lot is one coin, prices in cents, fees 0.1%, maintenance 0.5%. Never closed. */
export const coin: Instrument = {
  id: 'crypto-COINUSDT',
  code: 'COINUSDT',
  name: 'Coin',
  assetClass: 'crypto',
  type: marketTypes.crypto,
  base: 'COIN',
  quote: 'USDT',
  logo: '/logos/coin.svg',
  priceScale: 2,
  hours: 'always',
  halfSpreadPpm: 100,
  contract: {
    lotSize: toFixed('1'),
    lotStep: toFixed('0.01'),
    lotsMin: toFixed('0.01'),
    lotsMax: toFixed('100000'),
    leverages: [1, 2, 5, 10, 20],
    feeRate: toFixed('0.001'),
    maintenanceRate: toFixed('0.005'),
    financingRateLong: toFixed('0.0001'),
    financingRateShort: toFixed('-0.00005'),
  },
  spot: { feeRate: toFixed('0.001'), quantityScale: 4 },
};
