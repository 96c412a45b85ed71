export { serveKycDesk } from './console.ts';
export type { KycContext } from './context.ts';
export { kycJobs } from './jobs.ts';
export { serveKyc } from './routes.ts';
export { identifiedPersons } from './row.ts';
