export type { Account, PortfolioContext, ProductSummary, SummariseProduct } from './context.ts';
export { servePortfolio } from './routes.ts';
