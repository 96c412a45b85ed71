export { serveParametersDesk } from './console.ts';
export { parameter, parametersOf } from './parameters.ts';
export { serveSettings } from './routes.ts';
