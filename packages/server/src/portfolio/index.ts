export type {
  Account,
  BeyondOfMany,
  CoinFill,
  CoinResult,
  FindReceipt,
  PortfolioContext,
  ProductSummary,
  ResultsOfCoins,
  SummariseProduct,
} from './context.ts';
export { EquityRound } from './equity-round.ts';
export { evidenceOf, receiptOf } from './receipt.ts';
export { wordsOf as reportWordsOf } from './reports/words.ts';
export { servePortfolio } from './routes.ts';
export { bidOf, knownValue } from './value.ts';
