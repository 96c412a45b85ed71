export { serveReferralDesk } from './console.ts';
export type { ReferralContext } from './context.ts';
export { acceptInvitation } from './invite-terms.ts';
export { ReferralRound } from './round.ts';
export { serveReferral } from './routes.ts';
