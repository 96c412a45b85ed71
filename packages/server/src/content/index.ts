export { contentJobs } from './announce.ts';
export { serveContentsDesk } from './console.ts';
export { readAbout, serveNews } from './news.ts';
export { serveContent } from './routes.ts';
export { loadShippedContents } from './shipped.ts';
