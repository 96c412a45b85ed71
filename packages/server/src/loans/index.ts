export { agreementText } from './agreements.ts';
export { serveLoansDesk } from './console.ts';
export type { LoansContext } from './context.ts';
export { offerAll } from './offers.ts';
export { LoansRound } from './round.ts';
export { serveLoans } from './routes.ts';
