export { serveLayouts } from './routes.ts';
