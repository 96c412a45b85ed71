export { type Followed, actOnQuote } from './act-on-quote.ts';
export { chargeFinancing, lastFinancing, positionsToFinance } from './charge-financing.ts';
export type { PositionsContext } from './context.ts';
export { holdings } from './holdings.ts';
export { resetPositions } from './reset-positions.ts';
export { type Resting, changeMark, changedSince, loadResting, positionsTopic, saveTrailing } from './resting.ts';
export { servePositions } from './routes.ts';
export { summariseContracts } from './summary.ts';
