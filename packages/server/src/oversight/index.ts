export { serveAlarmsDesk } from './alarms/desk.ts';
export { alarmJob } from './alarms/job.ts';
export { serveDashboards } from './console.ts';
export { showOversight } from './figures.ts';
export { serveParkedDesk } from './parked.ts';
