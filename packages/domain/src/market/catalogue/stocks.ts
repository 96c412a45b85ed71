import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import { contractTerms, largestLots, type Listing, listing, turnoverAt } from './listing.ts';

/** Code, name, reference price in USD and weekly volatility. */
type Row = readonly [code: string, name: string, referencePrice: string, weeklyVolatility: number];

export function stockListings(): Listing[] {
  return stocks.map((row, place) => share(row, 'stock', turnoverAt(place, 500_000_000, 0.7, row[0])));
}

export function etfListings(): Listing[] {
  return etfs.map((row, place) => share(row, 'etf', turnoverAt(place, 420_000_000, 0.8, row[0])));
}

const stocks: readonly Row[] = [
  ['AAPL', 'Apple', '271.9', 0.034],
  ['MSFT', 'Microsoft', '483.6', 0.031],
  ['NVDA', 'NVIDIA', '186.5', 0.058],
  ['AMZN', 'Amazon', '230.8', 0.039],
  ['GOOGL', 'Alphabet', '313.1', 0.037],
  ['META', 'Meta Platforms', '660.1', 0.043],
  ['TSLA', 'Tesla', '449.7', 0.074],
  ['AVGO', 'Broadcom', '346.1', 0.059],
  ['LLY', 'Eli Lilly', '1074.6', 0.042],
  ['JPM', 'JPMorgan Chase', '322.2', 0.03],
  ['V', 'Visa', '350.7', 0.026],
  ['MA', 'Mastercard', '570.9', 0.027],
  ['WMT', 'Walmart', '111.4', 0.025],
  ['XOM', 'Exxon Mobil', '120.3', 0.031],
  ['UNH', 'UnitedHealth', '330.1', 0.044],
  ['JNJ', 'Johnson & Johnson', '206.9', 0.021],
  ['PG', 'Procter & Gamble', '143.3', 0.022],
  ['HD', 'Home Depot', '344.1', 0.029],
  ['COST', 'Costco', '862.3', 0.026],
  ['ORCL', 'Oracle', '194.9', 0.055],
  ['CVX', 'Chevron', '152.4', 0.03],
  ['ABBV', 'AbbVie', '228.5', 0.029],
  ['KO', 'Coca-Cola', '69.9', 0.019],
  ['PEP', 'PepsiCo', '143.5', 0.022],
  ['BAC', 'Bank of America', '55', 0.032],
  ['MRK', 'Merck', '105.3', 0.029],
  ['NFLX', 'Netflix', '93.8', 0.042],
  ['AMD', 'Advanced Micro Devices', '214.2', 0.068],
  ['INTC', 'Intel', '36.9', 0.068],
  ['CRM', 'Salesforce', '264.9', 0.042],
  ['ADBE', 'Adobe', '350', 0.038],
  ['CSCO', 'Cisco', '77', 0.029],
  ['QCOM', 'Qualcomm', '171.1', 0.041],
  ['IBM', 'IBM', '296.2', 0.034],
  ['GE', 'GE Aerospace', '308', 0.035],
  ['CAT', 'Caterpillar', '572.9', 0.036],
  ['BA', 'Boeing', '217.1', 0.042],
  ['DIS', 'Walt Disney', '113.8', 0.034],
  ['MCD', "McDonald's", '305.6', 0.022],
  ['NKE', 'Nike', '63.7', 0.044],
];

const etfs: readonly Row[] = [
  ['SPY', 'SPDR S&P 500', '681.9', 0.021],
  ['QQQ', 'Invesco QQQ (Nasdaq 100)', '614.3', 0.027],
  ['DIA', 'SPDR Dow Jones Industrial Average', '480.6', 0.02],
  ['IWM', 'iShares Russell 2000', '246.2', 0.029],
  ['VTI', 'Vanguard Total Stock Market', '335.3', 0.021],
  ['VOO', 'Vanguard S&P 500', '627.1', 0.021],
  ['EFA', 'iShares MSCI EAFE', '96.1', 0.021],
  ['EEM', 'iShares MSCI Emerging Markets', '54.7', 0.025],
  ['GLD', 'SPDR Gold Shares', '396.3', 0.024],
  ['SLV', 'iShares Silver Trust', '64.4', 0.045],
  ['USO', 'United States Oil Fund', '69.1', 0.045],
  ['XLF', 'Financial Select Sector SPDR', '54.8', 0.025],
  ['XLK', 'Technology Select Sector SPDR', '144', 0.032],
  ['XLE', 'Energy Select Sector SPDR', '44.7', 0.03],
  ['XLV', 'Health Care Select Sector SPDR', '154.8', 0.022],
  ['XLY', 'Consumer Discretionary Select Sector SPDR', '119.4', 0.028],
  ['XLI', 'Industrial Select Sector SPDR', '155.1', 0.024],
  ['TLT', 'iShares 20+ Year Treasury Bond', '87.2', 0.019],
  ['HYG', 'iShares High Yield Corporate Bond', '80.7', 0.009],
  ['ARKK', 'ARK Innovation', '77.1', 0.052],
];

/** Funds that hold gold, silver and oil. */
const commodityFunds: ReadonlySet<string> = new Set(['GLD', 'SLV', 'USO']);

const priceScale = 4;

function share(
  [code, name, referencePrice, weeklyVolatility]: Row,
  assetClass: 'stock' | 'etf',
  dailyTurnover: number,
): Listing {
  return listing(
    {
      code,
      name,
      assetClass,
      type: marketTypes[assetClass],
      base: code,
      quote: 'USD',
      logo: `/logos/${assetClass}/${code.toLowerCase()}.svg`,
      priceScale,
      hours: 'usEquity',
      halfSpreadPpm: assetClass === 'stock' ? 60 : 30,
      contract: contractTerms({
        lotSize: '1',
        lotStep: '0.1',
        lotsMax: largestLots(2_000_000, Number(referencePrice)),
        leverages: [1, 2, 5],
        feeRate: '0.0005',
        maintenanceRate: '0.01',
        financingRateLong: '0.0002',
        financingRateShort: '0.0001',
      }),
      spot: null,
    },
    { factor: commodityFunds.has(code) ? 'commodity' : 'equity', referencePrice, weeklyVolatility, dailyTurnover },
  );
}
