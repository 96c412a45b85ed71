export { serveShares } from './routes.ts';
