export { serveCalendarDesk } from './console.ts';
export { serveCalendar } from './routes.ts';
