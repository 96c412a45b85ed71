export type { PositionsContext } from './context.ts';
export { FinancingRound } from './financing-round.ts';
export { holdings } from './holdings.ts';
export { contractReceipts } from './receipt.ts';
export { demoPositions } from './reset-positions.ts';
export { servePositions } from './routes.ts';
export { positionsSource } from './source.ts';
export { summariseContracts } from './summary.ts';
export { contractVolume } from './volume.ts';
