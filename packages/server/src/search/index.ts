export { serveSearchDesk } from './console.ts';
