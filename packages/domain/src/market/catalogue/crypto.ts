import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import { toFixed } from '../../money/fixed.ts';
import { majorCoins, middleCoins } from './crypto-large.ts';
import { smallCoinsToK } from './crypto-small-0-k.ts';
import { smallCoinsFromL } from './crypto-small-l-z.ts';
import {
  contractTerms,
  type CryptoRow,
  largestLots,
  type Listing,
  listing,
  magnitudeOf,
  scaleFor,
  turnoverAt,
} from './listing.ts';

/** Coins against USDT, deepest markets first. */
export function cryptoListings(): Listing[] {
  const rows = [
    ...majorCoins.map((row) => ({ row, tier: tiers.major })),
    ...middleCoins.map((row) => ({ row, tier: tiers.middle })),
    ...[...smallCoinsToK, ...smallCoinsFromL].map((row) => ({ row, tier: tiers.small })),
  ];
  return rows.map(({ row, tier }, place) => coin(row, tier, turnoverAt(place, largestTurnover, 1.25, row[0])));
}

/** Of a day, in USDT. */
const largestTurnover = 1_050_000_000;

interface Tier {
  readonly leverages: readonly number[];
  readonly maintenanceRate: string;
  readonly halfSpreadPpm: number;
  /** Largest notional of one order at the reference price, in USDT. */
  readonly notionalMax: number;
  readonly weeklyVolatility: number;
}

const tiers = {
  major: {
    leverages: [2, 5, 10, 20],
    maintenanceRate: '0.005',
    halfSpreadPpm: 50,
    notionalMax: 5_000_000,
    weeklyVolatility: 0.06,
  },
  middle: {
    leverages: [2, 5, 10],
    maintenanceRate: '0.005',
    halfSpreadPpm: 250,
    notionalMax: 1_000_000,
    weeklyVolatility: 0.085,
  },
  small: {
    leverages: [2, 5],
    maintenanceRate: '0.01',
    halfSpreadPpm: 800,
    notionalMax: 200_000,
    weeklyVolatility: 0.11,
  },
} as const satisfies Record<string, Tier>;

function coin([code, name, referencePrice]: CryptoRow, tier: Tier, dailyTurnover: number): Listing {
  const magnitude = magnitudeOf(referencePrice);
  // A lot of a cheap coin is worth some tens of USDT, one of a dear coin is one coin.
  const lotSize = 10 ** Math.max(0, 1 - magnitude);
  const lotStep = magnitude >= 3 ? '0.001' : magnitude >= 2 ? '0.01' : '0.1';
  return listing(
    {
      code: `${code}USDT`,
      name,
      assetClass: 'crypto',
      type: marketTypes.crypto,
      base: code,
      quote: 'USDT',
      logo: `/logos/crypto/${code.toLowerCase()}.svg`,
      priceScale: scaleFor(referencePrice),
      hours: 'always',
      halfSpreadPpm: tier.halfSpreadPpm,
      contract: contractTerms({
        lotSize: String(lotSize),
        lotStep,
        lotsMax: largestLots(tier.notionalMax, Number(referencePrice) * lotSize),
        leverages: tier.leverages,
        feeRate: '0.0005',
        maintenanceRate: tier.maintenanceRate,
        financingRateLong: '0.0003',
        financingRateShort: '0.0001',
      }),
      spot: { feeRate: toFixed('0.001'), quantityScale: Math.min(6, Math.max(0, magnitude + 2)) },
    },
    { factor: 'crypto', referencePrice, weeklyVolatility: tier.weeklyVolatility, dailyTurnover },
  );
}
