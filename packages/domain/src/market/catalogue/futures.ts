import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import { contractTerms, largestLots, type Listing, listing, turnoverAt } from './listing.ts';

/** Continuous contracts on US futures: no expiry, the price of the front month. */
export function futureListings(): Listing[] {
  return futures.map((row, place) => future(row, turnoverAt(place, 700_000_000, 0.8, row.code)));
}

interface Row {
  readonly code: string;
  readonly name: string;
  readonly referencePrice: string;
  readonly priceScale: number;
  /** US dollars per lot when the price moves by one. */
  readonly pointValue: string;
  readonly leverageMax: 10 | 20;
  readonly factor: 'equity' | 'commodity';
  readonly weeklyVolatility: number;
}

const futures: readonly Row[] = [
  index('ES', 'E-mini S&P 500', '6841', '50', 0.021),
  index('NQ', 'E-mini Nasdaq-100', '25420', '20', 0.027),
  index('YM', 'E-mini Dow', '48210', '5', 0.02),
  index('RTY', 'E-mini Russell 2000', '2496', '50', 0.029),
  { ...commodity('GC', 'Gold', '4341', 2, '100', 0.024), leverageMax: 20 },
  commodity('SI', 'Silver', '71.7', 3, '5000', 0.045),
  commodity('HG', 'Copper', '5.64', 4, '25000', 0.033),
  commodity('CL', 'Crude Oil WTI', '57.4', 3, '1000', 0.045),
  commodity('NG', 'Natural Gas', '3.69', 4, '10000', 0.08),
  commodity('ZC', 'Corn (cents a bushel)', '440.5', 2, '50', 0.028),
  commodity('ZW', 'Wheat (cents a bushel)', '507', 2, '50', 0.032),
  commodity('ZS', 'Soybeans (cents a bushel)', '1031', 2, '50', 0.026),
];

function index(code: string, name: string, referencePrice: string, pointValue: string, weeklyVolatility: number): Row {
  return { code, name, referencePrice, priceScale: 2, pointValue, leverageMax: 20, factor: 'equity', weeklyVolatility };
}

function commodity(
  code: string,
  name: string,
  referencePrice: string,
  priceScale: number,
  pointValue: string,
  weeklyVolatility: number,
): Row {
  return { code, name, referencePrice, priceScale, pointValue, leverageMax: 10, factor: 'commodity', weeklyVolatility };
}

function future(row: Row, dailyTurnover: number): Listing {
  return listing(
    {
      code: row.code,
      name: row.name,
      assetClass: 'future',
      type: marketTypes.future,
      base: row.code,
      quote: 'USD',
      logo: `/logos/future/${row.code.toLowerCase()}.svg`,
      priceScale: row.priceScale,
      hours: 'usFuture',
      halfSpreadPpm: row.leverageMax === 20 ? 30 : 100,
      contract: contractTerms({
        lotSize: row.pointValue,
        lotStep: '0.01',
        lotsMax: largestLots(10_000_000, Number(row.referencePrice) * Number(row.pointValue)),
        leverages: row.leverageMax === 20 ? [2, 5, 10, 20] : [2, 5, 10],
        feeRate: '0.00005',
        maintenanceRate: '0.005',
        financingRateLong: '0.0001',
        financingRateShort: '0.00005',
      }),
      spot: null,
    },
    {
      factor: row.factor,
      referencePrice: row.referencePrice,
      weeklyVolatility: row.weeklyVolatility,
      dailyTurnover,
    },
  );
}
