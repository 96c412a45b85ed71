export type {
  Account,
  CoinFill,
  CoinResult,
  FindReceipt,
  PortfolioContext,
  ProductSummary,
  ResultsOfCoins,
  SummariseProduct,
} from './context.ts';
export { EquityRound } from './equity-round.ts';
export { evidenceOf } from './receipt.ts';
export { servePortfolio } from './routes.ts';
export { bidOf, knownValue } from './value.ts';
