import { type Underlying, underlyings, underlyingOf } from './underlyings.ts';

/** Where what an instrument is a price of is listed, by its ISO 10383 code, and as it calls itself. */
export const exchanges = {
  XNAS: 'Nasdaq',
  XNYS: 'New York Stock Exchange',
  ARCX: 'NYSE Arca',
  XCME: 'Chicago Mercantile Exchange (CME)',
  XCBT: 'Chicago Board of Trade (CBOT)',
  XCEC: 'COMEX',
  XNYM: 'New York Mercantile Exchange (NYMEX)',
} as const;
export type Exchange = keyof typeof exchanges;

/** The eleven of the Global Industry Classification Standard. */
export const sectors = [
  'energy',
  'materials',
  'industrials',
  'consumerDiscretionary',
  'consumerStaples',
  'healthCare',
  'financials',
  'informationTechnology',
  'communication',
  'utilities',
  'realEstate',
] as const;
export type Sector = (typeof sectors)[number];

/** What one unit of it is; of an index, its point is worth a dollar. */
export const unitNames = ['troyOunce', 'barrel', 'mmBtu', 'bushel', 'pound', 'indexPoint'] as const;
export type UnitName = (typeof unitNames)[number];

/** What stays as it is for years; what does not is kept by operators. A field is left out where it is not known for certain. */
export interface Facts {
  readonly exchange?: Exchange;
  readonly sector?: Sector;
  /** What a lot stands for, where the price is not of one unit of the base: 5,000 bushels. */
  readonly lot?: { readonly count: string; readonly unit: UnitName };
  /** Others that are prices of the same thing. */
  readonly alike: readonly string[];
}

const bySector: Readonly<Partial<Record<Sector, string>>> = {
  informationTechnology: 'AAPL MSFT NVDA AVGO ORCL AMD INTC CRM ADBE CSCO QCOM IBM',
  communication: 'GOOGL META NFLX DIS',
  consumerDiscretionary: 'AMZN TSLA HD MCD NKE',
  consumerStaples: 'WMT PG COST KO PEP',
  healthCare: 'LLY UNH JNJ ABBV MRK',
  financials: 'JPM V MA BAC',
  energy: 'XOM CVX',
  industrials: 'GE CAT BA',
};

/** A share that has changed its exchange of late, or a fund that may have, is left out. */
const byExchange: Readonly<Record<Exchange, string>> = {
  XNAS: 'AAPL MSFT NVDA AMZN GOOGL META TSLA AVGO COST PEP NFLX AMD INTC ADBE CSCO QCOM QQQ TLT',
  XNYS: 'LLY JPM V MA XOM UNH JNJ PG HD ORCL CVX ABBV KO BAC MRK CRM IBM GE CAT BA DIS MCD NKE',
  ARCX: 'SPY DIA IWM VTI VOO EFA EEM GLD SLV USO XLF XLK XLE XLV XLY XLI HYG',
  XCME: 'ES NQ RTY',
  XCBT: 'YM ZC ZW ZS',
  XCEC: 'GC SI HG',
  XNYM: 'CL NG',
};

/** By the exchanges' own terms of contract; metals trade by the ounce. */
const lots: Readonly<Record<string, Facts['lot']>> = {
  XAUUSD: { count: '100', unit: 'troyOunce' },
  XAGUSD: { count: '5000', unit: 'troyOunce' },
  XPTUSD: { count: '50', unit: 'troyOunce' },
  XPDUSD: { count: '100', unit: 'troyOunce' },
  GC: { count: '100', unit: 'troyOunce' },
  SI: { count: '5000', unit: 'troyOunce' },
  HG: { count: '25000', unit: 'pound' },
  CL: { count: '1000', unit: 'barrel' },
  NG: { count: '10000', unit: 'mmBtu' },
  ZC: { count: '5000', unit: 'bushel' },
  ZW: { count: '5000', unit: 'bushel' },
  ZS: { count: '5000', unit: 'bushel' },
  ES: { count: '50', unit: 'indexPoint' },
  NQ: { count: '20', unit: 'indexPoint' },
  YM: { count: '5', unit: 'indexPoint' },
  RTY: { count: '50', unit: 'indexPoint' },
};

const keysOf = <K extends string>(table: Readonly<Partial<Record<K, string>>>) =>
  new Map(
    Object.entries<string | undefined>(table).flatMap(([key, codes]) =>
      (codes ?? '').split(' ').map((code) => [code, key as K]),
    ),
  );
const sectorsByCode = keysOf(bySector);
const exchangesByCode = keysOf(byExchange);

/** What is known for good of an instrument by its code. */
export function factsOf(code: string): Facts {
  const underlying: Underlying | undefined = underlyingOf(code);
  const alike = underlying === undefined ? [] : underlyings[underlying].codes.filter((one) => one !== code);
  const [exchange, sector, lot] = [exchangesByCode.get(code), sectorsByCode.get(code), lots[code]];
  return { ...(exchange && { exchange }), ...(sector && { sector }), ...(lot && { lot }), alike };
}

/** Whose money a currency is, as ISO 3166 and the world's list of regions call it. */
export const currencyRegions: Readonly<Record<string, string>> = {
  EUR: 'EZ',
  GBP: 'GB',
  AUD: 'AU',
  NZD: 'NZ',
  USD: 'US',
  CAD: 'CA',
  CHF: 'CH',
  JPY: 'JP',
};
