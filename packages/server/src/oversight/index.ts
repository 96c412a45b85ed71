export { serveDashboards } from './console.ts';
export { serveParkedDesk } from './parked.ts';
