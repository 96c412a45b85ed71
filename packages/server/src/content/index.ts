export { contentJobs } from './announce.ts';
export { serveContentsDesk } from './console.ts';
export { serveContent } from './routes.ts';
export { loadShippedContents } from './shipped.ts';
