export { serveCalendarDesk } from './console.ts';
export { RemindersRound } from './reminders-round.ts';
export { serveReminders } from './reminders.ts';
export { serveCalendar } from './routes.ts';
