import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import type { Contracted } from '@assay/domain/positions/terms.ts';

/** An instrument's terms of contracts, read from the wire; null where it has none. */
export function contractedOf({ priceScale, contract }: Pick<MarketInfo, 'priceScale' | 'contract'>): Contracted | null {
  if (contract === null) return null;
  return {
    priceScale,
    contract: {
      lotSize: toFixed(contract.lotSize),
      lotStep: toFixed(contract.lotStep),
      lotsMin: toFixed(contract.lotsMin),
      lotsMax: toFixed(contract.lotsMax),
      leverages: contract.leverages,
      feeRate: toFixed(contract.feeRate),
      maintenanceRate: toFixed(contract.maintenanceRate),
      financingRateLong: toFixed(contract.financingRateLong),
      financingRateShort: toFixed(contract.financingRateShort),
    },
  };
}
