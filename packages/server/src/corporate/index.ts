export { serveActionsDesk } from './console.ts';
export { CorporateRound } from './corporate-round.ts';
export { showActions } from './faults.ts';
