import type { AssetClass, HoursId } from '@assay/contract/vocabulary/markets.ts';
import type { Fixed } from '../money/fixed.ts';

/** Terms of leveraged contracts on an instrument, in force for new orders; each order keeps those it was opened with. */
export interface ContractTerms {
  /** Units of the instrument in one lot. */
  readonly lotSize: Fixed;
  readonly lotStep: Fixed;
  readonly lotsMin: Fixed;
  readonly lotsMax: Fixed;
  readonly leverages: readonly number[];
  /** Share of the notional, charged at open and at close. */
  readonly feeRate: Fixed;
  /** Share of the notional at open below which the margin must not fall. */
  readonly maintenanceRate: Fixed;
  /** Share of the notional at open per day; positive is paid by the holder, negative received. */
  readonly financingRateLong: Fixed;
  readonly financingRateShort: Fixed;
}

export interface Instrument {
  /** `<class>-<code>`, such as crypto-BTCUSDT: stable for ever. */
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly assetClass: AssetClass;
  /** The specification's market type, see `marketTypes`. */
  readonly type: number;
  readonly base: string;
  /** Currency of the price. USD and USDT count as one; others are converted at the mid of their own pair. */
  readonly quote: string;
  /** Path of the logo on this site. */
  readonly logo: string;
  /** Decimals of a price. */
  readonly priceScale: number;
  /** Trading hours with time zone and holidays; see `hours.ts`. */
  readonly hours: HoursId;
  /** Half the difference between ask and bid that the house quotes, in hundredths of a basis point of the price. */
  readonly halfSpreadPpm: number;
  readonly contract: ContractTerms;
  /** Spot trading of base against USDT; null where the base is no coin. */
  readonly spot: { readonly feeRate: Fixed; readonly quantityScale: number } | null;
}
