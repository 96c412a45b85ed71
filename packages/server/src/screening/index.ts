export { serveScreeningDesk } from './console.ts';
export { ScreeningRound } from './round.ts';
export { type Question, type Screening, type ScreeningSource, createScreening, unscreened } from './screening.ts';
