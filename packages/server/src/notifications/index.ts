export { notificationJobs } from './jobs.ts';
export { type Notify, createNotify } from './notify.ts';
export { outboxJob, serveOutbox } from './outbox.ts';
export { serveNotifications } from './routes.ts';
