export { createChainCheck } from './chain/check.ts';
export { serveFundsDesk } from './console.ts';
export type { FundsContext, Waits } from './context.ts';
export { makeSampleKeys } from './receive/addresses.ts';
export { serveFunds } from './routes.ts';
export { screenedFunds } from './screened.ts';
export { chainRounds, showChains } from './watch/round.ts';
export { worthInUsdt } from './withdrawals/terms.ts';
