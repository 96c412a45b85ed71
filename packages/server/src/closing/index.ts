export type { ClosingContext } from './context.ts';
export { closingJobs } from './erase.ts';
export { standingOf } from './obstacles.ts';
export { serveClosing } from './routes.ts';
