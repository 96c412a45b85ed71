export { optionsOff, serveOptionsDesk } from './console.ts';
export type { OptionsContext } from './context.ts';
export { holdings } from './holdings.ts';
export { optionsOf } from './offers.ts';
export { optionReceipts } from './receipt.ts';
export { demoOptions } from './reset-options.ts';
export { serveOptions } from './routes.ts';
export { SettlementRound } from './settlement-round.ts';
export { summariseOptions } from './summary.ts';
