export { serveContent } from './routes.ts';
export { loadShippedContents } from './shipped.ts';
