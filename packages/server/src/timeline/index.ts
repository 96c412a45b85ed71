export { serveTimelineDesk } from './console.ts';
