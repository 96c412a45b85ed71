export { serveSupportDesk } from './console.ts';
export type { SupportContext } from './context.ts';
export { supportJobs } from './jobs.ts';
export { serveSupport } from './routes.ts';
