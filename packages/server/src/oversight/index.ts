export { serveDashboards } from './console.ts';
