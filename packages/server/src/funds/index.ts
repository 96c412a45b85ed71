export type { FundsContext, Waits } from './context.ts';
export { holdings } from './holdings.ts';
export { showSampleAddresses } from './networks.ts';
export { serveFunds } from './routes.ts';
