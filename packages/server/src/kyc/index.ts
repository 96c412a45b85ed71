export { serveKycDesk } from './console.ts';
export type { KycContext } from './context.ts';
export { kycJobs } from './jobs.ts';
export { serveKyc } from './routes.ts';
export { screenedPersons } from './screened.ts';
export { identifiedPersons, sealPerson } from './row.ts';
export { byWordsSql, findByWords, soughtIn, keepWords, type Sought } from './words.ts';
