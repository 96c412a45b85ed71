import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import { contractTerms, largestLots, type Listing, listing } from './listing.ts';

interface Row {
  readonly base: string;
  readonly name: string;
  readonly referencePrice: string;
  readonly ouncesPerLot: string;
  readonly leverages: readonly number[];
  readonly halfSpreadPpm: number;
  readonly weeklyVolatility: number;
  readonly dailyTurnover: number;
}

export function metalListings(): Listing[] {
  return metals.map(metal);
}

const metals: readonly Row[] = [
  {
    base: 'XAU',
    name: 'Gold',
    referencePrice: '4330',
    ouncesPerLot: '100',
    leverages: [2, 5, 10, 20],
    halfSpreadPpm: 50,
    weeklyVolatility: 0.024,
    dailyTurnover: 600_000_000,
  },
  {
    base: 'XAG',
    name: 'Silver',
    referencePrice: '71.5',
    ouncesPerLot: '5000',
    leverages: [2, 5, 10],
    halfSpreadPpm: 150,
    weeklyVolatility: 0.045,
    dailyTurnover: 250_000_000,
  },
  {
    base: 'XPT',
    name: 'Platinum',
    referencePrice: '2052',
    ouncesPerLot: '50',
    leverages: [2, 5, 10],
    halfSpreadPpm: 250,
    weeklyVolatility: 0.04,
    dailyTurnover: 80_000_000,
  },
  {
    base: 'XPD',
    name: 'Palladium',
    referencePrice: '1618',
    ouncesPerLot: '100',
    leverages: [2, 5, 10],
    halfSpreadPpm: 400,
    weeklyVolatility: 0.05,
    dailyTurnover: 50_000_000,
  },
];

const priceScale = 4;

function metal(row: Row): Listing {
  const code = `${row.base}USD`;
  return listing(
    {
      code,
      name: `${row.name} / US Dollar`,
      assetClass: 'metal',
      type: marketTypes.metal,
      base: row.base,
      quote: 'USD',
      logo: `/logos/metal/${code.toLowerCase()}.svg`,
      priceScale,
      hours: 'metal',
      halfSpreadPpm: row.halfSpreadPpm,
      contract: contractTerms({
        lotSize: row.ouncesPerLot,
        lotStep: '0.01',
        lotsMax: largestLots(10_000_000, Number(row.referencePrice) * Number(row.ouncesPerLot)),
        leverages: row.leverages,
        feeRate: '0.00005',
        maintenanceRate: '0.005',
        financingRateLong: '0.0001',
        financingRateShort: '0.00005',
      }),
      spot: null,
    },
    {
      factor: 'commodity',
      referencePrice: row.referencePrice,
      weeklyVolatility: row.weeklyVolatility,
      dailyTurnover: row.dailyTurnover,
    },
  );
}
