export { serveParametersDesk } from './console.ts';
export { parameter } from './parameters.ts';
export { serveSettings } from './routes.ts';
