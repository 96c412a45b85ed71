export { exclusionOf } from './choices.ts';
export { serveLimitsDesk } from './console.ts';
export type { LimitsContext, MayOpen, TradingResult } from './context.ts';
export { type Protections, createMayOpen, protectionsOf } from './may-open.ts';
export { LimitsRound } from './round.ts';
export { serveLimits } from './routes.ts';
