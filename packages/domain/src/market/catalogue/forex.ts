import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import { contractTerms, largestLots, type Listing, listing } from './listing.ts';

/**
 * Currencies in the order in which the market quotes them: of two, the earlier is the base. `usd` is what one unit is
 * worth; the reference prices of all crosses follow from it, so that they agree with each other. `trade` is how much of it changes
 * hands beside the dollar.
 */
export const currencies = {
  EUR: { name: 'Euro', usd: 1.1745, pip: 4, weeklyVolatility: 0.0105, trade: 0.6 },
  GBP: { name: 'British Pound', usd: 1.347, pip: 4, weeklyVolatility: 0.0115, trade: 0.4 },
  AUD: { name: 'Australian Dollar', usd: 0.667, pip: 4, weeklyVolatility: 0.0135, trade: 0.3 },
  NZD: { name: 'New Zealand Dollar', usd: 0.5755, pip: 4, weeklyVolatility: 0.014, trade: 0.12 },
  USD: { name: 'US Dollar', usd: 1, pip: 4, weeklyVolatility: 0, trade: 1 },
  CAD: { name: 'Canadian Dollar', usd: 0.7289, pip: 4, weeklyVolatility: 0.0085, trade: 0.25 },
  CHF: { name: 'Swiss Franc', usd: 1.2618, pip: 4, weeklyVolatility: 0.0115, trade: 0.22 },
  JPY: { name: 'Japanese Yen', usd: 0.006382, pip: 2, weeklyVolatility: 0.013, trade: 0.5 },
} as const;

export type Currency = keyof typeof currencies;

export function isCurrency(code: string): code is Currency {
  return Object.hasOwn(currencies, code);
}

/** Every pair of the eight currencies. */
export function forexListings(): Listing[] {
  const codes = Object.keys(currencies).filter(isCurrency);
  return codes.flatMap((base, index) => codes.slice(index + 1).map((quote) => pair(base, quote)));
}

/** Pairs of these count as major; the regulators of the field allow them the highest leverage. */
const majorCurrencies: ReadonlySet<Currency> = new Set(['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF']);

const lotSize = 100_000;

function pair(base: Currency, quote: Currency): Listing {
  const code = base + quote;
  const major = majorCurrencies.has(base) && majorCurrencies.has(quote);
  // Two decimals below the pip: feeds quote tenths of a pip, and the mid of two such prices needs one digit more.
  const priceScale = currencies[quote].pip + 2;
  const referencePrice = (currencies[base].usd / currencies[quote].usd).toFixed(priceScale);
  return listing(
    {
      code,
      name: `${currencies[base].name} / ${currencies[quote].name}`,
      assetClass: 'forex',
      type: marketTypes.forex,
      base,
      quote,
      logo: `/logos/forex/${code.toLowerCase()}.svg`,
      priceScale,
      hours: 'forex',
      halfSpreadPpm: major ? 40 : 80,
      contract: contractTerms({
        lotSize: String(lotSize),
        lotStep: '0.01',
        lotsMax: largestLots(10_000_000, lotSize * currencies[base].usd),
        leverages: major ? [2, 5, 10, 20, 30] : [2, 5, 10, 20],
        feeRate: '0.00002',
        maintenanceRate: '0.005',
        financingRateLong: '0.00007',
        financingRateShort: '0.00003',
      }),
      spot: null,
    },
    {
      factor: 'currency',
      referencePrice,
      weeklyVolatility: Math.hypot(currencies[base].weeklyVolatility, currencies[quote].weeklyVolatility),
      dailyTurnover: (900_000_000 * currencies[base].trade * currencies[quote].trade) / currencies[quote].usd,
    },
  );
}
